//! Keeping leave: somebody's balances and corrections, policies, the calendar and the year-end.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;

use super::keeping::{calendar_card, person_card, policies_card, year_end_card};
use super::own_page::{leave_tabs, number};
use super::serverfns::{
    AddHoliday, AdjustLeave, CloseYear, Keeping, KeepingQuery, MoveLeave, RemoveHoliday,
    SetLeavePolicy, SetWeek, keeping,
};
use super::{answered, confirm_done, confirm_move, error_of};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::error_summary::ErrorSummary;
use crate::ui::page::loaded;

/// What the page can do.
#[derive(Clone, Copy)]
pub(super) struct Acts {
    pub(super) policy: ServerAction<SetLeavePolicy>,
    pub(super) week: ServerAction<SetWeek>,
    pub(super) add_holiday: ServerAction<AddHoliday>,
    pub(super) remove_holiday: ServerAction<RemoveHoliday>,
    pub(super) adjust: ServerAction<AdjustLeave>,
    pub(super) close: ServerAction<CloseYear>,
    pub(super) step: ServerAction<MoveLeave>,
}

impl Acts {
    fn new() -> Self {
        Self {
            policy: ServerAction::new(),
            week: ServerAction::new(),
            add_holiday: ServerAction::new(),
            remove_holiday: ServerAction::new(),
            adjust: ServerAction::new(),
            close: ServerAction::new(),
            step: ServerAction::new(),
        }
    }

    /// How often any of them was answered: what is shown is then loaded again.
    fn answered(self) -> Signal<usize> {
        let counts = [
            answered(self.policy),
            answered(self.week),
            answered(self.add_holiday),
            answered(self.remove_holiday),
            answered(self.adjust),
            answered(self.close),
            answered(self.step),
        ];
        Signal::derive(move || counts.iter().map(|count| count.get()).sum())
    }

    /// What went wrong last, with whichever of them.
    fn errors(self) -> [Signal<Option<UiError>>; 7] {
        [
            error_of(self.policy),
            error_of(self.week),
            error_of(self.add_holiday),
            error_of(self.remove_holiday),
            error_of(self.adjust),
            error_of(self.close),
            error_of(self.step),
        ]
    }
}

/// The page at `/leave/manage`.
#[component]
pub fn LeaveManagePage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let acts = Acts::new();
    let saved = tu_string!(i18n, leave.saved);
    confirm_done(acts.policy, saved);
    confirm_done(acts.week, saved);
    confirm_done(acts.adjust, saved);
    confirm_done(acts.close, saved);
    confirm_move(acts.step);
    let address = Memo::new(move |_| read(&query.read()));
    let answers = acts.answered();
    let resource =
        Resource::new(move || (address.get(), answers.get()), |(query, _)| keeping(query));
    let content = loaded(resource, move |keeping| content(keeping, &address.get_untracked(), acts));
    let errors: Vec<_> = acts
        .errors()
        .into_iter()
        .map(|error| view! { <ErrorSummary error anchor=anchor()/> }.into_any())
        .collect();

    view! {
        <Title text=tu_string!(i18n, leave.manage_title)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, leave.manage_title)}</h1>
                    <p>{tu_string!(i18n, leave.manage_lead)}</p>
                </div>
            </div>
            {leave_tabs("/leave/manage")}
            {errors}
            {content}
        </div>
    }
    .into_any()
}

fn read(query: &ParamsMap) -> KeepingQuery {
    KeepingQuery {
        q: query.get("q").filter(|q| !q.trim().is_empty()),
        staff_id: query.get("staff").and_then(|id| id.parse().ok()),
        year: number(query, "year"),
        close: number(query, "close"),
    }
}

/// Where the field of an error is on this page.
fn anchor() -> Callback<String, String> {
    Callback::new(|field: String| match field.as_str() {
        "days" => "adjust-days".to_owned(),
        "reason" => "adjust-reason".to_owned(),
        "year" => "adjust-year".to_owned(),
        _ => "main".to_owned(),
    })
}

fn content(keeping: Keeping, query: &KeepingQuery, acts: Acts) -> AnyView {
    let year = keeping.current_year;
    view! {
        {person_card(query, &keeping, acts)}
        {policies_card(keeping.policies, year, acts)}
        {calendar_card(keeping.calendar, acts)}
        {year_end_card(keeping.year_end, year, acts)}
    }
    .into_any()
}
