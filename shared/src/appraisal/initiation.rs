//! Initiation of an appraisal: the input, the chain of reviewers, and the blockers.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::detail::PersonReference;
use super::vocabulary::{ReviewType, RoleCategory};
use crate::check::Checks;
use crate::date::strict_date;
use crate::error::{Code, Error, FieldCode, Result};
use crate::id::{StaffId, TemplateId};

/// The terms of an appraisal, without the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InitiationTerms {
    /// The type of review.
    pub review_type: ReviewType,
    /// First day of the period.
    pub period_from: NaiveDate,
    /// Last day of the period.
    pub period_to: NaiveDate,
    /// The kind of post.
    pub role_category: RoleCategory,
    /// True for a manager's form.
    pub is_manager_role: bool,
}

impl InitiationTerms {
    /// The input of an initiation with these terms.
    pub fn of(self, staff_id: StaffId) -> InitiationInput {
        InitiationInput {
            staff_id,
            review_type: self.review_type,
            period_from: self.period_from,
            period_to: self.period_to,
            role_category: self.role_category,
            is_manager_role: self.is_manager_role,
        }
    }

    /// Errors: 400 when the period ends before it begins or lies outside the calendar.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        checks.date("periodFrom", self.period_from);
        checks.date("periodTo", self.period_to);
        checks.ensure(
            self.period_from <= self.period_to,
            "periodTo",
            FieldCode::Invalid,
            "The end date can't be before the start date.",
        );
        checks.finish()
    }
}

/// The input of an initiation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitiationInput {
    /// The person to appraise.
    pub staff_id: StaffId,
    /// The type of review.
    pub review_type: ReviewType,
    /// First day of the period.
    #[serde(deserialize_with = "strict_date")]
    pub period_from: NaiveDate,
    /// Last day of the period.
    #[serde(deserialize_with = "strict_date")]
    pub period_to: NaiveDate,
    /// The kind of post.
    pub role_category: RoleCategory,
    /// True for a manager's form.
    pub is_manager_role: bool,
}

impl InitiationInput {
    /// The terms, without the person.
    pub fn terms(&self) -> InitiationTerms {
        InitiationTerms {
            review_type: self.review_type,
            period_from: self.period_from,
            period_to: self.period_to,
            role_category: self.role_category,
            is_manager_role: self.is_manager_role,
        }
    }
}

/// The input of a dry run, for one person or many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitiationPreviewInput {
    /// One person; or `staffIds`.
    #[serde(default)]
    pub staff_id: Option<StaffId>,
    /// Many people; or `staffId`.
    #[serde(default)]
    pub staff_ids: Option<Vec<StaffId>>,
    /// The type of review.
    pub review_type: ReviewType,
    /// First day of the period.
    #[serde(deserialize_with = "strict_date")]
    pub period_from: NaiveDate,
    /// Last day of the period.
    #[serde(deserialize_with = "strict_date")]
    pub period_to: NaiveDate,
    /// The kind of post.
    pub role_category: RoleCategory,
    /// True for a manager's form.
    pub is_manager_role: bool,
}

impl InitiationPreviewInput {
    /// The terms, without the people.
    pub fn terms(&self) -> InitiationTerms {
        InitiationTerms {
            review_type: self.review_type,
            period_from: self.period_from,
            period_to: self.period_to,
            role_category: self.role_category,
            is_manager_role: self.is_manager_role,
        }
    }
}

text_enum! {
    /// The reason for the choice of a template.
    TemplateReason {
        /// The department is assigned to it.
        Department = "department",
        /// The department has no assignment, or there is no department.
        Fallback = "fallback",
    }
}

text_enum! {
    /// The reason for the choice of a reviewer.
    ReviewerReason {
        /// Set on the member of staff.
        LineManager = "line_manager",
        /// Supervisor of the department.
        DepartmentSupervisor = "department_supervisor",
    }
}

/// The selected template.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewedTemplate {
    /// The template.
    pub id: TemplateId,
    /// Its name.
    pub name: String,
    /// The reason for the choice.
    pub reason: TemplateReason,
}

/// The selected reviewer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewedReviewer {
    /// The member of staff.
    pub id: StaffId,
    /// Their name.
    pub name: String,
    /// The reason for the choice.
    pub reason: ReviewerReason,
}

/// A condition that prevents the initiation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Blocker {
    /// The code of the error that the initiation would return.
    pub code: Code,
    /// The condition and how to resolve it.
    pub message: String,
}

text_enum! {
    /// The reason for a warning about an initiation.
    InitiationWarningCode {
        /// Nobody has the role of managing director.
        NoManagingDirector = "NO_MANAGING_DIRECTOR",
        /// The employee is the managing director.
        ManagingDirectorIsSubject = "MANAGING_DIRECTOR_IS_SUBJECT",
    }
}

/// A warning that does not prevent the initiation.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct InitiationWarning {
    /// The reason.
    pub code: InitiationWarningCode,
    /// The reason in words.
    pub message: String,
}

/// The expected outcome of an initiation for one person; nothing is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitiationPreview {
    /// The member of staff.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// True if people or a department report to them: they need the form for managers.
    pub manages_people: bool,
    /// The template.
    pub template: Option<PreviewedTemplate>,
    /// The line manager.
    pub line_manager: Option<PreviewedReviewer>,
    /// The department head, if there is one.
    pub department_head: Option<PreviewedReviewer>,
    /// The holders of the role of managing director.
    pub md: Vec<PersonReference>,
    /// The conditions that would make the initiation fail.
    pub blockers: Vec<Blocker>,
    /// The warnings that do not prevent the initiation.
    pub warnings: Vec<InitiationWarning>,
}

/// The reviewers of an appraisal, as recorded in the snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// The first reviewer.
    pub line_manager: StaffId,
    /// The reason for the choice of the line manager.
    pub line_manager_reason: ReviewerReason,
    /// The department head, when different from the line manager.
    pub department_head: Option<StaffId>,
}

/// Resolves the reviewers (specification, "Chain resolution at initiation"). The subject is never a
/// reviewer; the line manager is the one set on the member of staff, else the supervisor of the
/// department; the department head is that supervisor when it is a different person.
///
/// Errors: 400 `NO_REVIEWER`, naming what is missing.
pub fn resolve_chain(
    subject: StaffId,
    line_manager: Option<StaffId>,
    department_supervisor: Option<StaffId>,
) -> Result<Chain> {
    let other = |candidate: Option<StaffId>| candidate.filter(|id| *id != subject);
    let supervisor = other(department_supervisor);
    match (other(line_manager), supervisor) {
        (Some(line_manager), _) => Ok(Chain {
            line_manager,
            line_manager_reason: ReviewerReason::LineManager,
            department_head: supervisor.filter(|id| *id != line_manager),
        }),
        (None, Some(line_manager)) => Ok(Chain {
            line_manager,
            line_manager_reason: ReviewerReason::DepartmentSupervisor,
            department_head: None,
        }),
        (None, None) if department_supervisor == Some(subject) => Err(no_reviewer(
            "The employee is the department head and has no line manager. Assign a line manager.",
        )),
        (None, None) => {
            Err(no_reviewer("No reviewer found. Assign a line manager or department head."))
        }
    }
}

fn no_reviewer(message: &str) -> Error {
    Error::invalid(Code::NoReviewer, message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    fn person(number: u128) -> StaffId {
        StaffId(Uuid::from_u128(number))
    }

    fn chain(line_manager: Option<u128>, supervisor: Option<u128>) -> Result<(u128, Option<u128>)> {
        resolve_chain(person(1), line_manager.map(person), supervisor.map(person)).map(|chain| {
            (chain.line_manager.0.as_u128(), chain.department_head.map(|id| id.0.as_u128()))
        })
    }

    #[test]
    fn the_line_manager_on_the_record_comes_before_the_supervisor_of_the_department() {
        assert_eq!(chain(Some(2), Some(3)), Ok((2, Some(3))));
        assert_eq!(chain(None, Some(3)), Ok((3, None)));
        assert_eq!(chain(Some(2), None), Ok((2, None)));
    }

    #[test]
    fn the_department_head_is_left_out_when_it_is_the_line_manager() {
        assert_eq!(chain(Some(3), Some(3)), Ok((3, None)));
    }

    #[test]
    fn the_subject_counts_as_nobody() {
        assert_eq!(chain(Some(1), Some(3)), Ok((3, None)));
        assert_eq!(chain(Some(2), Some(1)), Ok((2, None)));
    }

    #[test]
    fn without_any_reviewer_the_initiation_fails() {
        for (line_manager, supervisor) in
            [(None, None), (None, Some(1)), (Some(1), Some(1)), (Some(1), None)]
        {
            let error = chain(line_manager, supervisor).unwrap_err();
            assert_eq!(error.code(), Code::NoReviewer);
        }
    }
}
