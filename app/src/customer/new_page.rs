//! Making a customer.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::customer::CustomerType;

use super::fields::customer_fields;
use super::{CreateCustomer, CustomerForm};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::crumbs::Crumbs;
use crate::ui::sent_form::{SentForm, send_button, sent_form};

/// The page at `/customers/new`.
#[component]
pub fn NewCustomerPage() -> impl IntoView {
    let i18n = use_i18n();
    let customer_type = CustomerType::Individual.as_str().to_owned();
    let customer = CustomerForm { customer_type, ..CustomerForm::default() };
    let form = SentForm {
        id: "new-customer".to_owned(),
        class: "card",
        is_kept: true,
        ..SentForm::default()
    };
    let content = view! {
        <div class="card-body form">{customer_fields(customer)}</div>
        <div class="card-foot">{send_button(tu_string!(i18n, customer.new.submit))}</div>
    };

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
            {sent_form::<CreateCustomer>(form, content.into_any())}
        </div>
    }
    .into_any()
}
