//! The month of the user's team, or of the organization: who is away on which day.

use chrono::{Datelike, NaiveDate};
use leptos::prelude::*;
use shared::calendar::{Weekday, WorkingCalendar};
use shared::leave::absence::{Absence, Away, Month};
use shared::leave::request::LeaveScope;
use shared::permission::Permission;

use super::label::weekday_label;
use super::my_leave_page::leave_tabs;
use super::serverfns::{LeaveCalendarData, leave_calendar};
use super::table::dates_text;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::date::month_year_text;
use crate::ui::digits::number;
use crate::ui::empty_state::Empty;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::query::parameter;
use crate::ui::table::rendered_table;
use crate::ui::tabs::{links, segment};

const PATH: &str = "/leave/calendar";

/// The page at `/leave/calendar`.
#[component]
pub fn LeaveCalendarPage() -> impl IntoView {
    let i18n = use_i18n();
    let scope = match parameter::<LeaveScope>("show") {
        Some(LeaveScope::All) if may(Permission::LeaveManage) => LeaveScope::All,
        _ => LeaveScope::Team,
    };
    let data = leave_calendar(parameter("month"), scope);
    PageHead::new(tu_string!(i18n, leave.calendar.title), "")
        .page((leave_tabs(PATH), found(data, move |data| month_view(i18n, &data, scope))))
}

fn month_view(i18n: Language, data: &LeaveCalendarData, scope: LeaveScope) -> AnyView {
    let LeaveCalendarData { month, today, absences, calendar } = data;
    let people = Absence::by_person(absences.clone());
    let content = if people.is_empty() {
        let text = tu_string!(i18n, leave.calendar.nobody_text);
        Empty::new(IconName::Calendar, tu_string!(i18n, leave.calendar.nobody), text).card()
    } else {
        view! { {grid(i18n, *month, (*today, calendar), &people)} {list(i18n, &people)} }.into_any()
    };
    view! {
        <section class="stack" aria-labelledby="month">
            <div class="cluster">
                <h2 id="month">{month_year_text(i18n, month.first())}</h2>
                {steps(i18n, *month, scope)}
                {scopes(i18n, *month, scope)}
            </div>
            {content}
        </section>
    }
    .into_any()
}

fn address(month: Month, scope: LeaveScope) -> String {
    format!("{PATH}?month={month}&show={scope}")
}

/// The links to the previous and the next month.
fn steps(i18n: Language, month: Month, scope: LeaveScope) -> AnyView {
    let [before, after] = month.neighbours();
    let link = |month: Month, label: &'static str, icon| {
        let text = month_year_text(i18n, month.first());
        view! {
            <a
                class="button button-icon"
                href=address(month, scope)
                aria-label=format!("{label} {text}")
                data-noscroll=""
            >
                <Icon name=icon class="icon-mirror"/>
            </a>
        }
        .into_any()
    };
    let before = before.map(|it| link(it, tu_string!(i18n, leave.before), IconName::ChevronLeft));
    let after = after.map(|it| link(it, tu_string!(i18n, leave.after), IconName::ChevronRight));
    view! { <div class="button-row">{before} {after}</div> }.into_any()
}

/// The choice between team and organization, for managers of leave.
fn scopes(i18n: Language, month: Month, shown: LeaveScope) -> Option<AnyView> {
    may(Permission::LeaveManage).then(|| {
        let link = |scope, text| segment(address(month, scope), text, scope == shown);
        let scopes = [
            link(LeaveScope::Team, tu_string!(i18n, leave.show_team)),
            link(LeaveScope::All, tu_string!(i18n, leave.show_all)),
        ];
        links("segments", tu_string!(i18n, leave.show), scopes)
    })
}

/// A row for each person and a column for each day; on a narrow screen the list replaces it.
fn grid(
    i18n: Language,
    month: Month,
    (today, calendar): (NaiveDate, &WorkingCalendar),
    people: &[Vec<Absence>],
) -> AnyView {
    let days: Vec<_> = month.days().map(|day| heading(i18n, day, (today, calendar))).collect();
    let headings = view! {
        <th scope="col">{tu_string!(i18n, leave.person)}</th>
        {days}
    };
    let rows: Vec<_> = people
        .iter()
        .map(|absences| {
            let name = absences.first().map(|it| it.staff_name.clone());
            let cells: Vec<_> =
                month.days().map(|day| cell(i18n, absences, day, calendar)).collect();
            view! {
                <tr>
                    <th scope="row">{name}</th>
                    {cells}
                </tr>
            }
            .into_any()
        })
        .collect();
    view! {
        <div
            class="table-card leave-month"
            role="region"
            tabindex="0"
            aria-label=tu_string!(i18n, leave.calendar.title)
        >
            {rendered_table("table", None, headings, rows)}
        </div>
        <p class="leave-month-key">
            <span class="leave-day" data-away="day"></span>
            {tu_string!(i18n, leave.calendar.away)}
            <span class="leave-day" data-away="day" data-pending=""></span>
            {tu_string!(i18n, leave.pending)}
        </p>
    }
    .into_any()
}

fn heading(
    i18n: Language,
    day: NaiveDate,
    (today, calendar): (NaiveDate, &WorkingCalendar),
) -> AnyView {
    let weekday = weekday_label(i18n, Weekday::of(day));
    // The Arabic names of all days begin with the article.
    let initial: String = weekday.strip_prefix("ال").unwrap_or(weekday).chars().take(2).collect();
    let free = (!calendar.is_working_day(day)).then_some("");
    let current = (day == today).then_some("date");
    view! {
        <th scope="col" data-free=free aria-current=current>
            <abbr title=weekday>{initial}</abbr>
            {number(day.day())}
        </th>
    }
    .into_any()
}

fn cell(
    i18n: Language,
    absences: &[Absence],
    day: NaiveDate,
    calendar: &WorkingCalendar,
) -> AnyView {
    let free = (!calendar.is_working_day(day)).then_some("");
    let away = absences.iter().find_map(|it| Some((it.on(day)?, it.is_pending)));
    let mark = away.filter(|_| free.is_none()).map(|(part, is_pending)| {
        let text = if is_pending {
            tu_string!(i18n, leave.pending)
        } else {
            tu_string!(i18n, leave.calendar.away)
        };
        let part = match part {
            Away::Day => "day",
            Away::Morning => "morning",
            Away::Afternoon => "afternoon",
        };
        view! {
            <span class="leave-day" data-away=part data-pending=is_pending.then_some("")>
                <span class="visually-hidden">{text}</span>
            </span>
        }
    });
    view! { <td data-free=free>{mark}</td> }.into_any()
}

/// The same by person, as text.
fn list(i18n: Language, people: &[Vec<Absence>]) -> AnyView {
    let people: Vec<_> = people
        .iter()
        .map(|absences| {
            let name = absences.first().map(|it| it.staff_name.clone());
            let dates: Vec<_> = absences.iter().map(|it| absence_line(i18n, it)).collect();
            view! {
                <li class="card">
                    <div class="card-body stack-tight">
                        <strong>{name}</strong>
                        <ul class="leave-rows">{dates}</ul>
                    </div>
                </li>
            }
            .into_any()
        })
        .collect();
    view! { <ul class="leave-rows leave-month-list">{people}</ul> }.into_any()
}

fn absence_line(i18n: Language, absence: &Absence) -> AnyView {
    let pending = absence.is_pending.then(|| {
        view! { <span class="muted">{tu_string!(i18n, leave.pending)}</span> }
    });
    view! { <li>{dates_text(i18n, absence.period)} " " {pending}</li> }.into_any()
}
