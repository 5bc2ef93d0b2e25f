//! The organization: its name, its time and its policies.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::credit::vocabulary::Presentation;
use shared::organization::Organization;

use super::{Area, SaveOrganization, area_tabs, organization};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::input::{Input, NO_ERROR, input, tick};
use crate::ui::label::Language;
use crate::ui::page::{found, page_head};
use crate::ui::sent_form::{SentForm, send_button, sent_form};

/// The page at `/organization`.
#[component]
pub fn OrganizationPage() -> impl IntoView {
    let i18n = use_i18n();
    let form = found(organization, |organization| form(&organization));
    let title = tu_string!(i18n, people.area.organization);

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, people.organization.lead), Vec::new())}
            {area_tabs(Area::Organization)}
            {form}
        </div>
    }
    .into_any()
}

fn form(organization: &Organization) -> AnyView {
    let i18n = use_i18n();
    let form = SentForm {
        id: "organization".to_owned(),
        class: "card",
        confirm: tu_string!(i18n, people.form.saved).to_owned(),
        is_kept: true,
        ..SentForm::default()
    };
    let content = view! {
        <div class="card-body form">
            {about(i18n, organization)} {policies(i18n, organization)}
        </div>
        <div class="card-foot">{send_button(tu_string!(i18n, people.form.save))}</div>
    };
    sent_form::<SaveOrganization>(form, content.into_any())
}

fn about(i18n: Language, organization: &Organization) -> AnyView {
    let name = Input {
        id: "name",
        name: "organization[name]",
        label: tu_string!(i18n, people.form.name),
        value: organization.name.clone(),
        ..Input::default()
    };
    let time_zone = Input {
        id: "timeZone",
        name: "organization[time_zone]",
        label: tu_string!(i18n, people.organization.time_zone),
        value: organization.time_zone.clone(),
        hint: tu_string!(i18n, people.organization.time_zone_hint),
        ..Input::default()
    };
    let currency = Input {
        id: "currency",
        name: "organization[currency]",
        label: tu_string!(i18n, people.organization.currency),
        value: organization.currency.clone(),
        hint: tu_string!(i18n, people.organization.currency_hint),
        ..Input::default()
    };
    view! {
        <div class="form-grid">
            {input(name, NO_ERROR)} {input(time_zone, NO_ERROR)} {input(currency, NO_ERROR)}
        </div>
    }
    .into_any()
}

fn policies(i18n: Language, organization: &Organization) -> AnyView {
    let grace = Input {
        id: "graceDays",
        name: "organization[grace_days]",
        label: tu_string!(i18n, people.organization.grace_days),
        kind: "number",
        value: organization.grace_days.to_string(),
        hint: tu_string!(i18n, people.organization.grace_days_hint),
        ..Input::default()
    };
    let non_accrual = Input {
        id: "nonAccrualDays",
        name: "organization[non_accrual_days]",
        label: tu_string!(i18n, people.organization.non_accrual_days),
        kind: "number",
        value: organization.non_accrual_days.to_string(),
        hint: tu_string!(i18n, people.organization.non_accrual_days_hint),
        ..Input::default()
    };
    let customer_mfa = tick(
        "organization[customer_mfa_required]",
        "true",
        tu_string!(i18n, people.organization.customer_mfa).to_owned(),
        organization.customer_mfa_required,
    );
    let separate_approver = tick(
        "organization[separate_shariah_approver]",
        "true",
        tu_string!(i18n, people.organization.separate_approver).to_owned(),
        organization.separate_shariah_approver,
    );
    let gross = tick(
        "organization[murabaha_gross]",
        "true",
        tu_string!(i18n, people.organization.murabaha_gross).to_owned(),
        organization.murabaha_presentation == Presentation::Gross,
    );
    view! {
        <div class="form-grid">{input(grace, NO_ERROR)} {input(non_accrual, NO_ERROR)}</div>
        <fieldset class="stack-tight">
            <legend class="field-label">{tu_string!(i18n, people.organization.policies)}</legend>
            {customer_mfa}
            {separate_approver}
            {gross}
        </fieldset>
    }
    .into_any()
}
