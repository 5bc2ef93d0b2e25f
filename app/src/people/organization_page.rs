//! The settings of the organization: name, time zone, currency and policies.

use leptos::prelude::*;
use shared::credit::vocabulary::{InstalmentRounding, Presentation};
use shared::organization::Organization;

use super::logo_card::logo_card;
use super::{Area, SaveOrganization, area_tabs, organization};
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::input::{Input, input, text_area, tick};
use crate::ui::label::Language;
use crate::ui::letterhead;
use crate::ui::page::{PageHead, found};
use crate::ui::sent_form::{SentForm, form_card, sent_form};

/// The page at `/organization`.
#[component]
pub fn OrganizationPage() -> impl IntoView {
    let i18n = use_i18n();
    let form = found(load(), |(organization, has_logo)| {
        view! {
            {form(&organization)}
            {logo_card(use_i18n(), has_logo)}
        }
        .into_any()
    });
    let title = tu_string!(i18n, people.area.organization);

    PageHead::new(title, tu_string!(i18n, people.organization.lead))
        .page((area_tabs(Area::Organization), form))
}

/// The organization, and whether it has a logo.
async fn load() -> UiResult<(Organization, bool)> {
    let organization = organization().await?;
    Ok((organization, letterhead::read(false).await?.has_logo))
}

fn form(organization: &Organization) -> AnyView {
    let i18n = use_i18n();
    let form = SentForm::draft_card("organization").confirm(tu_string!(i18n, people.form.saved));
    let content = form_card(
        view! {
            {about(i18n, organization)} {policies(i18n, organization)}
        },
        tu_string!(i18n, people.form.save),
    );
    sent_form::<SaveOrganization>(form, content)
}

fn about(i18n: Language, organization: &Organization) -> AnyView {
    let name = Input::new("name", "organization[name]", tu_string!(i18n, people.form.name))
        .value(organization.name.clone());
    let time_zone = Input::new(
        "timeZone",
        "organization[time_zone]",
        tu_string!(i18n, people.organization.time_zone),
    )
    .value(organization.time_zone.clone())
    .hint(tu_string!(i18n, people.organization.time_zone_hint));
    let currency = Input::new(
        "currency",
        "organization[currency]",
        tu_string!(i18n, people.organization.currency),
    )
    .value(organization.currency.clone())
    .hint(tu_string!(i18n, people.organization.currency_hint));
    let address =
        Input::new("address", "organization[address]", tu_string!(i18n, customer.form.address))
            .value(organization.address.clone())
            .hint(tu_string!(i18n, people.organization.address_hint))
            .optional();
    view! {
        <div class="form-grid">
            {input(name)} {input(time_zone)} {input(currency)}
        </div>
        {text_area(address)}
    }
    .into_any()
}

fn policies(i18n: Language, organization: &Organization) -> AnyView {
    let grace = Input::new(
        "graceDays",
        "organization[grace_days]",
        tu_string!(i18n, people.organization.grace_days),
    )
    .kind("number")
    .value(organization.grace_days.to_string())
    .hint(tu_string!(i18n, people.organization.grace_days_hint));
    let non_accrual = Input::new(
        "nonAccrualDays",
        "organization[non_accrual_days]",
        tu_string!(i18n, people.organization.non_accrual_days),
    )
    .kind("number")
    .value(organization.non_accrual_days.to_string())
    .hint(tu_string!(i18n, people.organization.non_accrual_days_hint));
    let stage_target = Input::new(
        "stageTargetDays",
        "organization[stage_target_days]",
        tu_string!(i18n, people.organization.stage_target_days),
    )
    .kind("number")
    .value(organization.stage_target_days.to_string())
    .hint(tu_string!(i18n, people.organization.stage_target_days_hint));
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
    let whole = tick(
        "organization[instalment_rounding]",
        InstalmentRounding::MinorUnit.as_str(),
        tu_string!(i18n, people.organization.whole_instalments).to_owned(),
        organization.instalment_rounding == InstalmentRounding::MinorUnit,
    );
    view! {
        <div class="form-grid">{input(grace)} {input(non_accrual)} {input(stage_target)}</div>
        <fieldset class="stack-tight">
            <legend class="field-label">{tu_string!(i18n, people.organization.policies)}</legend>
            {customer_mfa}
            {separate_approver}
            {gross}
            {whole}
        </fieldset>
    }
    .into_any()
}
