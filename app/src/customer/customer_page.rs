//! One customer: what is known of them, what can be changed, and their account at the portal.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use shared::customer::Customer;
use shared::id::CustomerId;
use shared::permission::Permission;

use super::account::account_card;
use super::fields::{customer_fields, form_values, portal_badge, type_name};
use super::{ChangeCustomer, customer};
use crate::credit::sees_credit;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::crumbs::Crumbs;
use crate::ui::label::Language;
use crate::ui::page::found;
use crate::ui::person::initials;
use crate::ui::sent_form::{SentForm, send_button, sent_form};

/// The page at `/customers/:id`.
#[component]
pub fn CustomerPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.read().get("id").and_then(|id| id.parse().ok()));
    let load = move || {
        let id: Option<CustomerId> = id.get_untracked();
        async move {
            let id = id.ok_or_else(|| UiError(shared::Error::not_found("Customer")))?;
            customer(id).await
        }
    };
    found(load, |customer| customer_view(&customer))
}

fn customer_view(customer: &Customer) -> AnyView {
    let i18n = use_i18n();
    let form = may(Permission::CustomersManage).then(|| edit_form(i18n, customer));

    view! {
        <Title text=customer.name.clone()/>
        <div class="page">
            {head(i18n, customer)}
            <div class="with-aside">
                <div class="stack">{facts(i18n, customer)} {form}</div>
                <aside class="stack" aria-label=tu_string!(i18n, customer.portal.title)>
                    {account_card(i18n, customer)}
                </aside>
            </div>
        </div>
    }
    .into_any()
}

fn head(i18n: Language, customer: &Customer) -> AnyView {
    let name = customer.name.clone();
    view! {
        <div class="page-head">
            <div class="page-head-text">
                <Crumbs
                    address="/customers"
                    parent=tu_string!(i18n, customer.title)
                    current=name.clone()
                />
                <div class="person">
                    <span class="avatar avatar-large" aria-hidden="true">{initials(&name)}</span>
                    <div>
                        <h1>{name}</h1>
                        {portal_badge(i18n, customer)}
                    </div>
                </div>
            </div>
            {facility_links(i18n, customer)}
        </div>
    }
    .into_any()
}

/// The way to the customer's facilities, and to a new one.
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

fn facts(i18n: Language, customer: &Customer) -> AnyView {
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
    let facts: Vec<_> = facts
        .into_iter()
        .map(|(term, text)| {
            view! { <div><dt>{term}</dt><dd><bdi>{text}</bdi></dd></div> }.into_any()
        })
        .collect();

    view! {
        <section class="card" aria-labelledby="facts">
            <div class="card-head">
                <h2 id="facts">{tu_string!(i18n, customer.facts)}</h2>
            </div>
            <div class="card-body">
                <dl class="facts">{facts}</dl>
            </div>
        </section>
    }
    .into_any()
}

fn edit_form(i18n: Language, customer: &Customer) -> AnyView {
    let (id, values) = (customer.id.to_string(), form_values(customer));
    let form = SentForm {
        id: format!("customer-{id}"),
        class: "card",
        confirm: tu_string!(i18n, people.form.saved).to_owned(),
        is_kept: true,
        ..SentForm::default()
    };
    let content = view! {
        <input type="hidden" name="id" value=id/>
        <div class="card-body form">{customer_fields(values)}</div>
        <div class="card-foot">{send_button(tu_string!(i18n, people.form.save))}</div>
    };
    view! {
        <section class="stack" aria-labelledby="edit">
            <h2 id="edit">{tu_string!(i18n, people.person.edit)}</h2>
            {sent_form::<ChangeCustomer>(form, content.into_any())}
        </section>
    }
    .into_any()
}
