//! All facilities: saved views, search, filters, and how each one stands.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::credit::facility::{Facility, FacilityQuery, FacilitySort, NextDue};
use shared::credit::vocabulary::{AgeingBucket, FacilityStatus};
use shared::page::Page;
use shared::permission::Permission;

use super::area::{Area, credit_tabs};
use super::label::{bucket_label, product_label, product_options, status_badge, status_label};
use super::list_facilities;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::badge::{Tone, ToneText};
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::{EmptyState, NoMatch};
use crate::ui::field::SelectField;
use crate::ui::filter::{any_or, filter_form};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::money::money_text;
use crate::ui::page::{found, page_head};
use crate::ui::pagination::PageLinks;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Column, cell, number_cell};
use crate::ui::time::{days_text, short_date_text};

const FORM: QueryForm = QueryForm {
    path: "/credit",
    names: &["q", "status", "productType", "bucket", "customerId", "dueWithin", "mine", "sort"],
};

/// The page at `/credit`.
#[component]
pub fn FacilitiesPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| FORM.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        list_facilities(facility_query(&address))
    };
    let list = found(load, move |page| list_view(page, &address.get_untracked()));
    let (title, lead) = (tu_string!(i18n, credit.title), tu_string!(i18n, credit.list.lead));

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), lead, actions(i18n, address))}
            {credit_tabs(Area::Facilities)}
            {views(i18n, address)}
            {filters(i18n, address)}
            {list}
        </div>
    }
    .into_any()
}

fn facility_query(address: &QueryAddress) -> FacilityQuery {
    let statuses = address.text("status").unwrap_or_default();
    FacilityQuery {
        status: statuses.split(',').filter_map(|status| status.parse().ok()).collect(),
        product_type: address.value("productType"),
        customer_id: address.value("customerId"),
        bucket: address.value("bucket"),
        due_within: address.value("dueWithin"),
        mine: address.value("mine").unwrap_or_default(),
        q: address.text("q").map(str::to_owned),
        sort: address.value("sort"),
        page: address.page(),
    }
}

fn actions(i18n: Language, address: Memo<QueryAddress>) -> Vec<AnyView> {
    let csv = csv_link(i18n, move || address.read().path_of("/api/credit/facilities/export.csv"));
    let new = may(Permission::CreditCreate).then(|| {
        view! {
            <a class="button button-primary" href="/credit/new">
                <Icon name=IconName::Plus/>
                {tu_string!(i18n, credit.new.title)}
            </a>
        }
        .into_any()
    });
    std::iter::once(csv).chain(new).collect()
}

/// What people come here for, one link each.
fn views(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let views = [
        (tu_string!(i18n, credit.list.view_all), ""),
        (tu_string!(i18n, credit.list.view_drafts), "status=draft"),
        (tu_string!(i18n, credit.list.view_review), "status=pending_review"),
        (tu_string!(i18n, credit.list.view_shariah), "status=shariah_review"),
        (tu_string!(i18n, credit.list.view_ready), "status=approved"),
        (tu_string!(i18n, credit.list.view_due), "dueWithin=7&sort=next_due"),
        (tu_string!(i18n, credit.list.view_overdue), "status=overdue&sort=next_due"),
        (tu_string!(i18n, credit.list.view_non_accrual), "status=non_accrual"),
    ];
    let mine = (tu_string!(i18n, credit.list.view_mine), "status=draft&mine=true");
    let mine = may(Permission::CreditCreate).then_some(mine);
    let (all, others) = views.split_at(1);
    let links: Vec<_> = all
        .iter()
        .copied()
        .chain(mine)
        .chain(others.iter().copied())
        .map(|(text, query)| {
            let path = if query.is_empty() {
                FORM.path.to_owned()
            } else {
                format!("{}?{query}", FORM.path)
            };
            let href = path.clone();
            let current = move || (address.read().at_page(1) == path).then_some("true");
            view! {
                <li>
                    <a class="credit-view" href=href aria-current=current>
                        {text}
                    </a>
                </li>
            }
            .into_any()
        })
        .collect();

    view! {
        <nav aria-label=tu_string!(i18n, credit.list.views)>
            <ul class="credit-views">{links}</ul>
        </nav>
    }
    .into_any()
}

fn filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let any = tu_string!(i18n, people.list.any);
    let kept = ["customerId", "dueWithin", "mine"].map(|name| kept(name, address));
    let products = any_or(any, product_options(i18n));
    let (label, hint) =
        (tu_string!(i18n, credit.list.filters), tu_string!(i18n, credit.list.search_hint));
    let filters = view! {
        {kept.into_iter().collect_view()}
        {filter("status", tu_string!(i18n, credit.list.status), statuses(i18n, any), address)}
        {filter("productType", tu_string!(i18n, credit.list.product), products, address)}
        {filter("bucket", tu_string!(i18n, credit.list.late), buckets(i18n, any), address)}
        {filter("sort", tu_string!(i18n, list.sort), sorts(i18n), address)}
    };
    filter_form(FORM, address, label, hint, filters)
}

/// What a view or another page narrowed the list to stays when it is filtered further.
fn kept(name: &'static str, address: Memo<QueryAddress>) -> AnyView {
    let hidden = move || {
        let value = address.read().text(name).map(str::to_owned)?;
        Some(view! { <input type="hidden" name=name value=value/> })
    };
    hidden.into_any()
}

fn filter(
    name: &'static str,
    label: &'static str,
    options: Vec<(String, String)>,
    address: Memo<QueryAddress>,
) -> AnyView {
    let value = Signal::derive(move || address.read().shown(name));
    view! { <SelectField id=name name label options value/> }.into_any()
}

/// The statuses, and all of those in which money is owed.
fn statuses(i18n: Language, any: &str) -> Vec<(String, String)> {
    let live = FacilityStatus::ALL.iter().filter(|status| status.is_live());
    let live: Vec<_> = live.map(|status| status.as_str()).collect();
    let live = (live.join(","), tu_string!(i18n, credit.list.live).to_owned());
    let each = FacilityStatus::ALL
        .iter()
        .map(|it| (it.as_str().to_owned(), status_label(i18n, *it).to_owned()));
    any_or(any, std::iter::once(live).chain(each))
}

fn buckets(i18n: Language, any: &str) -> Vec<(String, String)> {
    let each = AgeingBucket::ALL
        .iter()
        .map(|it| (it.as_str().to_owned(), bucket_label(i18n, *it).to_owned()));
    any_or(any, each)
}

fn sorts(i18n: Language) -> Vec<(String, String)> {
    let label = |sort: FacilitySort| match sort {
        FacilitySort::Newest => tu_string!(i18n, list.sort_newest),
        FacilitySort::Outstanding => tu_string!(i18n, credit.list.sort_outstanding),
        FacilitySort::NextDue => tu_string!(i18n, credit.list.sort_next_due),
    };
    let value = |sort: FacilitySort| match sort {
        FacilitySort::Newest => String::new(),
        FacilitySort::Outstanding | FacilitySort::NextDue => sort.as_str().to_owned(),
    };
    FacilitySort::ALL.iter().map(|sort| (value(*sort), label(*sort).to_owned())).collect()
}

fn list_view(page: Page<Facility>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, address);
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.reference)),
        Column::Text(tu_string!(i18n, credit.list.customer)),
        Column::Number(tu_string!(i18n, credit.list.amount)),
        Column::Number(tu_string!(i18n, credit.list.outstanding)),
        Column::Number(tu_string!(i18n, credit.list.next_due)),
        Column::Text(tu_string!(i18n, credit.list.status)),
    ];
    let rows: Vec<_> = page.data.into_iter().map(|facility| row(i18n, facility)).collect();

    view! {
        <div class="stack-tight">
            {crate::ui::table::table(tu_string!(i18n, credit.list.caption), &columns, rows)}
            <PageLinks pagination=page.pagination address=to_page/>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, facility: Facility) -> AnyView {
    let customer = view! {
        {facility.customer_name}
        <span class="table-sub table-sub-wrap">{facility.asset.description}</span>
    };
    let address = format!("/credit/{}", facility.facility_ref);
    let live = facility.status.is_live();
    let outstanding = live.then(|| money_text(i18n, facility.outstanding_principal));

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <a class="table-link facility-ref" href=address>{facility.facility_ref}</a>
                <span class="table-sub">{product_label(i18n, facility.product_type)}</span>
            </th>
            {cell(tu_string!(i18n, credit.list.customer), customer.into_any())}
            {number_cell(
                tu_string!(i18n, credit.list.amount),
                Some(money_text(i18n, facility.facility_amount)),
            )}
            {number_cell(tu_string!(i18n, credit.list.outstanding), outstanding)}
            {next_due(i18n, facility.next_due, facility.days_past_due)}
            {cell(tu_string!(i18n, credit.list.status), status_badge(i18n, facility.status))}
        </tr>
    }
    .into_any()
}

/// What is due next, and how late what is owed already is.
fn next_due(i18n: Language, due: Option<NextDue>, days_past_due: u32) -> AnyView {
    let label = tu_string!(i18n, credit.list.next_due);
    let late = (days_past_due > 0).then(|| late(i18n, days_past_due));
    if due.is_none() && late.is_none() {
        return number_cell(label, None);
    }
    let due = due.map(|due| {
        view! {
            {short_date_text(i18n, due.date)}
            <span class="table-sub">{money_text(i18n, due.amount)}</span>
        }
    });
    view! { <td role="cell" data-label=label class="number">{due}{late}</td> }.into_any()
}

fn late(i18n: Language, days: u32) -> AnyView {
    let text = tu_string!(i18n, credit.list.late_by, days = days_text(i18n, days.into()));
    let tone = if days > 90 { Tone::Danger } else { Tone::Warning };
    view! {
        <span class="table-sub"><ToneText tone icon=IconName::AlertTriangle text/></span>
    }
    .into_any()
}

fn empty(i18n: Language, address: &QueryAddress) -> AnyView {
    if address.is_narrowed() {
        return view! {
            <NoMatch
                icon=IconName::Scale
                title=tu_string!(i18n, credit.list.no_match)
                text=tu_string!(i18n, credit.list.no_match_text)
                all=FORM.path
            />
        }
        .into_any();
    }
    view! {
        <div class="card">
            <EmptyState
                icon=IconName::Scale
                title=tu_string!(i18n, credit.list.empty)
                text=tu_string!(i18n, credit.list.empty_text)
            >
                <a class="button" href="/credit/simulate">
                    {tu_string!(i18n, credit.area.simulator)}
                </a>
            </EmptyState>
        </div>
    }
    .into_any()
}
