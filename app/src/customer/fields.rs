//! Labels and form fields of customers, shared by the create and change forms.

use leptos::prelude::*;
use shared::customer::{Customer, CustomerType};

use super::CustomerForm;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;
use crate::ui::input::{Input, input, select, text_area};
use crate::ui::label::Language;

pub(super) fn type_name(i18n: Language, customer_type: CustomerType) -> &'static str {
    match customer_type {
        CustomerType::Individual => tu_string!(i18n, customer.individual),
        CustomerType::Company => tu_string!(i18n, customer.company),
    }
}

/// The customer types as options of a select: value and label.
pub(super) fn type_options(i18n: Language) -> Vec<(String, String)> {
    let option = |it: &CustomerType| (it.as_str().to_owned(), type_name(i18n, *it).to_owned());
    CustomerType::ALL.iter().map(option).collect()
}

/// The badge for the status of the portal account: none, blocked or open.
pub(super) fn portal_badge(i18n: Language, customer: &Customer) -> AnyView {
    let (tone, icon, text) = match &customer.portal_account {
        None => (Tone::Neutral, IconName::Info, tu_string!(i18n, customer.portal.none)),
        Some(account) if account.is_blocked => {
            (Tone::Danger, IconName::Lock, tu_string!(i18n, customer.portal.blocked))
        }
        Some(account) if account.password_change_required => {
            (Tone::Warning, IconName::Clock, tu_string!(i18n, customer.portal.temporary))
        }
        Some(_) => (Tone::Success, IconName::Check, tu_string!(i18n, customer.portal.open)),
    };
    view! { <Badge tone icon text/> }.into_any()
}

/// The initial values of the form that changes a customer.
pub(super) fn form_values(customer: &Customer) -> CustomerForm {
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    CustomerForm {
        name: customer.name.clone(),
        email: customer.email.clone(),
        phone: text(&customer.phone),
        customer_type: customer.customer_type.as_str().to_owned(),
        registration_number: text(&customer.registration_number),
        address: text(&customer.address),
    }
}

pub(super) fn customer_fields(customer: CustomerForm) -> AnyView {
    let i18n = use_i18n();
    let name = Input::new("name", "customer[name]", tu_string!(i18n, customer.form.name))
        .value(customer.name);
    let email = Input::new("email", "customer[email]", tu_string!(i18n, login.email))
        .kind("email")
        .value(customer.email)
        .hint(tu_string!(i18n, customer.form.email_hint));
    let phone = Input::new("phone", "customer[phone]", tu_string!(i18n, customer.form.phone))
        .kind("tel")
        .value(customer.phone)
        .optional();
    let number = Input::new(
        "registrationNumber",
        "customer[registration_number]",
        tu_string!(i18n, customer.form.registration_number),
    )
    .value(customer.registration_number)
    .optional();
    let kind = select(
        ("type", "customer[customer_type]"),
        (tu_string!(i18n, customer.form.customer_type), ""),
        type_options(i18n),
        customer.customer_type,
    );

    view! {
        <div class="form-grid">
            {input(name)} {kind} {input(email)} {input(phone)}
            {input(number)}
        </div>
        {address_field(i18n, &customer.address)}
    }
    .into_any()
}

fn address_field(i18n: Language, value: &str) -> AnyView {
    let label = tu_string!(i18n, customer.form.address);
    text_area(Input::new("address", "customer[address]", label).value(value).optional())
}
