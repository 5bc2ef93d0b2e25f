//! The schedule of a new facility, computed during input.

use chrono::NaiveDate;
use leptos::prelude::*;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::vocabulary::ProductType;
use shared::currency::Currency;

use super::figure_fields::{Naming, typed_figures};
use super::figures::Figures;
use super::preview::{outcome_view, problems};

/// The id of the form with the figures.
pub(super) const FORM_ID: &str = "new-facility";

/// The schedule that results from the form.
///
/// * `product`: the product.
/// * `figures`: the initial input.
/// * `start`: the assumed start date of the facility.
/// * `unit`: the unit of its instalments.
/// * `currency`: the currency of the organization.
#[island]
pub(super) fn FacilityPreview(
    product: ProductType,
    figures: Figures,
    start: NaiveDate,
    unit: InstalmentUnit,
    currency: Currency,
) -> impl IntoView {
    provide_context(currency);
    let figures = typed_figures(FORM_ID, Naming::Facility, figures);
    let outcome = Memo::new(move |_| figures.read().outcome(product, start, unit));
    let shows_all = RwSignal::new(false);
    view! {
        <div class="stack" aria-live="polite">
            {move || match &*outcome.read() {
                Ok(outcome) => outcome_view(outcome, shows_all),
                Err(error) => problems(error),
            }}
        </div>
    }
    .into_any()
}
