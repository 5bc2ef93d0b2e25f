//! The form that closes the books up to a day.

use chrono::NaiveDate;
use leptos::form::ActionForm;
use leptos::prelude::*;
use shared::credit::closed_period::ClosedPeriod;
use shared::error::{Error, Result};

use super::SaveClosedPeriod;
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::{FormError, Input, input, submit};
use crate::ui::error_summary::ErrorSummary;
use crate::ui::one_time_key::one_time_key;

/// The form, for those who manage it.
pub(super) fn closed_period_form(
    closed: ClosedPeriod,
    save: ServerAction<SaveClosedPeriod>,
) -> AnyView {
    let i18n = use_i18n();
    let error: FormError = Signal::derive(move || save.value().get().and_then(Result::err));
    let pending = save.pending();
    let day = Input {
        id: "closedThrough",
        name: "closed_through",
        label: tu_string!(i18n, credit.closed_period.through),
        kind: "date",
        value: closed.closed_through.map(|day| day.to_string()).unwrap_or_default(),
        hint: tu_string!(i18n, credit.closed_period.hint),
        optional: true,
        ..Input::default()
    };

    view! {
        <section class="card" aria-labelledby="closed-period">
            <div class="card-head">
                <h2 id="closed-period">{tu_string!(i18n, credit.closed_period.title)}</h2>
            </div>
            <ActionForm action=save attr:class="card-body form">{one_time_key()}
                <ErrorSummary error/>
                {input(day, error)}
                <div class="button-row">
                    {submit(tu_string!(i18n, credit.closed_period.save), move || pending.get())}
                </div>
            </ActionForm>
        </section>
    }
    .into_any()
}

/// The day of the form; none when it is empty.
///
/// Errors: 400 for a text that is no day.
#[cfg_attr(not(any(test, feature = "ssr")), expect(dead_code, reason = "the server saves"))]
pub(super) fn day(text: &str) -> Result<Option<NaiveDate>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let invalid = |_| Error::field("closedThrough", "INVALID", "Give a day as in 2026-01-31.");
    text.parse().map(Some).map_err(invalid)
}
