//! The head of a facility: its name and status, the actions, and notices about its state.

use leptos::prelude::*;
use shared::credit::facility::Facility;
use shared::credit::report::TieOut;

use crate::credit::label::{product_label, status_badge};
use crate::credit::tie_out::tie_out_chip;
use crate::i18n::tu_string;
use crate::ui::badge::Tone;
use crate::ui::crumbs::Crumbs;
use crate::ui::label::Language;
use crate::ui::notice::{Notice, notice};
use crate::ui::time::short_date_text;

/// The breadcrumbs, the name and status of the facility, and its actions.
pub(super) fn head(
    i18n: Language,
    facility: &Facility,
    tie_out: Option<TieOut>,
    actions: AnyView,
) -> AnyView {
    let reference = facility.facility_ref.clone();
    let asset = facility.asset.description.clone();
    let customer = format!("/customers/{}", facility.customer_id);

    view! {
        <div class="page-head">
            <div class="page-head-text">
                <Crumbs
                    address="/credit"
                    parent=tu_string!(i18n, credit.area.facilities)
                    current=reference.clone()
                />
                <div class="cluster">
                    <h1>{reference}</h1>
                    {status_badge(i18n, facility.status)}
                    {tie_out.map(tie_out_chip)}
                </div>
                <p>
                    <a href=customer>{facility.customer_name.clone()}</a>
                    " · "
                    {product_label(i18n, facility.product_type)}
                    " · "
                    {asset}
                </p>
            </div>
            {actions}
        </div>
    }
    .into_any()
}

/// Why the facility was rejected or withdrawn, or receives no income.
pub(super) fn notices(i18n: Language, facility: &Facility) -> AnyView {
    let stopped = facility.non_accrual.then(|| non_accrual(i18n, facility));
    let rejected = facility
        .rejection_reason
        .clone()
        .map(|reason| notice(Tone::Danger, tu_string!(i18n, credit.facts.rejected), reason));
    let withdrawn = facility
        .withdrawal_reason
        .clone()
        .map(|reason| notice(Tone::Neutral, tu_string!(i18n, credit.facts.withdrawn), reason));
    (rejected, withdrawn, stopped).into_any()
}

fn non_accrual(i18n: Language, facility: &Facility) -> AnyView {
    let since = facility.non_accrual_since.map(|date| short_date_text(i18n, date));
    let title = tu_string!(i18n, credit.facts.non_accrual, date = since.unwrap_or_default());
    let reason = facility.non_accrual_reason.clone().unwrap_or_default();
    let text = if facility.outstanding_principal.is_zero() {
        tu_string!(i18n, credit.facts.suspended_text)
    } else {
        tu_string!(i18n, credit.facts.non_accrual_text)
    };
    view! {
        <Notice tone=Tone::Danger title>
            <p>{reason}</p>
            <p>{text}</p>
        </Notice>
    }
    .into_any()
}
