//! One customer: what is known of them, what can be changed, and their account at the portal.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use shared::customer::Customer;
use shared::id::CustomerId;
use shared::permission::Permission;

use super::account::{Acts, account_card};
use super::fields::{customer_fields, form_values, portal_badge, type_name};
use super::{ChangeCustomer, customer};
use crate::credit::sees_credit;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::{FormError, submit};
use crate::session::may;
use crate::ui::crumbs::Crumbs;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::person::initials;
use crate::ui::toast::use_toasts;
use crate::ui::typed::keep_typed;

/// The page at `/customers/:id`.
#[component]
pub fn CustomerPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.read().get("id").and_then(|id| id.parse().ok()));
    let change = ServerAction::<ChangeCustomer>::new();
    let acts = Acts::new();
    // Only what succeeded is loaded again: a refused form keeps what was typed.
    let saved = RwSignal::new(0_u32);
    confirm_saved(change, saved);
    let loaded_again = Signal::derive(move || (saved.get(), acts.done.get()));
    let found = Resource::new(
        move || (id.get(), loaded_again.get()),
        |(id, _): (Option<CustomerId>, _)| async move {
            let id = id.ok_or_else(|| UiError(shared::Error::not_found("Customer")))?;
            customer(id).await
        },
    );

    loaded(found, move |customer| customer_view(&customer, change, acts))
}

fn confirm_saved(change: ServerAction<ChangeCustomer>, saved: RwSignal<u32>) {
    let i18n = use_i18n();
    let toasts = use_toasts();
    Effect::new(move |_| {
        if matches!(&*change.value().read(), Some(Ok(()))) {
            saved.update(|count| *count = count.wrapping_add(1));
            toasts.confirm(tu_string!(i18n, people.form.saved));
        }
    });
}

fn customer_view(customer: &Customer, change: ServerAction<ChangeCustomer>, acts: Acts) -> AnyView {
    let i18n = use_i18n();
    let form = may(Permission::CustomersManage).then(|| edit_form(i18n, customer, change));

    view! {
        <Title text=customer.name.clone()/>
        <div class="page">
            {head(i18n, customer)}
            <div class="with-aside">
                <div class="stack">{facts(i18n, customer)} {form}</div>
                <aside class="stack" aria-label=tu_string!(i18n, customer.portal.title)>
                    {account_card(i18n, customer, acts)}
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

fn edit_form(i18n: Language, customer: &Customer, change: ServerAction<ChangeCustomer>) -> AnyView {
    let error: FormError = Signal::derive(move || change.value().get().and_then(Result::err));
    let pending = change.pending();
    let (id, values) = (customer.id.to_string(), form_values(customer));
    let form = format!("customer-{id}");
    view! {
        <section class="stack" aria-labelledby="edit">
            <h2 id="edit">{tu_string!(i18n, people.person.edit)}</h2>
            <ErrorSummary error/>
            {keep_typed(change, form.clone())}
            <ActionForm action=change attr:class="card" attr:id=form>{one_time_key()}
                <input type="hidden" name="id" value=id/>
                <div class="card-body form">{customer_fields(values, error)}</div>
                <div class="card-foot">
                    {submit(tu_string!(i18n, people.form.save), move || pending.get())}
                </div>
            </ActionForm>
        </section>
    }
    .into_any()
}
