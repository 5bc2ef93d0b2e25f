//! KPI templates: the forms by which departments are appraised.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::check::{Checks, is_blank};
use crate::error::{Code, Error, FieldCode, Result};
use crate::id::{DepartmentId, TemplateId, TemplateItemId};
use crate::patch::{null_clears, null_is_absent, present};
use crate::weight::{TemplateWeights, Weight, WeightReport, check_template};

/// The name of the template for departments without an assignment.
pub const FALLBACK_TEMPLATE_NAME: &str = "General / Other";
/// The maximum number of rows in a template or catalog.
pub const ITEMS_MAX: usize = 200;

/// A KPI template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// Its id.
    pub id: TemplateId,
    /// Unique among templates of the organization that are not archived.
    pub name: String,
    /// The intended audience.
    pub description: String,
    /// True if no new appraisal can use it.
    pub is_archived: bool,
    /// Its rows, in the order of the form.
    pub items: Vec<TemplateItem>,
    /// The departments assigned to it, by name.
    pub departments: Vec<DepartmentReference>,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
}

impl Template {
    /// Returns true for the template of departments without an assignment.
    pub fn is_fallback(&self) -> bool {
        !self.is_archived && self.name == FALLBACK_TEMPLATE_NAME
    }
}

/// A department that is assigned to a template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct DepartmentReference {
    /// Its id.
    pub id: DepartmentId,
    /// Its name.
    pub name: String,
}

/// One row of a KPI template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct TemplateItem {
    /// Its id.
    pub id: TemplateItemId,
    /// The category of the row.
    pub category_label: String,
    /// The weight of that category, repeated on each of its rows.
    pub category_weight: Weight,
    /// The objective.
    pub objective: String,
    /// The measurement of the achievement.
    pub kpi_description: String,
    /// The measurement that counts as the target.
    pub target_guidance: String,
    /// The weight in the whole form.
    pub weight: Weight,
    /// Its place on the form, from 1.
    pub sort_order: i64,
}

/// The input for one row of a template; its place is the position in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TemplateItemInput {
    /// The category of the row.
    pub category_label: String,
    /// The weight of that category; the same on each of its rows.
    pub category_weight: Weight,
    /// The objective.
    pub objective: String,
    /// The measurement of the achievement.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub kpi_description: String,
    /// The measurement that counts as the target.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub target_guidance: String,
    /// The weight in the whole form.
    pub weight: Weight,
}

impl From<TemplateItem> for TemplateItemInput {
    fn from(item: TemplateItem) -> Self {
        Self {
            category_label: item.category_label,
            category_weight: item.category_weight,
            objective: item.objective,
            kpi_description: item.kpi_description,
            target_guidance: item.target_guidance,
            weight: item.weight,
        }
    }
}

/// The input for a new template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TemplateInput {
    /// Unique among templates of the organization that are not archived.
    pub name: String,
    /// The intended audience.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub description: String,
    /// Its rows, in the order of the form.
    pub items: Vec<TemplateItemInput>,
}

impl TemplateInput {
    /// Returns the input with its names trimmed.
    ///
    /// Errors: 400 for blank or overlong names and texts and for too many rows; 400
    /// `INVALID_WEIGHTS` when the weights do not add up.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.name = checks.name("name", &self.name);
        checks.text("description", &self.description);
        let items = check_items(&mut checks, self.items);
        checks.finish()?;
        report_of(&items).require_valid()?;
        Ok(Self { items, ..self })
    }
}

/// A change of a template.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct TemplatePatch {
    /// Unique among templates of the organization that are not archived.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name: Option<String>,
    /// The intended audience; null for no particular one.
    #[serde(deserialize_with = "null_clears", skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Replaces all rows.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub items: Option<Vec<TemplateItemInput>>,
    /// The `updatedAt` of the template when it was loaded: refused when it has changed since.
    #[serde(rename = "basedOn", skip_serializing_if = "Option::is_none")]
    pub based_on: Option<DateTime<Utc>>,
}

impl TemplatePatch {
    /// Returns the patch with its names trimmed.
    ///
    /// Errors: those of [`TemplateInput::check`], for the fields that are present.
    pub fn check(self) -> Result<Self> {
        let mut checks = Checks::new();
        let name = self.name.map(|name| checks.name("name", &name));
        if let Some(description) = &self.description {
            checks.text("description", description);
        }
        let items = self.items.map(|items| check_items(&mut checks, items));
        checks.finish()?;
        if let Some(items) = &items {
            report_of(items).require_valid()?;
        }
        Ok(Self { name, items, ..self })
    }
}

/// 409 `STALE_REVISION`: another user saved first.
pub fn stale(what: &str) -> Error {
    Error::conflict(
        Code::StaleRevision,
        format!("Someone else changed this {what}. Refresh and try again."),
    )
}

/// The weight report of the rows of a template.
pub fn report_of(items: &[TemplateItemInput]) -> WeightReport {
    let weights: Vec<_> = items
        .iter()
        .map(|item| TemplateWeights {
            category: &item.category_label,
            category_weight: item.category_weight,
            weight: item.weight,
        })
        .collect();
    check_template(&weights)
}

fn check_items(checks: &mut Checks, mut items: Vec<TemplateItemInput>) -> Vec<TemplateItemInput> {
    require_few(checks, items.len());
    for (position, item) in items.iter_mut().enumerate() {
        let path = format!("items[{position}]");
        item.category_label = checks.name(&format!("{path}.categoryLabel"), &item.category_label);
        item.objective = require_text(checks, &format!("{path}.objective"), &item.objective);
        checks.text(&format!("{path}.kpiDescription"), &item.kpi_description);
        checks.text(&format!("{path}.targetGuidance"), &item.target_guidance);
    }
    items
}

/// Adds an error if a list has too many rows.
pub(crate) fn require_few(checks: &mut Checks, count: usize) {
    if count > ITEMS_MAX {
        checks.add("items", FieldCode::TooMany, format!("Maximum {ITEMS_MAX} rows."));
    }
}

/// Checks that a text is not blank, and returns it trimmed.
pub(crate) fn require_text(checks: &mut Checks, field: &str, value: &str) -> String {
    let value = value.trim();
    checks.ensure(!is_blank(value), field, FieldCode::Required, "Enter an objective or label.");
    checks.text(field, value);
    value.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(category: &str, category_weight: &str, weight: &str) -> TemplateItemInput {
        TemplateItemInput {
            category_label: category.to_owned(),
            category_weight: category_weight.parse().unwrap(),
            objective: " Close on time ".to_owned(),
            kpi_description: String::new(),
            target_guidance: String::new(),
            weight: weight.parse().unwrap(),
        }
    }

    fn input(items: Vec<TemplateItemInput>) -> TemplateInput {
        TemplateInput { name: " Legal ".to_owned(), description: String::new(), items }
    }

    fn fields(error: &crate::Error) -> Vec<&str> {
        error.problem().errors.iter().map(|it| &*it.field).collect()
    }

    #[test]
    fn names_are_trimmed_so_that_a_category_is_one_category() {
        let items = vec![item("Core ", "1", "0.5"), item(" Core", "1", "0.5")];
        let checked = input(items).check().unwrap();
        assert_eq!(checked.name, "Legal");
        assert_eq!(checked.items[0].category_label, checked.items[1].category_label);
        assert_eq!(checked.items[0].objective, "Close on time");
    }

    #[test]
    fn everything_blank_or_too_long_is_named_before_the_weights_are_looked_at() {
        let mut blank = item(" ", "1", "1");
        blank.objective = "\t".to_owned();
        blank.kpi_description = "x".repeat(10_001);
        let mut bad = input(vec![item("Core", "1", "0.5"), blank]);
        bad.name = "x".repeat(201);
        let error = bad.check().unwrap_err();
        assert_eq!(error.code(), Code::ValidationFailed);
        let expected =
            ["name", "items[1].categoryLabel", "items[1].objective", "items[1].kpiDescription"];
        assert_eq!(fields(&error), expected);
    }

    #[test]
    fn weights_and_the_number_of_rows_are_bounded() {
        let refused = |items| input(items).check().unwrap_err().code();
        assert_eq!(refused(vec![]), Code::InvalidWeights);
        assert_eq!(refused(vec![item("Core", "1", "0.9989")]), Code::InvalidWeights);
        assert!(input(vec![item("Core", "1", "0.9990")]).check().is_ok());
        let many = vec![item("Core", "1", "0.005"); ITEMS_MAX];
        assert!(input(many.clone()).check().is_ok());
        let more = [many, vec![item("Core", "1", "0.0001")]].concat();
        assert_eq!(refused(more), Code::ValidationFailed);
    }

    #[test]
    fn a_patch_is_judged_by_what_it_sends() {
        assert_eq!(TemplatePatch::default().check().unwrap(), TemplatePatch::default());
        let patch = TemplatePatch { items: Some(vec![]), ..Default::default() };
        assert_eq!(patch.check().unwrap_err().code(), Code::InvalidWeights);
        assert!(serde_json::from_str::<TemplatePatch>(r#"{"items":null}"#).is_err());
        assert!(serde_json::from_str::<TemplatePatch>(r#"{"name":null}"#).is_err());
    }

    #[test]
    fn only_plain_decimals_of_four_digits_are_weights() {
        for weight in ["\"0.00001\"", "\"1e-1\"", "\".5\"", "\"+1\"", "\"\"", "1", "null"] {
            let json = format!(
                r#"{{"categoryLabel":"A","categoryWeight":"1","objective":"O","weight":{weight}}}"#
            );
            assert!(serde_json::from_str::<TemplateItemInput>(&json).is_err(), "{weight}");
        }
        for weight in ["0", "-0.5"] {
            let code = input(vec![item("A", "1", "1"), item("A", "1", weight)]).check();
            assert_eq!(code.unwrap_err().code(), Code::InvalidWeights, "{weight}");
        }
    }
}
