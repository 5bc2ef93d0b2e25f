//! The lists of appraisals: the user's own, those pending for the user, and all.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::appraisal::list::{AppraisalSummary, Scope};
use shared::page::Page;
use shared::permission::Permission;

use super::address::ListAddress;
use super::filters::filters;
use super::list_appraisals;
use super::table::appraisal_table;
use crate::frame::count::{Counted, live_count};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::button::new_link;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::pagination::PageLinks;
use crate::ui::tabs::{links, tab};

/// The page at `/appraisals`.
#[component]
pub fn ListPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = ListAddress::read(&use_query_map().get_untracked());
    let head = PageHead::new(tu_string!(i18n, frame.appraisals), "");
    let actions = may(Permission::AppraisalsHrManage).then(|| manager_actions(i18n, &address));
    let filters = (address.scope == Scope::All).then(|| filters(i18n, &address));
    let head = head.actions(filters.into_iter().chain(actions.into_iter().flatten()));
    let tabs = tabs(i18n, address.scope);
    let query = address.query();
    let list = found(list_appraisals(query), move |page| list_view(page, &address));
    head.page((tabs, view! { <div id="list" data-live="">{list}</div> }))
}

/// The HR actions on all appraisals. The CSV file contains the rows that match the filters; the
/// other scopes have none.
fn manager_actions(i18n: Language, address: &ListAddress) -> Vec<AnyView> {
    let csv = (address.scope == Scope::All)
        .then(|| csv_link(i18n, address.path_of("/api/staff/appraisals/export.csv")));
    let start = new_link("/appraisals/new", tu_string!(i18n, frame.start));
    csv.into_iter().chain([start]).collect()
}

/// The tabs of the scopes that the user may see.
fn tabs(i18n: Language, current: Scope) -> AnyView {
    let scope =
        |scope: Scope, text: AnyView| tab(ListAddress::of(scope).path(), text, scope == current);
    let queue = view! { {tu_string!(i18n, list.queue)} " " {live_count(Counted::Pending)} };
    let all = may(Permission::AppraisalsHrManage)
        .then(|| scope(Scope::All, tu_string!(i18n, list.all).into_any()));
    let tabs = [
        scope(Scope::Mine, tu_string!(i18n, list.mine).into_any()),
        scope(Scope::Queue, queue.into_any()),
    ];
    links("tabs", tu_string!(i18n, list.scope), tabs.into_iter().chain(all))
}

/// The rows of a page, or an empty state with the next step.
fn list_view(page: Page<AppraisalSummary>, address: &ListAddress) -> AnyView {
    if page.data.is_empty() {
        return empty(address).card();
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let list = address.clone();
    let sizes = Callback::new(move |limit| ListAddress { page: 1, limit, ..list.clone() }.path());

    view! {
        <div class="stack-tight">
            {appraisal_table(page.data, address)}
            <PageLinks pagination=page.pagination address=to_page sizes/>
        </div>
    }
    .into_any()
}

fn empty(address: &ListAddress) -> Empty {
    let i18n = use_i18n();
    if address.is_filtered() || address.page > 1 {
        let all = ListAddress::of(address.scope).path();
        let (title, text) = (tu_string!(i18n, list.no_match), tu_string!(i18n, list.no_match_text));
        return Empty::new(IconName::Search, title, text).next(all, tu_string!(i18n, list.clear));
    }
    match address.scope {
        Scope::Queue => Empty::new(
            IconName::Inbox,
            tu_string!(i18n, list.nothing_waits),
            tu_string!(i18n, list.nothing_waits_text),
        )
        .next(ListAddress::of(Scope::Mine).path(), tu_string!(i18n, list.see_mine)),
        Scope::Mine => Empty::new(
            IconName::FileText,
            tu_string!(i18n, list.none_of_mine),
            tu_string!(i18n, list.none_of_mine_text),
        ),
        Scope::All => Empty::new(
            IconName::FileText,
            tu_string!(i18n, list.none_at_all),
            tu_string!(i18n, list.none_at_all_text),
        )
        .first_step("/appraisals/new", tu_string!(i18n, frame.start)),
    }
}
