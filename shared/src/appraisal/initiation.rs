//! Starting an appraisal: what is asked for, who will review, and what stands in the way.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::detail::PersonReference;
use super::vocabulary::{ReviewType, RoleCategory};
use crate::check::Checks;
use crate::error::{Code, Error, Result};
use crate::id::{StaffId, TemplateId};

/// The terms of an appraisal, apart from the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InitiationTerms {
    /// Why it is held.
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
    /// Errors: 400 when the period ends before it begins or lies outside the calendar.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        checks.date("periodFrom", self.period_from);
        checks.date("periodTo", self.period_to);
        checks.ensure(
            self.period_from <= self.period_to,
            "periodTo",
            "INVALID",
            "The period must not end before it begins.",
        );
        checks.finish()
    }
}

/// What an initiation asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitiationInput {
    /// Who is to be appraised.
    pub staff_id: StaffId,
    /// Why it is held.
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

impl InitiationInput {
    /// The terms, apart from the person.
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

/// What a dry run asks for: one person or many.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitiationPreviewInput {
    /// One person.
    #[serde(default)]
    pub staff_id: Option<StaffId>,
    /// Or many.
    #[serde(default)]
    pub staff_ids: Option<Vec<StaffId>>,
    /// Why it is held.
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

impl InitiationPreviewInput {
    /// The terms, apart from the people.
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
    /// Why a template was chosen.
    TemplateReason {
        /// The department is linked to it.
        Department = "department",
        /// The department has none, or there is no department.
        Fallback = "fallback",
    }
}

text_enum! {
    /// Why a person sits at a desk.
    ReviewerReason {
        /// Set on the member of staff.
        LineManager = "line_manager",
        /// Supervisor of the department.
        DepartmentSupervisor = "department_supervisor",
    }
}

/// The template that would be used.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewedTemplate {
    /// Which.
    pub id: TemplateId,
    /// Its name.
    pub name: String,
    /// Why.
    pub reason: TemplateReason,
}

/// The person who would sit at a desk.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct PreviewedReviewer {
    /// Who.
    pub id: StaffId,
    /// Their name.
    pub name: String,
    /// Why.
    pub reason: ReviewerReason,
}

/// Something that stands in the way, or that should be known.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Blocker {
    /// Stable code.
    pub code: String,
    /// What it is and what to do.
    pub message: String,
}

/// What an initiation would do for one person; nothing is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct InitiationPreview {
    /// Who.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// Whether people or a department report to them: the form of a manager suits them then.
    pub manages_people: bool,
    /// The template.
    pub template: Option<PreviewedTemplate>,
    /// The line manager's desk.
    pub line_manager: Option<PreviewedReviewer>,
    /// The department head's desk, when there is one.
    pub department_head: Option<PreviewedReviewer>,
    /// Whoever has the role of managing director.
    pub md: Vec<PersonReference>,
    /// What would make the initiation fail.
    pub blockers: Vec<Blocker>,
    /// What it would not fail for and somebody should know.
    pub warnings: Vec<Blocker>,
}

/// The reviewers of an appraisal, as the snapshot keeps them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chain {
    /// Who reviews first, and why.
    pub line_manager: StaffId,
    /// Why them.
    pub line_manager_reason: ReviewerReason,
    /// The department head, when that is somebody else.
    pub department_head: Option<StaffId>,
}

/// Resolves who reviews (specification, "Chain resolution at initiation"): the subject is nobody;
/// the line manager is the one set on the member of staff, else the supervisor of the department;
/// the department head is that supervisor when it is somebody else.
///
/// Errors: 400 `NO_REVIEWER`, in words that name what is missing.
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
            "The supervisor of the department is the subject, and no line manager is set. \
             Set a line manager first.",
        )),
        (None, None) => Err(no_reviewer(
            "Neither a line manager nor a supervisor of the department is set. Set one first.",
        )),
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
