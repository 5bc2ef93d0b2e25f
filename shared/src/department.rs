//! Departments.

use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::Result;
use crate::id::{DepartmentId, StaffId, TemplateId};
use crate::patch::{Patch, present};

/// A department.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct Department {
    /// Its id.
    pub id: DepartmentId,
    /// Unique in the organization.
    pub name: String,
    /// The head of the department.
    pub supervisor_staff_id: Option<StaffId>,
    /// The name of the head.
    pub supervisor_name: Option<String>,
    /// The KPI template of the department's appraisals; set through the department assignments.
    pub appraisal_template_id: Option<TemplateId>,
}

/// The input for a new department.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct DepartmentInput {
    /// Unique in the organization.
    pub name: String,
    /// The head of the department.
    #[serde(default)]
    pub supervisor_staff_id: Option<StaffId>,
}

impl DepartmentInput {
    /// Returns the input with its name trimmed.
    ///
    /// Errors: 400 for a blank or overlong name.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.name = checks.name("name", &self.name);
        checks.finish()?;
        Ok(self)
    }
}

/// A change of a department.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct DepartmentPatch {
    /// Unique in the organization.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub name: Option<String>,
    /// The head of the department; null for none.
    #[serde(skip_serializing_if = "Patch::is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<StaffId>))]
    pub supervisor_staff_id: Patch<StaffId>,
}

impl DepartmentPatch {
    /// Returns the patch with its name trimmed.
    ///
    /// Errors: 400 for a blank or overlong name.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.name = self.name.map(|name| checks.name("name", &name));
        checks.finish()?;
        Ok(self)
    }
}
