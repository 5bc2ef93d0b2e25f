//! The form of a leave request. Locked types are marked before any input; the number of days
//! follows the dates through the address of the page.

use leptos::prelude::*;
use leptos_router::params::ParamsMap;
use shared::calendar::WorkingCalendar;
use shared::leave::LeaveType;
use shared::leave::balance::{BalanceEffect, LeaveBalances};
use shared::leave::period::{Period, total};
use shared::leave::request::ExistingLeave;

use super::label::{days_label, number, status_label, type_label};
use super::serverfns::RequestLeave;
use super::table::{dates_text, halves_text};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Tone, ToneText};
use crate::ui::field::{Field, TextField};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::notice::notice;
use crate::ui::sent_form::{SentForm, send_button, sent_form};

/// Errors of all other fields are shown at the type.
const ANCHORS: &str = r#"{"startDate":"leave-start","startHalf":"leave-start",
    "endDate":"leave-end","endHalf":"leave-end","reason":"leave-reason","*":"leave-type"}"#;

/// The dates in an address, once both are valid and in order.
pub fn period_of(query: &ParamsMap) -> Option<Period> {
    let date = |name| query.get_str(name)?.parse().ok();
    let is_half = |name| query.get_str(name) == Some("true");
    let (start, end) = (date("start_date")?, date("end_date")?);
    let (start_half, end_half) = (is_half("start_half"), is_half("end_half"));
    (start <= end).then_some(Period { start, end, start_half, end_half })
}

/// The leave that the form describes so far.
#[derive(Clone, Copy, Debug)]
pub struct WantedLeave {
    period: Period,
    leave_type: Option<LeaveType>,
}

/// The type and the dates in an address, once both dates are valid and in order.
pub fn wanted(query: &ParamsMap) -> Option<WantedLeave> {
    let leave_type = query.get_str("leave_type").and_then(|text| text.parse().ok());
    Some(WantedLeave { period: period_of(query)?, leave_type })
}

/// The form of a leave request.
///
/// * `wanted`: the entered dates and type.
/// * `calendar`, `existing`: the calendar that counts the days, and the requests that may overlap.
pub fn request_form(
    balances: &LeaveBalances,
    wanted: Option<WantedLeave>,
    (calendar, existing): (&WorkingCalendar, &[ExistingLeave]),
) -> AnyView {
    let i18n = use_i18n();
    let locked = balances.employment_confirmed_at.is_none().then(|| {
        let title = tu_string!(i18n, leave.form.only_casual);
        view! {
            {notice(Tone::Neutral, title, tu_string!(i18n, leave.locked_reason))}
        }
    });
    let form = SentForm::draft_card("leave-form")
        .confirm(tu_string!(i18n, leave.requested))
        .anchors(ANCHORS);
    let content = view! {
        <div class="card-head">
            <h2 id="leave-form-title">{tu_string!(i18n, leave.form.title)}</h2>
        </div>
        <div class="card-body form">
            {locked}
            <div class="form" data-refreshes="leave-days">
                {types(i18n, balances)}
                {dates(i18n)}
            </div>
            <TextField
                id="leave-reason"
                name="reason"
                label=tu_string!(i18n, leave.form.reason)
                required=true
            />
            <div class="stack-tight" role="status" id="leave-days">
                {wanted.map(|wanted| counted(i18n, wanted, (balances, calendar)))}
                {wanted.and_then(|wanted| overlap(i18n, wanted.period, existing))}
            </div>
        </div>
        <div class="card-foot">{send_button(tu_string!(i18n, leave.form.submit))}</div>
    };

    view! {
        <section class="stack-tight" aria-labelledby="leave-form-title">
            {sent_form::<RequestLeave>(form, content.into_any())}
        </section>
    }
    .into_any()
}

/// The types. A locked type cannot be selected and shows the reason.
fn types(i18n: Language, balances: &LeaveBalances) -> AnyView {
    let confirmed = balances.employment_confirmed_at.is_some();
    let options: Vec<_> = balances
        .data
        .iter()
        .map(|balance| {
            let kind = balance.leave_type;
            let name = type_label(i18n, kind);
            let locked = kind != shared::leave::LeaveType::Casual && !confirmed;
            let text = match balance.spendable() {
                _ if locked => tu_string!(i18n, leave.form.locked, name = name),
                Some(days) => tu_string!(i18n, leave.form.left, name = name, days = number(days)),
                None => name.to_owned(),
            };
            view! { <option value=kind.as_str() disabled=locked>{text}</option> }.into_any()
        })
        .collect();

    view! {
        <Field id="leave-type" label=tu_string!(i18n, leave.form.kind)>
            <select class="input select" id="leave-type" name="leave_type">
                {options}
            </select>
        </Field>
    }
    .into_any()
}

/// The first and the last day, each with a checkbox for half a day.
fn dates(i18n: Language) -> AnyView {
    let day = |(id, name), label: &'static str, half: &'static str, half_label: &'static str| {
        view! {
            <div class="stack-tight">
                <TextField id name label kind="date" required=true/>
                <label class="choice">
                    <input type="checkbox" name=half value="true"/>
                    {half_label}
                </label>
            </div>
        }
        .into_any()
    };
    let start = day(
        ("leave-start", "start_date"),
        tu_string!(i18n, leave.form.start),
        "start_half",
        tu_string!(i18n, leave.form.start_half),
    );
    let end = day(
        ("leave-end", "end_date"),
        tu_string!(i18n, leave.form.end),
        "end_half",
        tu_string!(i18n, leave.form.end_half),
    );
    view! { <div class="form-grid">{start} {end}</div> }.into_any()
}

/// The number of working days in the period, and what remains of the balance of its year.
fn counted(
    i18n: Language,
    wanted: WantedLeave,
    (balances, calendar): (&LeaveBalances, &WorkingCalendar),
) -> AnyView {
    let years = wanted.period.days(calendar);
    let days = days_label(i18n, total(&years));
    let text = tu_string!(i18n, leave.form.counted, days = days);
    let days = years.iter().find(|it| it.year == balances.year);
    let balance = wanted.leave_type.and_then(|leave_type| balances.of(leave_type));
    let effect = balance.zip(days).and_then(|(it, days)| BalanceEffect::of(it, *days));
    let remaining = effect.map(|effect| {
        let days = days_label(i18n, effect.after);
        let text = tu_string!(i18n, leave.form.remaining, days = days);
        if effect.fits() {
            view! { <p>{text}</p> }.into_any()
        } else {
            let icon = IconName::AlertTriangle;
            view! { <p><ToneText tone=Tone::Danger icon text/></p> }.into_any()
        }
    });
    view! {
        <p>{text}</p>
        {remaining}
    }
    .into_any()
}

/// A warning that the dates overlap another request, so that the service would reject them.
fn overlap(i18n: Language, period: Period, existing: &[ExistingLeave]) -> Option<AnyView> {
    let ExistingLeave { period, status, .. } = *ExistingLeave::conflicting(existing, period)?;
    let dates = format!("{} {}", dates_text(i18n, period), halves_text(i18n, period));
    let status = status_label(i18n, status);
    let title =
        tu_string!(i18n, leave.form.overlap, dates = dates.trim_end().to_owned(), status = status);
    Some(notice(Tone::Warning, title, tu_string!(i18n, leave.form.overlap_text)))
}
