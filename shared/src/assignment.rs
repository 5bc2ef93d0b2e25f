//! The assignment of appraisal templates to departments.

use std::collections::HashSet;

use serde::{Deserialize, Deserializer, Serialize};

use crate::check::Checks;
use crate::error::{FieldCode, Result};
use crate::id::{DepartmentId, TemplateId};

/// The maximum number of departments in one change.
pub const ASSIGNMENTS_MAX: usize = 500;

/// The template of one department.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
#[serde(rename_all = "camelCase")]
pub struct Assignment {
    /// The department.
    pub department_id: DepartmentId,
    /// Its name.
    pub department_name: String,
    /// The template, or null for the fallback General / Other.
    pub appraisal_template_id: Option<TemplateId>,
    /// The name of the template; null for the fallback.
    pub template_name: Option<String>,
}

/// A requested template of one department.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AssignmentInput {
    /// The department.
    pub department_id: DepartmentId,
    /// The template, or null for the fallback General / Other.
    #[serde(deserialize_with = "required_nullable")]
    #[cfg_attr(feature = "openapi", schema(required))]
    pub appraisal_template_id: Option<TemplateId>,
}

/// Deserializes a field that may be null but not missing.
fn required_nullable<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    Option::deserialize(deserializer)
}

/// Requested templates of departments; other departments keep theirs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct AssignmentsInput {
    /// The departments to change, each once.
    pub assignments: Vec<AssignmentInput>,
}

impl AssignmentsInput {
    /// Errors: 400 for a duplicate department, and for too many.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        let is_few = self.assignments.len() <= ASSIGNMENTS_MAX;
        checks.ensure(
            is_few,
            "assignments",
            FieldCode::TooMany,
            "Maximum 500 departments at a time.",
        );
        let mut seen = HashSet::new();
        for (position, assignment) in self.assignments.iter().enumerate() {
            let field = format!("assignments[{position}].departmentId");
            let is_new = seen.insert(assignment.department_id);
            checks.ensure(is_new, &field, FieldCode::Duplicate, "Duplicate entry.");
        }
        checks.finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ONE: &str = "0192e4a0-0000-7000-8000-000000000001";

    #[test]
    fn the_fallback_is_stated_and_not_omitted() {
        let read = |json: &str| serde_json::from_str::<AssignmentInput>(json);
        let json = format!(r#"{{"departmentId":"{ONE}","appraisalTemplateId":null}}"#);
        assert_eq!(read(&json).unwrap().appraisal_template_id, None);
        assert!(read(&format!(r#"{{"departmentId":"{ONE}"}}"#)).is_err());
    }

    #[test]
    fn a_department_is_named_once() {
        let department_id = ONE.parse().unwrap();
        let assignment = AssignmentInput { department_id, appraisal_template_id: None };
        let error = AssignmentsInput { assignments: vec![assignment; 2] }.check().unwrap_err();
        assert_eq!(error.problem().errors[0].field, "assignments[1].departmentId");
        assert!(AssignmentsInput { assignments: vec![] }.check().is_ok());
    }
}
