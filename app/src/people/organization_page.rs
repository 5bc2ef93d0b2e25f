//! The organization: its name, its time and its policies.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::credit::vocabulary::Presentation;
use shared::organization::Organization;

use super::fields::{FormError, Input, input, submit, tick};
use super::parts::page_head;
use super::{Area, SaveOrganization, area_tabs, organization};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::error_summary::ErrorSummary;
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::toast::use_toasts;
use crate::ui::typed::keep_typed;

/// The page at `/organization`.
#[component]
pub fn OrganizationPage() -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<SaveOrganization>::new();
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let saved = RwSignal::new(0_u32);
    let toasts = use_toasts();
    Effect::new(move |_| {
        if matches!(&*action.value().read(), Some(Ok(()))) {
            saved.update(|count| *count = count.wrapping_add(1));
            toasts.confirm(tu_string!(i18n, people.form.saved));
        }
    });
    let found = Resource::new(move || saved.get(), |_| organization());
    let form = loaded(found, move |organization| form(organization, action, error));
    let title = tu_string!(i18n, people.area.organization);

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, people.organization.lead), Vec::new())}
            {area_tabs(Area::Organization)}
            <ErrorSummary error/>
            {form}
        </div>
    }
    .into_any()
}

fn form(
    organization: Organization,
    action: ServerAction<SaveOrganization>,
    error: FormError,
) -> AnyView {
    let i18n = use_i18n();
    let pending = action.pending();
    view! {
        {keep_typed(action, "organization")}
        <ActionForm action attr:class="card" attr:id="organization">{one_time_key()}
            <div class="card-body form">
                {about(i18n, &organization, error)}
                {policies(i18n, &organization, error)}
            </div>
            <div class="card-foot">
                {submit(tu_string!(i18n, people.form.save), move || pending.get())}
            </div>
        </ActionForm>
    }
    .into_any()
}

fn about(i18n: Language, organization: &Organization, error: FormError) -> AnyView {
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
            {input(name, error)} {input(time_zone, error)} {input(currency, error)}
        </div>
    }
    .into_any()
}

fn policies(i18n: Language, organization: &Organization, error: FormError) -> AnyView {
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
        <div class="form-grid">{input(grace, error)} {input(non_accrual, error)}</div>
        <fieldset class="stack-tight">
            <legend class="field-label">{tu_string!(i18n, people.organization.policies)}</legend>
            {customer_mfa}
            {separate_approver}
            {gross}
        </fieldset>
    }
    .into_any()
}
