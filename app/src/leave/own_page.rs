//! The reader's own leave.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use leptos_router::params::ParamsMap;
use shared::leave::period::Period;
use shared::leave::request::{LeaveQuery, LeaveScope};
use shared::page::PageRequest;
use shared::permission::Permission;

use super::card::balance_cards;
use super::request_form::{period_of, request_form};
use super::serverfns::{LeaveDesk, leave_desk};
use super::table::{Rows, request_table};
use crate::frame::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::session::{DecidesLeave, may};
use crate::ui::digits;
use crate::ui::empty_state::EmptyState;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::found;
use crate::ui::pagination::PageLinks;

/// The page at `/leave`.
#[component]
pub fn LeavePage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map().get_untracked();
    let (year, page, period) = (number(&query, "year"), page(&query), period_of(&query));
    let load = move || {
        let page = PageRequest { page, ..PageRequest::default() };
        leave_desk(year, LeaveQuery { page, ..LeaveQuery::of(LeaveScope::Mine) })
    };
    let content = found(load, move |desk| desk_view(desk, period));

    view! {
        <Title text=tu_string!(i18n, leave.title)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, leave.title)}</h1>
                    <p>{tu_string!(i18n, leave.lead)}</p>
                </div>
            </div>
            {leave_tabs("/leave")}
            {content}
        </div>
    }
    .into_any()
}

/// The pages of leave that the reader may see.
pub(super) fn leave_tabs(current: &'static str) -> AnyView {
    let i18n = use_i18n();
    let tab = |address: &'static str, text: &'static str| {
        let is_current = (address == current).then_some("page");
        view! { <a class="tab" href=address aria-current=is_current data-noscroll="">{text}</a> }
            .into_any()
    };
    let live = use_live();
    let decides = use_context::<DecidesLeave>().is_some_and(|DecidesLeave(decides)| decides);
    // Readers who follow a link to the page, or have a request to decide on, see the tab too.
    let team = (decides || current == "/leave/team" || live.counts.leave > 0)
        .then(|| tab("/leave/team", tu_string!(i18n, leave.tab_team)));
    let manage = may(Permission::LeaveManage)
        .then(|| tab("/leave/manage", tu_string!(i18n, leave.tab_manage)));

    view! {
        <nav class="tabs" aria-label=tu_string!(i18n, leave.pages)>
            {tab("/leave", tu_string!(i18n, leave.tab_own))}
            {team}
            {manage}
        </nav>
    }
    .into_any()
}

/// A whole number of the address.
pub(super) fn number(query: &ParamsMap, name: &str) -> Option<i32> {
    query.get(name)?.parse().ok()
}

/// The page of a list that the address asks for.
pub(super) fn page(query: &ParamsMap) -> u32 {
    query.get("page").and_then(|page| page.parse().ok()).filter(|page| *page > 0).unwrap_or(1)
}

fn desk_view(desk: LeaveDesk, period: Option<Period>) -> AnyView {
    let i18n = use_i18n();
    let LeaveDesk { balances, requests, calendar, held, unlocked_by } = desk;
    let year = balances.year;
    let address = Callback::new(move |page: u64| format!("/leave?year={year}&page={page}"));
    let list = if requests.data.is_empty() {
        view! {
            <div class="card">
                <EmptyState
                    icon=IconName::Calendar
                    title=tu_string!(i18n, leave.none)
                    text=tu_string!(i18n, leave.none_text)
                />
            </div>
        }
        .into_any()
    } else {
        view! {
            {request_table(requests.data, Rows::Mine)}
            <PageLinks pagination=requests.pagination address/>
        }
        .into_any()
    };

    view! {
        <section class="stack" id="balances" data-live="" aria-labelledby="balances-title">
            {year_head(year, "/leave?")}
            {balance_cards(&balances, unlocked_by.as_ref())}
        </section>
        {request_form(&balances, period, (&calendar, &held))}
        <section class="stack" id="requests" data-live="" aria-labelledby="requests-title">
            <h2 id="requests-title">{tu_string!(i18n, leave.my_requests)}</h2>
            {list}
        </section>
    }
    .into_any()
}

/// The heading of the balances, with the years before and after.
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
