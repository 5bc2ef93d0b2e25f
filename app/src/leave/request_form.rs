//! The form that asks for leave. What is locked says so before anything is typed.

use chrono::NaiveDate;
use leptos::form::ActionForm;
use leptos::prelude::*;
use shared::calendar::WorkingCalendar;
use shared::leave::balance::LeaveBalances;
use shared::leave::period::{Period, total};
use shared::leave::request::HeldLeave;
use wasm_bindgen::JsCast;
use web_sys::HtmlFormElement;

use super::error_of;
use super::label::{days_label, number, status_label, type_label};
use super::serverfns::RequestLeave;
use super::table::{dates_text, halves_text};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::field::{Field, TextField};
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::sent_form::kept_notice;
use crate::ui::typed::{forget_when_sent, kept_as};

const FORM_ID: &str = "leave-form";

/// Scrolls to the form if the address names it: the form is loaded after the page.
pub fn scroll_to_form() {
    let hash = window().location().hash().unwrap_or_default();
    if hash.strip_prefix('#') == Some(FORM_ID)
        && let Some(form) = document().get_element_by_id(FORM_ID)
    {
        form.scroll_into_view();
    }
}

/// The dates as they are typed; they outlast what is loaded anew around them.
#[derive(Clone, Copy, Debug)]
pub struct Typed {
    start: RwSignal<String>,
    end: RwSignal<String>,
    start_half: RwSignal<bool>,
    end_half: RwSignal<bool>,
}

impl Typed {
    /// Nothing yet.
    pub fn new() -> Self {
        Self {
            start: RwSignal::new(String::new()),
            end: RwSignal::new(String::new()),
            start_half: RwSignal::new(false),
            end_half: RwSignal::new(false),
        }
    }

    /// Empties the form.
    pub fn clear(self) {
        let form = document().get_element_by_id(FORM_ID);
        if let Some(form) = form.and_then(|form| form.dyn_into::<HtmlFormElement>().ok()) {
            form.reset();
        }
        for text in [self.start, self.end] {
            text.set(String::new());
        }
        for half in [self.start_half, self.end_half] {
            half.set(false);
        }
    }

    /// The dates, once both can be read and stand in order.
    fn period(self) -> Option<Period> {
        let start: NaiveDate = self.start.read().parse().ok()?;
        let end: NaiveDate = self.end.read().parse().ok()?;
        let (start_half, end_half) = (self.start_half.get(), self.end_half.get());
        (start <= end).then_some(Period { start, end, start_half, end_half })
    }
}

/// The form.
///
/// * `calendar`, `held`: what typed dates are counted by, and what may stand in their way.
pub fn request_form(
    action: ServerAction<RequestLeave>,
    typed: Typed,
    balances: &LeaveBalances,
    (calendar, held): (WorkingCalendar, Vec<HeldLeave>),
) -> AnyView {
    let i18n = use_i18n();
    forget_when_sent(action, FORM_ID);
    let locked = balances.employment_confirmed_at.is_none().then(|| {
        let title = tu_string!(i18n, leave.form.only_casual);
        view! {
            <Notice tone=Tone::Neutral title>
                <p>{tu_string!(i18n, leave.locked_reason)}</p>
            </Notice>
        }
    });
    let types = types(i18n, balances);
    let anchor = Callback::new(|field: String| match field.as_str() {
        "startDate" | "startHalf" => "leave-start".to_owned(),
        "endDate" | "endHalf" => "leave-end".to_owned(),
        "reason" => "leave-reason".to_owned(),
        _ => "leave-type".to_owned(),
    });

    view! {
        <section class="card" aria-labelledby="leave-form-title">
            <div class="card-head">
                <h2 id="leave-form-title">{tu_string!(i18n, leave.form.title)}</h2>
            </div>
            <ActionForm action attr:id=FORM_ID attr:data-keep=kept_as(FORM_ID)>{one_time_key()}
                <div class="card-body form">
                    <ErrorSummary error=error_of(action) anchor/>
                    {kept_notice(FORM_ID)}
                    {locked}
                    {types}
                    {dates(i18n, typed)}
                    <TextField
                        id="leave-reason"
                        name="reason"
                        label=tu_string!(i18n, leave.form.reason)
                        required=true
                    />
                    <div class="stack-tight" role="status">
                        {move || counted(i18n, typed, &calendar)}
                        {move || overlap(i18n, typed, &held)}
                    </div>
                </div>
                <div class="card-foot">
                    <button
                        class="button button-primary"
                        type="submit"
                        aria-busy=move || action.pending().get().then_some("true")
                    >
                        {tu_string!(i18n, leave.form.submit)}
                    </button>
                </div>
            </ActionForm>
        </section>
    }
    .into_any()
}

/// The types; what is locked cannot be chosen, and says why.
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

/// The first and the last day, each with its half.
fn dates(i18n: Language, typed: Typed) -> AnyView {
    let half = |name: &'static str, text: &'static str, signal: RwSignal<bool>| {
        view! {
            <label class="choice">
                <input
                    type="checkbox"
                    name=name
                    value="true"
                    on:change=move |event| signal.set(event_target_checked(&event))
                />
                {text}
            </label>
        }
        .into_any()
    };

    view! {
        <div class="form-grid">
            <div class="stack-tight">
                <TextField
                    id="leave-start"
                    name="start_date"
                    label=tu_string!(i18n, leave.form.start)
                    kind="date"
                    required=true
                    on_input=Callback::new(move |text| typed.start.set(text))
                />
                {half("start_half", tu_string!(i18n, leave.form.start_half), typed.start_half)}
            </div>
            <div class="stack-tight">
                <TextField
                    id="leave-end"
                    name="end_date"
                    label=tu_string!(i18n, leave.form.end)
                    kind="date"
                    required=true
                    on_input=Callback::new(move |text| typed.end.set(text))
                />
                {half("end_half", tu_string!(i18n, leave.form.end_half), typed.end_half)}
            </div>
        </div>
    }
    .into_any()
}

/// How many working days the typed dates are.
fn counted(i18n: Language, typed: Typed, calendar: &WorkingCalendar) -> Option<AnyView> {
    let days = total(&typed.period()?.days(calendar));
    let text = tu_string!(i18n, leave.form.counted, days = days_label(i18n, days));
    Some(view! { <p>{text}</p> }.into_any())
}

/// The request that the typed dates overlap; the service would refuse them.
fn overlap(i18n: Language, typed: Typed, held: &[HeldLeave]) -> Option<AnyView> {
    let HeldLeave { period, status, .. } = *HeldLeave::in_the_way(held, typed.period()?)?;
    let dates = format!("{} {}", dates_text(i18n, period), halves_text(i18n, period));
    let status = status_label(i18n, status);
    let title =
        tu_string!(i18n, leave.form.overlap, dates = dates.trim_end().to_owned(), status = status);
    Some(
        view! {
            <Notice tone=Tone::Warning title>
                <p>{tu_string!(i18n, leave.form.overlap_text)}</p>
            </Notice>
        }
        .into_any(),
    )
}
