//! Appraisals in flight, by the time at their current stage, and the reasons for delays.

use serde::{Deserialize, Serialize};

use super::list::AppraisalSummary;
use super::vocabulary::Status;
use crate::page::PageRequest;

/// The number of days at one stage from which an appraisal is late.
pub const LATE_DAYS: i64 = 10;

text_enum! {
    /// The reason why an appraisal is blocked at its current stage, or will be at a later one.
    StuckReason {
        /// The subject is blocked and cannot assess themselves.
        SubjectBlocked = "subject_blocked",
        /// The line manager of the snapshot is blocked.
        LineManagerBlocked = "line_manager_blocked",
        /// The line manager would be a different person today.
        LineManagerChanged = "line_manager_changed",
        /// The department head of the snapshot is blocked.
        DepartmentHeadBlocked = "department_head_blocked",
        /// The department head would be a different person today, or there would be none.
        DepartmentHeadChanged = "department_head_changed",
        /// No member of staff has the role of managing director.
        NoManagingDirector = "no_managing_director",
        /// No member of staff except the subject may finalize.
        NoHumanResources = "no_human_resources",
        /// The template was edited or archived since; the form keeps its own rows.
        TemplateChanged = "template_changed",
    }
}

impl StuckReason {
    /// Returns true if the appraisal cannot proceed; the other reasons are informational.
    pub const fn is_blocking(self) -> bool {
        match self {
            Self::SubjectBlocked
            | Self::LineManagerBlocked
            | Self::DepartmentHeadBlocked
            | Self::NoManagingDirector
            | Self::NoHumanResources => true,
            Self::LineManagerChanged | Self::DepartmentHeadChanged | Self::TemplateChanged => false,
        }
    }
}

/// The query parameters of a list of appraisals in flight.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StuckQuery {
    /// Only at this stage.
    pub status: Option<Status>,
    /// Only appraisals whose reviewer at this stage or at a later one is blocked.
    pub blocked: bool,
    /// The requested page.
    pub page: PageRequest,
}

/// An appraisal in flight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StuckAppraisal {
    /// The appraisal.
    #[serde(flatten)]
    pub appraisal: AppraisalSummary,
    /// The reasons for the blockage, and warnings.
    pub reasons: Vec<StuckReason>,
}
