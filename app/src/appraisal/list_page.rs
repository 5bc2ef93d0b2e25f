//! The lists of appraisals: mine, waiting for me, and all of them.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::appraisal::list::{AppraisalSummary, Scope};
use shared::page::Page;
use shared::permission::Permission;

use super::address::ListAddress;
use super::filters::Filters;
use super::list_appraisals;
use super::table::AppraisalTable;
use crate::frame::count::{Counted, live_count};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::EmptyState;
use crate::ui::icon::{Icon, IconName};
use crate::ui::page::found;
use crate::ui::pagination::PageLinks;

/// The page at `/appraisals`.
#[component]
pub fn ListPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| ListAddress::read(&query.read()));
    let load = move || list_appraisals(address.read_untracked().query());
    let list = found(load, move |page| list_view(page, &address.read_untracked()));
    let filters =
        move || (address.read().scope == Scope::All).then(|| view! { <Filters address/> });

    view! {
        <Title text=tu_string!(i18n, frame.appraisals)/>
        <div class="page">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, frame.appraisals)}</h1>
                </div>
                {may(Permission::AppraisalsHrManage).then(|| view! { <ManagerActions address/> })}
            </div>
            <Tabs address/>
            {filters}
            <div id="list" data-live="">{list}</div>
        </div>
    }
    .into_any()
}

/// What human resources can do with all appraisals.
///
/// * `address`: what is shown; a file holds the same rows, and there is none of the other scopes.
#[component]
fn ManagerActions(address: Memo<ListAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let is_all = Memo::new(move |_| address.read().scope == Scope::All);
    let csv = move || {
        is_all.get().then(|| {
            let path = move || address.read().path_of("/api/staff/appraisals/export.csv");
            csv_link(i18n, path)
        })
    };

    view! {
        <div class="button-row">
            {csv}
            <a class="button button-primary" href="/appraisals/new">
                <Icon name=IconName::Plus/>
                {tu_string!(i18n, frame.start)}
            </a>
        </div>
    }
    .into_any()
}

/// The scopes that the reader may see.
///
/// * `address`: which one is shown.
#[component]
fn Tabs(address: Memo<ListAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let current = move |scope| move || (address.read().scope == scope).then_some("page");
    let all = may(Permission::AppraisalsHrManage).then(|| {
        view! {
            <a
                class="tab"
                data-noscroll=""
                href=ListAddress::of(Scope::All).path()
                aria-current=current(Scope::All)
            >
                {tu_string!(i18n, list.all)}
            </a>
        }
    });

    view! {
        <nav class="tabs" aria-label=tu_string!(i18n, list.scope)>
            <a
                class="tab"
                data-noscroll=""
                href=ListAddress::of(Scope::Mine).path()
                aria-current=current(Scope::Mine)
            >
                {tu_string!(i18n, list.mine)}
            </a>
            <a
                class="tab"
                data-noscroll=""
                href=ListAddress::of(Scope::Queue).path()
                aria-current=current(Scope::Queue)
            >
                {tu_string!(i18n, list.queue)}
                " "
                {live_count(Counted::Pending)}
            </a>
            {all}
        </nav>
    }
    .into_any()
}

fn list_view(page: Page<AppraisalSummary>, address: &ListAddress) -> AnyView {
    if page.data.is_empty() {
        let address = address.clone();
        return view! {
            <div class="card">
                <Empty address/>
            </div>
        }
        .into_any();
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));

    view! {
        <div class="stack-tight">
            <AppraisalTable appraisals=page.data/>
            <PageLinks pagination=page.pagination address=to_page/>
        </div>
    }
    .into_any()
}

/// Why there is nothing, and what to do next.
///
/// * `address`: what was asked for.
#[component]
fn Empty(address: ListAddress) -> impl IntoView {
    let i18n = use_i18n();
    if address.is_filtered() || address.page > 1 {
        let clear = ListAddress::of(address.scope).path();
        return view! {
            <EmptyState
                icon=IconName::Search
                title=tu_string!(i18n, list.no_match)
                text=tu_string!(i18n, list.no_match_text)
            >
                <a class="button" href=clear>
                    {tu_string!(i18n, list.clear)}
                </a>
            </EmptyState>
        }
        .into_any();
    }
    match address.scope {
        Scope::Queue => view! {
            <EmptyState
                icon=IconName::Inbox
                title=tu_string!(i18n, list.nothing_waits)
                text=tu_string!(i18n, list.nothing_waits_text)
            >
                <a class="button" href=ListAddress::of(Scope::Mine).path()>
                    {tu_string!(i18n, list.see_mine)}
                </a>
            </EmptyState>
        }
        .into_any(),
        Scope::Mine => view! {
            <EmptyState
                icon=IconName::FileText
                title=tu_string!(i18n, list.none_of_mine)
                text=tu_string!(i18n, list.none_of_mine_text)
            />
        }
        .into_any(),
        Scope::All => view! {
            <EmptyState
                icon=IconName::FileText
                title=tu_string!(i18n, list.none_at_all)
                text=tu_string!(i18n, list.none_at_all_text)
            >
                <a class="button button-primary" href="/appraisals/new">
                    {tu_string!(i18n, frame.start)}
                </a>
            </EmptyState>
        }
        .into_any(),
    }
}
