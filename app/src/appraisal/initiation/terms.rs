//! The terms of an initiation.

use leptos::prelude::*;
use shared::appraisal::{ReviewType, RoleCategory};
use shared::weight::Weight;

use super::address::InitiationAddress;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::field::{SelectField, TextField};
use crate::ui::label::{Language, review_type_label, role_category_label};

/// The fields for type, period and role category.
///
/// * `address`: the current selection.
/// * `error`: the error of the selection, if any.
pub fn terms_fields(address: &InitiationAddress, error: Option<&UiError>) -> AnyView {
    let i18n = use_i18n();
    let at = |field: &str| error.and_then(|error| error.at(field));
    let types: Vec<_> = ReviewType::ALL
        .iter()
        .map(|kind| (kind.to_string(), review_type_label(i18n, *kind).to_owned()))
        .collect();
    let categories: Vec<_> = RoleCategory::ALL
        .iter()
        .map(|kind| (kind.to_string(), category_text(i18n, *kind)))
        .collect();

    view! {
        <div class="form-grid">
            <input type="hidden" name="checked" value=address.checked.to_string()/>
            <SelectField
                id="reviewType"
                name="reviewType"
                label=tu_string!(i18n, initiation.review_type)
                options=types
                value=address.review_type.to_string()
            />
            <SelectField
                id="roleCategory"
                name="roleCategory"
                label=tu_string!(i18n, initiation.role_category)
                options=categories
                value=address.role_category.to_string()
                hint=tu_string!(i18n, initiation.role_category_hint)
            />
            <TextField
                id="periodFrom"
                name="periodFrom"
                label=tu_string!(i18n, initiation.period_from)
                kind="date"
                value=address.period_from.clone()
                error=at("periodFrom")
            />
            <TextField
                id="periodTo"
                name="periodTo"
                label=tu_string!(i18n, initiation.period_to)
                kind="date"
                value=address.period_to.clone()
                error=at("periodTo")
            />
        </div>
    }
    .into_any()
}

/// The weights of a role category, as in `Operations (50 / 30 / 20 %)`.
fn category_text(i18n: Language, category: RoleCategory) -> String {
    let weights = category.section_weights();
    let percent = |weight: Weight| weight.ten_thousandths() / 100;
    tu_string!(
        i18n,
        initiation.role_category_option,
        name = role_category_label(i18n, category),
        kpi = percent(weights.kpi),
        competency = percent(weights.competency),
        behaviour = percent(weights.behaviour),
    )
}
