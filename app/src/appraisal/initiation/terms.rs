//! The terms of an initiation.

use leptos::prelude::*;
use shared::appraisal::{ReviewType, RoleCategory};
use shared::weight::Weight;

use super::address::InitiationAddress;
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::field::{SelectField, TextField};
use crate::ui::label::{Language, review_type_label, role_category_label};

/// Type, period, kind of post.
///
/// * `address`: what is chosen.
/// * `error`: what is wrong with it.
#[component]
pub fn TermsFields(
    address: Memo<InitiationAddress>,
    error: Signal<Option<UiError>>,
) -> impl IntoView {
    let i18n = use_i18n();
    // A memo for each field: what the reader types stays while another field changes.
    let from = Memo::new(move |_| address.read().period_from.clone());
    let to = Memo::new(move |_| address.read().period_to.clone());
    let checked = Memo::new(move |_| address.read().checked);
    let at = move |field: &'static str| {
        Signal::derive(move || error.read().as_ref().and_then(|error| error.at(field)))
    };

    view! {
        <div class="form-grid">
            <input type="hidden" name="checked" value=move || checked.get().to_string()/>
            <TypeField address/>
            <CategoryField address/>
            <TextField
                id="periodFrom"
                name="periodFrom"
                label=tu_string!(i18n, initiation.period_from)
                kind="date"
                value=from
                error=at("periodFrom")
            />
            <TextField
                id="periodTo"
                name="periodTo"
                label=tu_string!(i18n, initiation.period_to)
                kind="date"
                value=to
                error=at("periodTo")
            />
        </div>
    }
    .into_any()
}

/// Why the appraisals are held.
///
/// * `address`: what is chosen.
#[component]
fn TypeField(address: Memo<InitiationAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let value = Memo::new(move |_| address.read().review_type.to_string());
    let label = tu_string!(i18n, initiation.review_type);
    let options: Vec<_> = ReviewType::ALL
        .iter()
        .map(|kind| (kind.to_string(), review_type_label(i18n, *kind).to_owned()))
        .collect();
    view! { <SelectField id="reviewType" name="reviewType" label options value/> }
}

/// The kind of post, with what it does to the weights.
///
/// * `address`: what is chosen.
#[component]
fn CategoryField(address: Memo<InitiationAddress>) -> impl IntoView {
    let i18n = use_i18n();
    let value = Memo::new(move |_| address.read().role_category.to_string());
    let label = tu_string!(i18n, initiation.role_category);
    let options: Vec<_> = RoleCategory::ALL
        .iter()
        .map(|kind| (kind.to_string(), category_text(i18n, *kind)))
        .collect();
    let hint = tu_string!(i18n, initiation.role_category_hint);
    view! { <SelectField id="roleCategory" name="roleCategory" label options value hint/> }
}

/// `Operations: 50 / 30 / 20`.
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
