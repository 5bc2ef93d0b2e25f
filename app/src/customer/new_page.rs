//! Making a customer.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::NavigateOptions;
use leptos_router::hooks::use_navigate;
use shared::customer::CustomerType;

use super::fields::customer_fields;
use super::{CreateCustomer, CustomerForm};
use crate::i18n::{tu_string, use_i18n};
use crate::people::fields::{FormError, submit};
use crate::ui::crumbs::Crumbs;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::one_time_key::one_time_key;
use crate::ui::typed::keep_typed;

/// The page at `/customers/new`.
#[component]
pub fn NewCustomerPage() -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<CreateCustomer>::new();
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let pending = action.pending();
    let navigate = use_navigate();
    Effect::new(move |_| {
        if let Some(Ok(id)) = &*action.value().read() {
            navigate(&format!("/customers/{id}"), NavigateOptions::default());
        }
    });
    let customer_type = CustomerType::Individual.as_str().to_owned();
    let customer = CustomerForm { customer_type, ..CustomerForm::default() };

    view! {
        <Title text=tu_string!(i18n, customer.new.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <Crumbs
                        address="/customers"
                        parent=tu_string!(i18n, customer.title)
                        current=tu_string!(i18n, customer.new.title)
                    />
                    <h1>{tu_string!(i18n, customer.new.title)}</h1>
                    <p>{tu_string!(i18n, customer.new.lead)}</p>
                </div>
            </div>
            <ErrorSummary error/>
            {keep_typed(action, "new-customer")}
            <ActionForm action attr:class="card" attr:id="new-customer">{one_time_key()}
                <div class="card-body form">{customer_fields(customer, error)}</div>
                <div class="card-foot">
                    {submit(tu_string!(i18n, customer.new.submit), move || pending.get())}
                </div>
            </ActionForm>
        </div>
    }
    .into_any()
}
