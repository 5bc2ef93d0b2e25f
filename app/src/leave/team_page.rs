//! The requests that the user decides on, and for leave managers all requests.

use leptos::prelude::*;
use shared::leave::absence::Absence;
use shared::leave::request::{LeaveQuery, LeaveRequest, LeaveScope};
use shared::leave::status::LeaveStatus;
use shared::page::{Page, PageRequest};
use shared::permission::Permission;

use super::my_leave_page::leave_tabs;
use super::serverfns::team_leave;
use super::table::{Rows, approval_form, request_table};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::pagination::PageLinks;
use crate::ui::query::{limit_part, parameter, requested_rows};
use crate::ui::tabs::{links, segment};

/// The filter of displayed requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Show {
    /// Requests pending for the user's decision.
    Waiting,
    /// All requests of the user's team.
    Team,
    /// All requests of the organization.
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

    fn query(self, page: PageRequest) -> LeaveQuery {
        let scope = match self {
            Self::Waiting | Self::Team => LeaveScope::Team,
            Self::All => LeaveScope::All,
        };
        let status = (self == Self::Waiting).then_some(LeaveStatus::Pending);
        LeaveQuery { status, page, ..LeaveQuery::of(scope) }
    }
}

/// The page at `/leave/team`.
#[component]
pub fn LeaveTeamPage() -> impl IntoView {
    let i18n = use_i18n();
    let show = Show::read(parameter("show"));
    let list = found(team_leave(show.query(requested_rows())), move |data| list_view(data, show));
    PageHead::new(tu_string!(i18n, leave.team_title), tu_string!(i18n, leave.team_lead))
        .actions([csv_link(i18n, table(show))])
        .page((
            leave_tabs("/leave/team"),
            choices(show),
            view! { <div class="stack-tight" id="list" data-live="">{list}</div> },
        ))
}

/// The address of the shown requests as CSV.
fn table(show: Show) -> String {
    let LeaveQuery { scope, status, .. } = show.query(PageRequest::default());
    let status = status.map(|status| format!("&status={status}")).unwrap_or_default();
    format!("/api/leave/requests/export.csv?scope={scope}{status}")
}

fn choices(shown: Show) -> AnyView {
    let i18n = use_i18n();
    let link = |show: Show, text: &'static str| segment(address_of(show), text, show == shown);
    let all =
        may(Permission::LeaveManage).then(|| link(Show::All, tu_string!(i18n, leave.show_all)));
    let choices = [
        link(Show::Waiting, tu_string!(i18n, leave.show_waiting)),
        link(Show::Team, tu_string!(i18n, leave.show_team)),
    ];
    links("segments", tu_string!(i18n, leave.show), choices.into_iter().chain(all))
}

fn list_view((page, absences): (Page<LeaveRequest>, Vec<Absence>), show: Show) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, show).card();
    }
    let limit = page.pagination.limit;
    let address = Callback::new(move |page: u64| format!("{}&page={page}", sized(show, limit)));
    let sizes = Callback::new(move |limit| sized(show, limit));
    let approval = approval_form(i18n, &page.data);
    view! {
        {request_table(page.data, Rows::Others, Some(&absences))}
        {approval}
        <PageLinks pagination=page.pagination address sizes/>
    }
    .into_any()
}

fn empty(i18n: Language, show: Show) -> Empty {
    let text = tu_string!(i18n, leave.nobody_text);
    match show {
        Show::Waiting => Empty::new(IconName::Inbox, tu_string!(i18n, leave.nothing_waits), text)
            .next(address_of(Show::Team), tu_string!(i18n, leave.show_team)),
        Show::Team | Show::All => Empty::new(IconName::Inbox, tu_string!(i18n, leave.nobody), text),
    }
}

/// The first page with this number of rows.
fn sized(show: Show, limit: u32) -> String {
    let limit = limit_part(limit).map(|part| format!("&{part}")).unwrap_or_default();
    format!("{}{limit}", address_of(show))
}

fn address_of(show: Show) -> String {
    format!("/leave/team?show={}", show.text())
}
