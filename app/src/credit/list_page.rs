//! All facilities: saved views, search, filters, and the state of each facility.

use leptos::prelude::*;
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
use crate::ui::button::new_link;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::Empty;
use crate::ui::filter::{Choice, FilterForm, any_or, named, preserved, search_field};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::list::{list, paged};
use crate::ui::money::money;
use crate::ui::page::PageHead;
use crate::ui::query::{QueryAddress, QueryForm, with_query};
use crate::ui::sort::{Sort, sorted_table};
use crate::ui::table::{Cell, Column};
use crate::ui::time::{days_text, short_date_text};

const FORM: QueryForm = QueryForm {
    path: "/credit",
    names: &["q", "status", "productType", "bucket", "customerId", "dueWithin", "mine", "sort"],
};

/// The page at `/credit`.
#[component]
pub fn FacilitiesPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    PageHead::new(tu_string!(i18n, credit.area.facilities), "")
        .actions(actions(i18n, &address))
        .page((
            credit_tabs(Area::Facilities),
            views(i18n, &address),
            list(&address, list_facilities(facility_query(&address)), list_view),
        ))
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

fn actions(i18n: Language, address: &QueryAddress) -> Vec<AnyView> {
    let csv = csv_link(i18n, address.path_of("/api/credit/facilities/export.csv"));
    let new = may(Permission::CreditCreate)
        .then(|| new_link("/credit/new", tu_string!(i18n, credit.new.title)));
    [filters(i18n, address), csv].into_iter().chain(new).collect()
}

/// The common views of the list, one link each.
fn views(i18n: Language, address: &QueryAddress) -> AnyView {
    // Those who create facilities have their own drafts in place of all drafts.
    let drafts = if may(Permission::CreditCreate) {
        (tu_string!(i18n, credit.list.view_mine), "status=draft&mine=true")
    } else {
        (tu_string!(i18n, credit.list.view_drafts), "status=draft")
    };
    let views = [
        (tu_string!(i18n, credit.list.view_all), ""),
        drafts,
        (tu_string!(i18n, credit.list.view_review), "status=pending_review"),
        (tu_string!(i18n, credit.list.view_shariah), "status=shariah_review"),
        (tu_string!(i18n, credit.list.view_ready), "status=approved"),
        (tu_string!(i18n, credit.list.view_due), "dueWithin=7&sort=next_due"),
        (tu_string!(i18n, credit.list.view_overdue), "status=overdue&sort=next_due"),
        (tu_string!(i18n, credit.list.view_non_accrual), "status=non_accrual"),
    ];
    let links: Vec<_> = views
        .into_iter()
        .map(|(text, query)| {
            let path = with_query(FORM.path, query.split('&').filter(|it| !it.is_empty()));
            let current = (address.at_page(1) == path).then_some("true");
            view! {
                <li>
                    <a class="credit-view" href=path aria-current=current>
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

fn filters(i18n: Language, address: &QueryAddress) -> AnyView {
    let any = tu_string!(i18n, people.list.any);
    let products = any_or(any, product_options(i18n));
    let buckets = any_or(any, named(AgeingBucket::ALL, |it| bucket_label(i18n, it)));
    let hint = tu_string!(i18n, credit.list.search_hint);
    let search = search_field(tu_string!(i18n, people.list.search), hint, address.shown("q"));
    let filters = vec![
        Choice::of("status", tu_string!(i18n, credit.list.status), statuses(i18n, any), address),
        Choice::of("productType", tu_string!(i18n, credit.list.product), products, address),
        Choice::of("bucket", tu_string!(i18n, credit.list.late), buckets, address),
    ];
    let kept = preserved(&["customerId", "dueWithin", "mine", "sort"], address);
    FilterForm::new(FORM, tu_string!(i18n, credit.list.filters)).folded(
        search,
        kept,
        filters,
        other_chips(i18n, address),
        |name| address.without(name),
    )
}

/// The filters in force that links set.
fn other_chips(i18n: Language, address: &QueryAddress) -> Vec<(&'static str, String)> {
    let due = address.value::<i64>("dueWithin").map(|days| {
        let days = days_text(i18n, days);
        ("dueWithin", tu_string!(i18n, credit.list.chip_due, days = days))
    });
    let is_mine = address.value::<bool>("mine") == Some(true);
    let mine = is_mine.then(|| ("mine", tu_string!(i18n, credit.list.chip_mine).to_owned()));
    let customer = address.text("customerId");
    let customer =
        customer.map(|_| ("customerId", tu_string!(i18n, credit.list.chip_customer).to_owned()));
    due.into_iter().chain(mine).chain(customer).collect()
}

/// The statuses, preceded by an option for all statuses in which money is owed.
fn statuses(i18n: Language, any: &str) -> Vec<(String, String)> {
    let live = FacilityStatus::ALL.iter().filter(|status| status.is_live());
    let live: Vec<_> = live.map(|status| status.as_str()).collect();
    let live = (live.join(","), tu_string!(i18n, credit.list.live).to_owned());
    let each = named(FacilityStatus::ALL, |it| status_label(i18n, it));
    any_or(any, std::iter::once(live).chain(each))
}

fn list_view(page: Page<Facility>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let [no_match, nothing] = Empty::of_list(
        IconName::Scale,
        [tu_string!(i18n, credit.list.no_match), tu_string!(i18n, credit.list.no_match_text)],
        [tu_string!(i18n, credit.list.empty), tu_string!(i18n, credit.list.empty_text)],
    );
    let nothing = nothing.next("/credit/simulate", tu_string!(i18n, credit.area.simulator));
    let columns = [
        Column::Text(tu_string!(i18n, credit.list.reference)),
        Column::Text(tu_string!(i18n, credit.list.customer)),
        Column::Money(tu_string!(i18n, credit.list.amount)),
        Column::Money(tu_string!(i18n, credit.list.outstanding)),
        Column::Number(tu_string!(i18n, credit.list.next_due)),
        Column::Text(tu_string!(i18n, credit.list.status)),
    ];
    paged(page, address, [no_match, nothing], |facilities| {
        let rows = facilities.into_iter().map(|facility| row(i18n, facility));
        let outstanding = [FacilitySort::Outstanding, FacilitySort::OutstandingAscending];
        let outstanding = Sort::descending(address, outstanding);
        let next_due = [FacilitySort::NextDue, FacilitySort::NextDueDescending];
        let next_due = Sort::ascending(address, next_due);
        let sorts = [None, None, None, outstanding, next_due, None];
        sorted_table(tu_string!(i18n, credit.list.caption), &columns, sorts, rows)
    })
}

fn row(i18n: Language, facility: Facility) -> [Cell; 6] {
    let customer = view! {
        {facility.customer_name}
        <span class="table-sub table-sub-wrap">{facility.asset.description}</span>
    };
    let address = format!("/credit/{}", facility.facility_ref);
    let reference = view! {
        <a class="table-link facility-ref" href=address>{facility.facility_ref}</a>
        <span class="table-sub">{product_label(i18n, facility.product_type)}</span>
    };
    let live = facility.status.is_live();
    [
        Cell::head(reference),
        Cell::text(customer),
        Cell::money(facility.facility_amount),
        Cell::optional_money(live.then_some(facility.outstanding_principal)),
        next_due(i18n, facility.next_due, facility.days_past_due),
        Cell::text(status_badge(i18n, facility.status)),
    ]
}

/// The next due date, and the days past due.
fn next_due(i18n: Language, due: Option<NextDue>, days_past_due: u32) -> Cell {
    let late = (days_past_due > 0).then(|| late(i18n, days_past_due));
    if due.is_none() && late.is_none() {
        return Cell::number(None);
    }
    let due = due.map(|due| {
        view! {
            {short_date_text(i18n, due.date)}
            <span class="table-sub">{money(i18n, due.amount)}</span>
        }
    });
    Cell::figure((due, late))
}

fn late(i18n: Language, days: u32) -> AnyView {
    let text = tu_string!(i18n, credit.list.late_by, days = days_text(i18n, days.into()));
    let tone = if days > 90 { Tone::Danger } else { Tone::Warning };
    view! {
        <span class="table-sub"><ToneText tone icon=IconName::AlertTriangle text/></span>
    }
    .into_any()
}
