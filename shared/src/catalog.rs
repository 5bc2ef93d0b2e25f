//! Catalogs: the four lists of rows that every form of the organization contains.

use serde::{Deserialize, Serialize};

use crate::appraisal::CatalogKind;
use crate::check::{Checks, is_blank};
use crate::error::{FieldCode, Result};
use crate::id::CatalogItemId;
use crate::patch::null_is_absent;
use crate::template::{require_few, require_text};
use crate::weight::{Weight, WeightReport, check_catalog};

/// One of the four lists.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Catalog {
    /// The kind of catalog.
    pub kind: CatalogKind,
    /// Its rows, in the order of the form.
    pub items: Vec<CatalogItem>,
}

/// One row of a catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct CatalogItem {
    /// Its id.
    pub id: CatalogItemId,
    /// The label of the criterion.
    pub label: String,
    /// The description of the criterion.
    pub description: String,
    /// The measurement that counts as the target; null except for risk and compliance KPIs.
    pub target_guidance: Option<String>,
    /// The weight in the catalog.
    pub weight: Weight,
    /// Its place in the catalog, from 1.
    pub sort_order: i64,
}

/// The input for one row of a catalog; its place is the position in the list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CatalogItemInput {
    /// The label of the criterion.
    pub label: String,
    /// The description of the criterion.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub description: String,
    /// The measurement that counts as the target; only for risk and compliance KPIs.
    #[serde(default)]
    pub target_guidance: Option<String>,
    /// The weight in the catalog.
    pub weight: Weight,
}

impl From<CatalogItem> for CatalogItemInput {
    fn from(item: CatalogItem) -> Self {
        Self {
            label: item.label,
            description: item.description,
            target_guidance: item.target_guidance,
            weight: item.weight,
        }
    }
}

/// The input that replaces the rows of a catalog.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct CatalogInput {
    /// Its rows, in the order of the form.
    pub items: Vec<CatalogItemInput>,
    /// The id of the first row when the catalog was loaded; rows get new ids with every change, so
    /// that the input is refused when the catalog has changed since.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub based_on: Option<CatalogItemId>,
}

impl CatalogKind {
    /// Returns true if the rows of this catalog have target guidance.
    pub const fn has_target_guidance(self) -> bool {
        match self {
            Self::RiskComplianceKpi => true,
            Self::Competency | Self::ManagerialCompetency | Self::Behaviour => false,
        }
    }
}

impl CatalogInput {
    /// Creates an input that replaces the stored rows without a revision check.
    pub fn of(items: Vec<CatalogItemInput>) -> Self {
        Self { items, based_on: None }
    }

    /// Returns the input with its labels trimmed and blank targets removed.
    ///
    /// Errors: 400 for blank or overlong texts, for a target in a catalog without targets and for
    /// too many rows; 400 `INVALID_WEIGHTS` when the weights do not add up.
    pub fn check(mut self, kind: CatalogKind) -> Result<Self> {
        let mut checks = Checks::new();
        require_few(&mut checks, self.items.len());
        for (position, item) in self.items.iter_mut().enumerate() {
            let path = format!("items[{position}]");
            item.label = require_text(&mut checks, &format!("{path}.label"), &item.label);
            checks.text(&format!("{path}.description"), &item.description);
            item.target_guidance = item.target_guidance.take().filter(|text| !is_blank(text));
            if let Some(text) = &item.target_guidance {
                let field = format!("{path}.targetGuidance");
                checks.text(&field, text);
                let message = "Only risk and compliance KPIs have a target.";
                checks.ensure(kind.has_target_guidance(), &field, FieldCode::NotAllowed, message);
            }
        }
        checks.finish()?;
        report_of(&self.items).require_valid()?;
        Ok(self)
    }
}

/// The weight report of the rows of a catalog.
pub fn report_of(items: &[CatalogItemInput]) -> WeightReport {
    check_catalog(&items.iter().map(|item| item.weight).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    fn row(weight: &str, target: Option<&str>) -> CatalogItemInput {
        CatalogItemInput {
            label: " Teamwork ".to_owned(),
            description: String::new(),
            target_guidance: target.map(str::to_owned),
            weight: weight.parse().unwrap(),
        }
    }

    #[test]
    fn only_risk_and_compliance_rows_have_a_target() {
        let input = CatalogInput::of(vec![row("0.5", Some("None late")), row("0.5", None)]);
        for kind in CatalogKind::ALL {
            let checked = input.clone().check(*kind);
            assert_eq!(checked.is_ok(), *kind == CatalogKind::RiskComplianceKpi, "{kind}");
        }
        let blank = CatalogInput::of(vec![row("1", Some(" "))]);
        let checked = blank.check(CatalogKind::Behaviour).unwrap();
        assert_eq!(checked.items[0].target_guidance, None);
        assert_eq!(checked.items[0].label, "Teamwork");
    }

    #[test]
    fn the_sum_may_miss_by_a_hundredth() {
        for (weight, is_valid) in
            [("0.9899", false), ("0.9900", true), ("1.0100", true), ("1.0101", false)]
        {
            let checked = CatalogInput::of(vec![row(weight, None)]).check(CatalogKind::Competency);
            assert_eq!(checked.map_err(|error| error.code()).is_ok(), is_valid, "{weight}");
        }
        let empty = CatalogInput::of(vec![]).check(CatalogKind::Competency);
        assert_eq!(empty.unwrap_err().code(), Code::InvalidWeights);
    }
}
