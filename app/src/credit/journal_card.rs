//! The cards of journals.

use leptos::prelude::*;
use shared::credit::journal::Journal;

use super::payment_tables::journal_lines;
use crate::i18n::tu_string;
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::time::exact_text;

/// The content of the card of a journal: its heading, the time of its posting, and its lines.
///
/// * `reversal`: the badge of a journal that reverses another one.
pub(super) fn journal_content(
    i18n: Language,
    journal: &Journal,
    heading: AnyView,
    reversal: Option<AnyView>,
) -> AnyView {
    let posted = tu_string!(i18n, credit.ledger.posted, at = exact_text(i18n, journal.posted_at));
    view! {
        <div class="card-head">
            {heading}
            {reversal}
            <span class="field-hint">{posted}</span>
        </div>
        {journal_lines(i18n, &journal.lines)}
    }
    .into_any()
}

/// The badge of a journal that reverses another one.
pub(super) fn reversal_badge(i18n: Language) -> AnyView {
    let text = tu_string!(i18n, credit.ledger.reversal);
    view! { <Badge tone=Tone::Warning icon=IconName::History text/> }.into_any()
}
