//! The page that creates a customer.

use leptos::prelude::*;
use shared::customer::CustomerType;

use super::fields::customer_fields;
use super::{CreateCustomer, CustomerForm};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::page::PageHead;
use crate::ui::sent_form::{SentForm, form_card, sent_form};

/// The page at `/customers/new`.
#[component]
pub fn NewCustomerPage() -> impl IntoView {
    let i18n = use_i18n();
    let customer_type = CustomerType::Individual.as_str().to_owned();
    let customer = CustomerForm { customer_type, ..CustomerForm::default() };
    let form = SentForm::draft_card("new-customer");
    let content = form_card(customer_fields(customer), tu_string!(i18n, customer.new.submit));

    PageHead::new(tu_string!(i18n, customer.new.title), tu_string!(i18n, customer.new.lead))
        .below("/customers", tu_string!(i18n, customer.title), tu_string!(i18n, customer.new.title))
        .narrow()
        .page(sent_form::<CreateCustomer>(form, content))
}
