//! Leave management: balances and adjustments of staff, policies, the calendar and the year-end.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use super::management::{calendar_card, person_card, policies_card, year_end_card};
use super::my_leave_page::{leave_tabs, number};
use super::serverfns::{LeaveManagementPageData, LeaveManagementQuery, leave_management_page_data};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::page::{PageHead, found};
use crate::ui::sent_form::SentForm;

/// The page at `/leave/manage`.
#[component]
pub fn LeaveManagePage() -> impl IntoView {
    let i18n = use_i18n();
    let query = read(&use_query_map().get_untracked());
    let content =
        found(leave_management_page_data(query.clone()), move |data| content(data, &query));
    PageHead::new(tu_string!(i18n, leave.manage_title), tu_string!(i18n, leave.manage_lead))
        .page((leave_tabs("/leave/manage"), content))
}

fn read(query: &ParamsMap) -> LeaveManagementQuery {
    LeaveManagementQuery {
        q: query.get("q").filter(|q| !q.trim().is_empty()),
        staff_id: query.get("staff").and_then(|id| id.parse().ok()),
        year: number(query, "year"),
        close: number(query, "close"),
    }
}

fn content(data: LeaveManagementPageData, query: &LeaveManagementQuery) -> AnyView {
    let year = data.current_year;
    view! {
        {person_card(query, &data)}
        {policies_card(data.policies, year)}
        {calendar_card(data.calendar)}
        {year_end_card(data.year_end, year)}
    }
    .into_any()
}

/// A form of this page, with a confirmation after saving.
pub(super) fn saving_form(class: &'static str) -> SentForm {
    SentForm::default().class(class).confirm(tu_string!(use_i18n(), leave.saved).to_owned())
}
