//! Templates, catalogs and the templates of departments.

mod assignment;
mod budget;
mod catalog;
mod race;
mod snapshot;
mod template;

use shared::appraisal::CatalogKind;
use shared::assignment::{AssignmentInput, AssignmentsInput};
use shared::catalog::{CatalogInput, CatalogItemInput};
use shared::error::{Code, Error};
use shared::id::{DepartmentId, TemplateId};
use shared::template::{Template, TemplateInput, TemplateItemInput, TemplatePatch};
use shared::weight::{Weight, spread};
use uuid::Uuid;

use crate::support::World;

pub(crate) fn code<T: std::fmt::Debug>(result: Result<T, Error>) -> Code {
    result.unwrap_err().code()
}

/// An unused id.
pub(crate) fn unknown() -> TemplateId {
    TemplateId(Uuid::from_u128(404))
}

pub(crate) fn weight(ten_thousandths: i64) -> Weight {
    Weight::from_ten_thousandths(ten_thousandths)
}

/// Rows of one category at 1 with these weights.
pub(crate) fn rows(weights: &[i64]) -> Vec<TemplateItemInput> {
    let row = |(place, ten_thousandths): (usize, &i64)| TemplateItemInput {
        category_label: "Core KPIs".to_owned(),
        category_weight: weight(10_000),
        objective: format!("Objective {place}"),
        kpi_description: String::new(),
        target_guidance: String::new(),
        weight: weight(*ten_thousandths),
    };
    weights.iter().enumerate().map(row).collect()
}

pub(crate) fn named(name: &str) -> TemplateInput {
    TemplateInput {
        name: name.to_owned(),
        description: "For lawyers".to_owned(),
        items: rows(&[4_000, 6_000]),
    }
}

pub(crate) fn renamed(name: &str) -> TemplatePatch {
    TemplatePatch { name: Some(name.to_owned()), ..TemplatePatch::default() }
}

pub(crate) fn with_items(items: Vec<TemplateItemInput>) -> TemplatePatch {
    TemplatePatch { items: Some(items), ..TemplatePatch::default() }
}

/// A catalog with the given number of rows of equal weight.
pub(crate) fn catalog(label: &str, count: usize) -> CatalogInput {
    let row = |weight| CatalogItemInput {
        label: label.to_owned(),
        description: String::new(),
        target_guidance: None,
        weight,
    };
    let weights = spread(weight(10_000), count).unwrap();
    CatalogInput::of(weights.into_iter().map(row).collect())
}

pub(crate) fn assign(department: DepartmentId, template: Option<TemplateId>) -> AssignmentsInput {
    let assignment = AssignmentInput { department_id: department, appraisal_template_id: template };
    AssignmentsInput { assignments: vec![assignment] }
}

impl World {
    pub(crate) async fn template(&self, name: &str) -> Template {
        let templates = self.service.templates().list(&self.hr, true).await.unwrap();
        templates.into_iter().find(|template| template.name == name).unwrap()
    }

    pub(crate) async fn catalog(&self, kind: CatalogKind) -> shared::catalog::Catalog {
        self.service.catalogs().find(&self.hr, kind).await.unwrap()
    }

    /// The newest entries of the audit log: action and fields.
    pub(crate) async fn trail(&self, count: usize) -> Vec<(String, String)> {
        let query = shared::audit::AuditQuery::default();
        let page = self.service.audit().list(&self.admin, query).await.unwrap();
        let entries = page.data.into_iter().take(count);
        entries.map(|entry| (entry.action.to_string(), entry.fields.join(" "))).collect()
    }
}
