//! The requests that the reader decides on, and for who manages leave all of them.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::leave::request::{LeaveQuery, LeaveRequest, LeaveScope};
use shared::leave::status::LeaveStatus;
use shared::page::{Page, PageRequest};
use shared::permission::Permission;

use super::own_page::{leave_tabs, page};
use super::serverfns::list_leave;
use super::table::{Rows, request_table};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::EmptyState;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::page::found;
use crate::ui::pagination::PageLinks;

/// Which requests are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Show {
    /// Those that wait for the reader.
    Waiting,
    /// All of the reader's people.
    Team,
    /// All of the organization.
    All,
}

impl Show {
    fn read(text: Option<String>) -> Self {
        match text.as_deref() {
            Some("team") => Self::Team,
            Some("all") => Self::All,
            Some(_) | None => Self::Waiting,
        }
    }

    const fn text(self) -> &'static str {
        match self {
            Self::Waiting => "waiting",
            Self::Team => "team",
            Self::All => "all",
        }
    }

    fn query(self, page: u32) -> LeaveQuery {
        let scope = match self {
            Self::Waiting | Self::Team => LeaveScope::Team,
            Self::All => LeaveScope::All,
        };
        let status = (self == Self::Waiting).then_some(LeaveStatus::Pending);
        let page = PageRequest { page, ..PageRequest::default() };
        LeaveQuery { status, page, ..LeaveQuery::of(scope) }
    }
}

/// The page at `/leave/team`.
#[component]
pub fn LeaveTeamPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let shown = Memo::new(move |_| (Show::read(query.read().get("show")), page(&query.read())));
    let load = move || {
        let (show, page) = shown.get_untracked();
        list_leave(show.query(page))
    };
    let list = found(load, move |page| list_view(page, shown.get_untracked().0));

    view! {
        <Title text=tu_string!(i18n, leave.team_title)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, leave.team_title)}</h1>
                    <p>{tu_string!(i18n, leave.team_lead)}</p>
                </div>
                <div class="button-row">{csv_link(i18n, move || table(shown.get().0))}</div>
            </div>
            {leave_tabs("/leave/team")}
            {choices(shown)}
            <div class="stack-tight" id="list" data-live="">{list}</div>
        </div>
    }
    .into_any()
}

/// The requests that are shown, as a table.
fn table(show: Show) -> String {
    let LeaveQuery { scope, status, .. } = show.query(1);
    let status = status.map(|status| format!("&status={status}")).unwrap_or_default();
    format!("/api/leave/requests/export.csv?scope={scope}{status}")
}

fn choices(shown: Memo<(Show, u32)>) -> AnyView {
    let i18n = use_i18n();
    let link = |show: Show, text: &'static str| {
        let current = move || (shown.get().0 == show).then_some("true");
        view! {
            <a class="segment" href=address_of(show) aria-current=current data-noscroll="">
                {text}
            </a>
        }
        .into_any()
    };
    let all =
        may(Permission::LeaveManage).then(|| link(Show::All, tu_string!(i18n, leave.show_all)));

    view! {
        <nav class="segments" aria-label=tu_string!(i18n, leave.show)>
            {link(Show::Waiting, tu_string!(i18n, leave.show_waiting))}
            {link(Show::Team, tu_string!(i18n, leave.show_team))}
            {all}
        </nav>
    }
    .into_any()
}

fn list_view(page: Page<LeaveRequest>, show: Show) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, show);
    }
    let address = Callback::new(move |page: u64| format!("{}&page={page}", address_of(show)));
    view! {
        {request_table(page.data, Rows::Others)}
        <PageLinks pagination=page.pagination address/>
    }
    .into_any()
}

fn empty(i18n: Language, show: Show) -> AnyView {
    let (title, decided) = match show {
        Show::Waiting => {
            let decided = view! {
                <a class="button" href=address_of(Show::Team)>
                    {tu_string!(i18n, leave.show_team)}
                </a>
            };
            (tu_string!(i18n, leave.nothing_waits), Some(decided))
        }
        Show::Team | Show::All => (tu_string!(i18n, leave.nobody), None),
    };
    view! {
        <div class="card">
            <EmptyState icon=IconName::Inbox title text=tu_string!(i18n, leave.nobody_text)>
                {decided}
            </EmptyState>
        </div>
    }
    .into_any()
}

fn address_of(show: Show) -> String {
    format!("/leave/team?show={}", show.text())
}
