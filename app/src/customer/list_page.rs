//! All customers: search, filters, and how they stand with the portal.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::customer::{Customer, CustomerQuery, CustomerSort};
use shared::page::Page;
use shared::permission::Permission;

use super::fields::{portal_badge, type_name, type_options};
use super::list_customers;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::csv_link::csv_link;
use crate::ui::empty_state::{EmptyState, NoMatch};
use crate::ui::field::SelectField;
use crate::ui::filter::{any_or, filter_form};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::{found, page_head};
use crate::ui::pagination::PageLinks;
use crate::ui::person::initials;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Column, cell, table};

const FORM: QueryForm = QueryForm { path: "/customers", names: &["q", "type", "portal", "sort"] };

/// The page at `/customers`.
#[component]
pub fn CustomersPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| FORM.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        list_customers(customer_query(&address))
    };
    let list = found(load, move |page| list_view(page, &address.get_untracked()));
    let title = tu_string!(i18n, customer.title);

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(
                title.to_owned(),
                tu_string!(i18n, customer.list.lead),
                actions(i18n, address),
            )}
            {filters(i18n, address)}
            {list}
        </div>
    }
    .into_any()
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

fn actions(i18n: Language, address: Memo<QueryAddress>) -> Vec<AnyView> {
    let csv = csv_link(i18n, move || address.read().path_of("/api/customers/export.csv"));
    let new = may(Permission::CustomersManage).then(|| {
        view! {
            <a class="button button-primary" href="/customers/new">
                <Icon name=IconName::Plus/>
                {tu_string!(i18n, customer.new.title)}
            </a>
        }
        .into_any()
    });
    std::iter::once(csv).chain(new).collect()
}

fn filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let any = tu_string!(i18n, people.list.any);
    let portal = [
        ("none", tu_string!(i18n, customer.portal.none)),
        ("active", tu_string!(i18n, customer.portal.active)),
        ("blocked", tu_string!(i18n, customer.portal.blocked)),
    ];
    let portal = any_or(any, portal.map(|(value, text)| (value.to_owned(), text.to_owned())));
    let types = any_or(any, type_options(i18n));
    let (label, hint) =
        (tu_string!(i18n, customer.list.filters), tu_string!(i18n, customer.list.search_hint));
    let filters = view! {
        {filter("type", tu_string!(i18n, customer.form.customer_type), types, address)}
        {filter("portal", tu_string!(i18n, customer.portal.title), portal, address)}
        {filter("sort", tu_string!(i18n, list.sort), sorts(i18n), address)}
    };
    filter_form(FORM, address, label, hint, filters)
}

fn sorts(i18n: Language) -> Vec<(String, String)> {
    let option = |sort: CustomerSort| match sort {
        CustomerSort::Newest => ("", tu_string!(i18n, list.sort_newest)),
        CustomerSort::Name => (sort.as_str(), tu_string!(i18n, list.sort_name)),
    };
    let options = CustomerSort::ALL.iter().map(|sort| option(*sort));
    options.map(|(value, label)| (value.to_owned(), label.to_owned())).collect()
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

fn list_view(page: Page<Customer>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return empty(i18n, address);
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let columns = [
        Column::Text(tu_string!(i18n, customer.list.customer)),
        Column::Text(tu_string!(i18n, login.email)),
        Column::Text(tu_string!(i18n, customer.form.phone)),
        Column::Text(tu_string!(i18n, customer.portal.title)),
    ];
    let rows: Vec<_> = page.data.into_iter().map(|customer| row(i18n, customer)).collect();

    view! {
        <div class="stack-tight">
            {table(tu_string!(i18n, customer.list.caption), &columns, rows)}
            <PageLinks pagination=page.pagination address=to_page/>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, customer: Customer) -> AnyView {
    let badge = portal_badge(i18n, &customer);
    let kind = type_name(i18n, customer.customer_type).to_owned();
    let about = [Some(kind), customer.registration_number].into_iter().flatten();
    let about = about.collect::<Vec<_>>().join(" · ");
    let phone = customer.phone.unwrap_or_default();

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <div class="person">
                    <span class="avatar" aria-hidden="true">{initials(&customer.name)}</span>
                    <div>
                        <a class="table-link" href=format!("/customers/{}", customer.id)>
                            {customer.name}
                        </a>
                        <span class="person-sub">{about}</span>
                    </div>
                </div>
            </th>
            {cell(tu_string!(i18n, login.email), customer.email.into_any())}
            {cell(tu_string!(i18n, customer.form.phone), view! { <bdi>{phone}</bdi> }.into_any())}
            {cell(tu_string!(i18n, customer.portal.title), badge)}
        </tr>
    }
    .into_any()
}

fn empty(i18n: Language, address: &QueryAddress) -> AnyView {
    if address.is_narrowed() {
        return view! {
            <NoMatch
                icon=IconName::Users
                title=tu_string!(i18n, customer.list.no_match)
                text=tu_string!(i18n, people.list.no_match_text)
                all=FORM.path
            />
        }
        .into_any();
    }
    view! {
        <div class="card">
            <EmptyState
                icon=IconName::Users
                title=tu_string!(i18n, customer.list.empty)
                text=tu_string!(i18n, customer.list.empty_text)
            />
        </div>
    }
    .into_any()
}
