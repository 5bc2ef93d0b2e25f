//! The list of customers, with search, filters and portal status.

use leptos::prelude::*;
use shared::customer::{Customer, CustomerQuery, CustomerSort};
use shared::page::Page;
use shared::permission::Permission;

use super::fields::{portal_badge, type_name, type_options};
use super::list_customers;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::button::new_link;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::Empty;
use crate::ui::filter::{Choice, FilterForm, any_or, few, preserved, search_field};
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::list::{list, paged};
use crate::ui::page::PageHead;
use crate::ui::person::{about_line, person_link};
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::sort::{Sort, sorted_table};
use crate::ui::table::{Cell, Column};

const FORM: QueryForm = QueryForm { path: "/customers", names: &["q", "type", "portal", "sort"] };

/// The page at `/customers`.
#[component]
pub fn CustomersPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    PageHead::new(tu_string!(i18n, customer.title), tu_string!(i18n, customer.list.lead))
        .actions(actions(i18n, &address))
        .page(list(&address, list_customers(customer_query(&address)), list_view))
}

fn customer_query(address: &QueryAddress) -> CustomerQuery {
    CustomerQuery {
        q: address.text("q").map(str::to_owned),
        customer_type: address.value("type"),
        portal: address.value("portal"),
        sort: address.value("sort"),
        page: address.page(),
    }
}

fn actions(i18n: Language, address: &QueryAddress) -> Vec<AnyView> {
    let csv = csv_link(i18n, address.path_of("/api/customers/export.csv"));
    let new = may(Permission::CustomersManage)
        .then(|| new_link("/customers/new", tu_string!(i18n, customer.new.title)));
    [filters(i18n, address), csv].into_iter().chain(new).collect()
}

fn filters(i18n: Language, address: &QueryAddress) -> AnyView {
    let any = tu_string!(i18n, people.list.any);
    let portal = few([
        ("none", tu_string!(i18n, customer.portal.none)),
        ("active", tu_string!(i18n, customer.portal.active)),
        ("blocked", tu_string!(i18n, customer.portal.blocked)),
    ]);
    let (portal, types) = (any_or(any, portal), any_or(any, type_options(i18n)));
    let hint = tu_string!(i18n, customer.list.search_hint);
    let search = search_field(tu_string!(i18n, people.list.search), hint, address.shown("q"));
    let filters = vec![
        Choice::of("type", tu_string!(i18n, customer.form.customer_type), types, address),
        Choice::of("portal", tu_string!(i18n, customer.portal.title), portal, address),
    ];
    let kept = preserved(&["sort"], address);
    FilterForm::new(FORM, tu_string!(i18n, customer.list.filters)).folded(
        search,
        kept,
        filters,
        Vec::new(),
        |name| address.without(name),
    )
}

fn list_view(page: Page<Customer>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let empty = Empty::of_list(
        IconName::Users,
        [tu_string!(i18n, customer.list.no_match), tu_string!(i18n, people.list.no_match_text)],
        [tu_string!(i18n, customer.list.empty), tu_string!(i18n, customer.list.empty_text)],
    );
    let columns = [
        Column::Text(tu_string!(i18n, customer.list.customer)),
        Column::Text(tu_string!(i18n, login.email)),
        Column::Text(tu_string!(i18n, customer.form.phone)),
        Column::Text(tu_string!(i18n, customer.portal.title)),
    ];
    paged(page, address, empty, |customers| {
        let rows = customers.into_iter().map(|customer| row(i18n, customer));
        let name = [CustomerSort::Name, CustomerSort::NameDescending];
        let name = Sort::ascending(address, name);
        let sorts = [name, None, None, None];
        sorted_table(tu_string!(i18n, customer.list.caption), &columns, sorts, rows)
    })
}

fn row(i18n: Language, customer: Customer) -> [Cell; 4] {
    let badge = portal_badge(i18n, &customer);
    let kind = type_name(i18n, customer.customer_type).to_owned();
    let about = about_line([Some(kind), customer.registration_number]);
    let phone = customer.phone.unwrap_or_default();
    [
        Cell::head(person_link(customer.name, format!("/customers/{}", customer.id), about)),
        Cell::text(customer.email),
        Cell::text(view! { <bdi>{phone}</bdi> }),
        Cell::text(badge),
    ]
}
