//! The user's own leave.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;
use shared::leave::request::{LeaveQuery, LeaveScope};
use shared::page::PageRequest;
use shared::permission::Permission;

use super::card::balance_cards;
use super::feed_card::feed_card;
use super::request_form::{WantedLeave, request_form, wanted};
use super::serverfns::{LeavePageData, leave_page_data};
use super::table::{Rows, request_table};
use crate::frame::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::session::{DecidesLeave, may};
use crate::ui::digits;
use crate::ui::empty_state::Empty;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::{PageHead, found};
use crate::ui::pagination::PageLinks;
use crate::ui::query::{parameter, requested_page};
use crate::ui::tabs::{links, tab};

/// The page at `/leave`.
#[component]
pub fn LeavePage() -> impl IntoView {
    let i18n = use_i18n();
    let period = wanted(&use_query_map().get_untracked());
    let page = PageRequest { page: requested_page(), ..PageRequest::default() };
    let query = LeaveQuery { page, ..LeaveQuery::of(LeaveScope::Mine) };
    let content =
        found(leave_page_data(parameter("year"), query), move |data| page_view(data, period));
    PageHead::new(tu_string!(i18n, leave.title), tu_string!(i18n, leave.lead))
        .page((leave_tabs("/leave"), content))
}

/// The tabs of the leave pages that the user may see.
pub(super) fn leave_tabs(current: &'static str) -> AnyView {
    let i18n = use_i18n();
    let live = use_live();
    let decides = use_context::<DecidesLeave>().is_some_and(|DecidesLeave(decides)| decides);
    // Users who follow a link to the page, or have a request to decide on, see the tab too.
    let is_here = current == "/leave/team" || current == "/leave/calendar";
    let sees_team = decides || is_here || live.counts.leave > 0;
    let tabs = [
        ("/leave", tu_string!(i18n, leave.tab_own), true),
        ("/leave/team", tu_string!(i18n, leave.tab_team), sees_team),
        ("/leave/calendar", tu_string!(i18n, leave.calendar.tab), sees_team),
        ("/leave/manage", tu_string!(i18n, leave.tab_manage), may(Permission::LeaveManage)),
    ];
    let open = tabs.into_iter().filter(|(.., is_open)| *is_open);
    let tabs = open.map(|(address, text, _)| tab(address, text, address == current));
    links("tabs", tu_string!(i18n, leave.pages), tabs)
}

/// An integer query parameter.
pub(super) fn number(query: &ParamsMap, name: &str) -> Option<i32> {
    query.get(name)?.parse().ok()
}

fn page_view(data: LeavePageData, period: Option<WantedLeave>) -> AnyView {
    let i18n = use_i18n();
    let LeavePageData { balances, requests, calendar, existing, unlocked_by, feed } = data;
    let year = balances.year;
    let address = Callback::new(move |page: u64| format!("/leave?year={year}&page={page}"));
    let list: AnyView = if requests.data.is_empty() {
        Empty::new(
            IconName::Calendar,
            tu_string!(i18n, leave.none),
            tu_string!(i18n, leave.none_text),
        )
        .card()
    } else {
        view! {
            {request_table(requests.data, Rows::Mine, None)}
            <PageLinks pagination=requests.pagination address/>
        }
        .into_any()
    };

    view! {
        <div class="leave-layout">
            {request_form(&balances, period, (&calendar, &existing))}
            <section class="stack" id="balances" data-live="" aria-labelledby="balances-title">
                {year_head(year, "/leave?")}
                {balance_cards(&balances, unlocked_by.as_ref())}
            </section>
        </div>
        <section class="stack" id="requests" data-live="" aria-labelledby="requests-title">
            <h2 id="requests-title">{tu_string!(i18n, leave.my_requests)}</h2>
            {list}
        </section>
        {feed_card(i18n, feed)}
    }
    .into_any()
}

/// The heading of the balances, with links to the previous and the next year.
pub(super) fn year_head(year: i32, address: &str) -> AnyView {
    let i18n = use_i18n();
    let link = |year: i32| format!("{address}year={year}");
    view! {
        <div class="cluster">
            <h2 id="balances-title">{tu_string!(i18n, leave.balances, year = year)}</h2>
            <div class="button-row">
                <a class="button button-quiet" href=link(year - 1)>
                    <Icon name=IconName::ChevronLeft class="icon-mirror"/>
                    <span class="visually-hidden">{tu_string!(i18n, leave.before)} " "</span>
                    {digits::number(year - 1)}
                </a>
                <a class="button button-quiet" href=link(year + 1)>
                    <span class="visually-hidden">{tu_string!(i18n, leave.after)} " "</span>
                    {digits::number(year + 1)}
                    <Icon name=IconName::ChevronRight class="icon-mirror"/>
                </a>
            </div>
        </div>
    }
    .into_any()
}
