//! The tie-out of ledger and schedule of a facility.

use leptos::prelude::*;
use shared::credit::report::TieOut;
use shared::total::Total;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::money::total_text;

/// Two chips, `Ledger less schedule 0.0000` and `Accounts less schedule 0.0000`, and on hover the
/// figures.
pub(super) fn tie_out_chip(tie_out: TieOut) -> AnyView {
    let i18n = use_i18n();
    let shown = |amount: Total| total_text(i18n, amount);
    let ledger = tu_string!(i18n, credit.tie_out.chip, difference = shown(tie_out.difference));
    let accounts =
        tu_string!(i18n, credit.tie_out.accounts, difference = shown(tie_out.accounts_difference));
    let title = tu_string!(
        i18n,
        credit.tie_out.figures,
        ledger = shown(tie_out.ledger),
        accounts = shown(tie_out.accounts),
        schedules = shown(tie_out.schedules),
    );

    view! {
        <span class="tie-out cluster" title=title>
            {difference_badge(tie_out.difference, ledger)}
            {difference_badge(tie_out.accounts_difference, accounts)}
        </span>
    }
    .into_any()
}

fn difference_badge(difference: Total, text: String) -> AnyView {
    let (tone, icon) = if difference.is_zero() {
        (Tone::Success, IconName::Scale)
    } else {
        (Tone::Danger, IconName::AlertTriangle)
    };
    view! { <Badge tone icon text/> }.into_any()
}
