//! The page of one customer: data, change form and portal account.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::customer::Customer;
use shared::permission::Permission;

use super::account::account_card;
use super::fields::{customer_fields, form_values, portal_badge, type_name};
use super::{ChangeCustomer, customer};
use crate::credit::sees_credit;
use crate::i18n::{tu_string, use_i18n};
use crate::people::personal_data_card::personal_data_card;
use crate::session::may;
use crate::ui::card::{Card, section};
use crate::ui::crumbs::Crumbs;
use crate::ui::facts;
use crate::ui::label::Language;
use crate::ui::page::{found_by_id, person_head};
use crate::ui::sent_form::{SentForm, send_button, sent_form};

/// The page at `/customers/:id`.
#[component]
pub fn CustomerPage() -> impl IntoView {
    found_by_id("Customer", customer, |customer| customer_view(&customer))
}

fn customer_view(customer: &Customer) -> AnyView {
    let i18n = use_i18n();
    let form = may(Permission::CustomersManage).then(|| edit_form(i18n, customer));
    let export = format!("/api/personal-data/customers/{}", customer.id);

    view! {
        <Title text=customer.name.clone()/>
        <div class="page">
            {head(i18n, customer)}
            <div class="with-aside">
                <div class="stack">{facts_card(i18n, customer)} {form}</div>
                <aside class="stack" aria-label=tu_string!(i18n, customer.portal.title)>
                    {account_card(i18n, customer)}
                    {personal_data_card(i18n, export, customer.name.clone())}
                </aside>
            </div>
        </div>
    }
    .into_any()
}

fn head(i18n: Language, customer: &Customer) -> AnyView {
    let (name, parent) = (customer.name.clone(), tu_string!(i18n, customer.title));
    let crumbs = view! { <Crumbs address="/customers" parent current=name.clone()/> };
    let badge = portal_badge(i18n, customer);
    person_head(crumbs.into_any(), name, badge, facility_links(i18n, customer))
}

/// Links to the customer's facilities and to the form for a new one.
fn facility_links(i18n: Language, customer: &Customer) -> Option<AnyView> {
    let id = customer.id;
    let new = may(Permission::CreditCreate).then(|| {
        view! {
            <a class="button" href=format!("/credit/new?customer={id}")>
                {tu_string!(i18n, credit.new.title)}
            </a>
        }
        .into_any()
    });
    sees_credit().then(|| {
        view! {
            <div class="button-row">
                <a class="button" href=format!("/credit?customerId={id}")>
                    {tu_string!(i18n, credit.area.facilities)}
                </a>
                {new}
            </div>
        }
        .into_any()
    })
}

fn facts_card(i18n: Language, customer: &Customer) -> AnyView {
    let text = |text: &Option<String>| {
        text.clone().unwrap_or_else(|| tu_string!(i18n, ui.none).to_owned())
    };
    let kind = type_name(i18n, customer.customer_type).to_owned();
    let facts = [
        (tu_string!(i18n, customer.form.customer_type), kind),
        (tu_string!(i18n, login.email), customer.email.clone()),
        (tu_string!(i18n, customer.form.phone), text(&customer.phone)),
        (tu_string!(i18n, customer.form.registration_number), text(&customer.registration_number)),
        (tu_string!(i18n, customer.form.address), text(&customer.address)),
    ];

    Card::new("facts", tu_string!(i18n, customer.facts)).body(facts::facts(facts))
}

fn edit_form(i18n: Language, customer: &Customer) -> AnyView {
    let (id, values) = (customer.id.to_string(), form_values(customer));
    let form =
        SentForm::draft_card(format!("customer-{id}")).confirm(tu_string!(i18n, people.form.saved));
    let content = view! {
        <input type="hidden" name="id" value=id/>
        <div class="card-body form">{customer_fields(values)}</div>
        <div class="card-foot">{send_button(tu_string!(i18n, people.form.save))}</div>
    };
    section(
        "stack",
        "edit",
        tu_string!(i18n, people.person.edit),
        sent_form::<ChangeCustomer>(form, content.into_any()),
    )
}
