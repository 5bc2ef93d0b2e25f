//! The working calendar of the organization.

use leptos::prelude::*;
use shared::calendar::{Holiday, Weekday, WorkingCalendar};

use crate::i18n::{tu_string, use_i18n};
use crate::leave::label::weekday_label;
use crate::leave::manage_page::saving_form;
use crate::leave::serverfns::{AddHoliday, RemoveHoliday, SetWeek};
use crate::ui::button::submit_button;
use crate::ui::card::Card;
use crate::ui::field::TextField;
use crate::ui::label::Language;
use crate::ui::sent_form::{SentForm, sent_form};
use crate::ui::time::date_text;

/// The working days, the holidays, and a form that adds a holiday.
pub(in crate::leave) fn calendar_card(calendar: WorkingCalendar) -> AnyView {
    let i18n = use_i18n();
    let ticks: Vec<_> =
        Weekday::ALL.iter().map(|day| tick(i18n, *day, &calendar.working_days)).collect();
    let holidays: Vec<_> =
        calendar.holidays.into_iter().map(|holiday| line(i18n, holiday)).collect();

    let week = view! {
        <fieldset class="leave-policy">
            <legend>{tu_string!(i18n, leave.keep.week)}</legend>
            <div class="cluster">
                {ticks}
                {submit_button(tu_string!(i18n, leave.keep.save_week))}
            </div>
        </fieldset>
    };

    Card::new("calendar-title", tu_string!(i18n, leave.keep.calendar)).stack(view! {
        {sent_form::<SetWeek>(saving_form(""), week.into_any())}
        <h3>{tu_string!(i18n, leave.keep.holidays)}</h3>
        <ul class="leave-rows">{holidays}</ul>
        {holiday_form(i18n)}
    })
}

fn holiday_form(i18n: Language) -> AnyView {
    let form = SentForm::default()
        .class("form-grid")
        .anchors(r#"{"date":"holiday-date","name":"holiday-name"}"#);
    let content = view! {
        <TextField
            id="holiday-date"
            name="date"
            label=tu_string!(i18n, leave.keep.holiday_date)
            kind="date"
            required=true
        />
        <TextField id="holiday-name" name="name" label=tu_string!(i18n, leave.keep.holiday_name)/>
        <div class="button-row">
            {submit_button(tu_string!(i18n, leave.keep.add_holiday))}
        </div>
    };
    sent_form::<AddHoliday>(form, content.into_any())
}

fn tick(i18n: Language, day: Weekday, working: &[Weekday]) -> AnyView {
    view! {
        <label class="choice">
            <input
                type="checkbox"
                name=format!("week[{day}]")
                value="true"
                checked=working.contains(&day)
            />
            {weekday_label(i18n, day)}
        </label>
    }
    .into_any()
}

fn line(i18n: Language, holiday: Holiday) -> AnyView {
    let date = date_text(i18n, holiday.date);
    let about = format!(": {date}");
    let form = SentForm::default().class("cluster");
    let content = view! {
        <input type="hidden" name="date" value=holiday.date.to_string()/>
        <strong>{date}</strong>
        <span>{holiday.name}</span>
        <button class="button button-quiet" type="submit">
            {tu_string!(i18n, leave.keep.remove)}
            <span class="visually-hidden">{about}</span>
        </button>
    };
    view! { <li>{sent_form::<RemoveHoliday>(form, content.into_any())}</li> }.into_any()
}
