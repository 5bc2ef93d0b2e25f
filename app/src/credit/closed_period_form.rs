//! The form that closes the books up to a day.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::credit::closed_period::ClosedPeriod;
use shared::error::{Error, FieldCode, Result};

use super::SaveClosedPeriod;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::card::Card;
use crate::ui::input::{Input, input};
use crate::ui::sent_form::{SentForm, send_button, sent_form};

/// The form, for users who may close periods.
pub(super) fn closed_period_form(closed: ClosedPeriod) -> AnyView {
    let i18n = use_i18n();
    let day = Input::new(
        "closedThrough",
        "closed_through",
        tu_string!(i18n, credit.closed_period.through),
    )
    .kind("date")
    .value(closed.closed_through.map(|day| day.to_string()).unwrap_or_default())
    .hint(tu_string!(i18n, credit.closed_period.hint))
    .optional();
    let form =
        SentForm::default().class("form").confirm(tu_string!(i18n, credit.closed_period.saved));
    let content = view! {
        {input(day)}
        <div class="button-row">{send_button(tu_string!(i18n, credit.closed_period.save))}</div>
    };

    Card::new("closed-period", tu_string!(i18n, credit.closed_period.title)).body(sent_form::<
        SaveClosedPeriod,
    >(
        form,
        content.into_any(),
    ))
}

/// Parses the day of the form; `None` if it is empty.
///
/// Errors: 400 for an invalid day.
#[cfg_attr(not(any(test, feature = "ssr")), expect(dead_code, reason = "the server saves"))]
pub(super) fn day(text: &str) -> Result<Option<NaiveDate>> {
    let text = text.trim();
    if text.is_empty() {
        return Ok(None);
    }
    let invalid =
        |_| Error::field("closedThrough", FieldCode::Invalid, "Give a day as in 2026-01-31.");
    text.parse().map(Some).map_err(invalid)
}
