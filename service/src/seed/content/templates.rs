//! The six initial KPI templates of a new organization.

mod compliance;
mod driver;
mod finance;
mod general;
mod human_resources;
mod information_technology;

use shared::weight::Weight;

use super::{TemplateContent, TemplateItemContent};

pub use shared::template::FALLBACK_TEMPLATE_NAME;

/// The seeded templates, in the order in which they are written.
pub const TEMPLATES: [TemplateContent; 6] = [
    finance::TEMPLATE,
    compliance::TEMPLATE,
    human_resources::TEMPLATE,
    information_technology::TEMPLATE,
    driver::TEMPLATE,
    general::TEMPLATE,
];

const CORE_KPIS: Category = Category::new("Core KPIs", 10_000);

/// A category, from which its rows take their label and category weight.
struct Category {
    label: &'static str,
    weight: Weight,
}

impl Category {
    const fn new(label: &'static str, ten_thousandths: i64) -> Self {
        Self { label, weight: Weight::from_ten_thousandths(ten_thousandths) }
    }

    const fn row(
        &self,
        objective: &'static str,
        kpi_description: &'static str,
        target_guidance: &'static str,
        ten_thousandths: i64,
    ) -> TemplateItemContent {
        TemplateItemContent {
            category_label: self.label,
            category_weight: self.weight,
            objective,
            kpi_description,
            target_guidance,
            weight: Weight::from_ten_thousandths(ten_thousandths),
        }
    }
}
