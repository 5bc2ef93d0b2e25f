//! Appraisals in flight, by how long their desk has held them, and what keeps them there.

use serde::{Deserialize, Serialize};

use super::list::AppraisalSummary;
use super::vocabulary::Status;
use crate::page::PageRequest;

text_enum! {
    /// What keeps an appraisal at its desk, or will at a later one.
    StuckReason {
        /// The subject is blocked and cannot assess themselves.
        SubjectBlocked = "subject_blocked",
        /// The line manager of the snapshot is blocked.
        LineManagerBlocked = "line_manager_blocked",
        /// Today somebody else would be the line manager.
        LineManagerChanged = "line_manager_changed",
        /// The department head of the snapshot is blocked.
        DepartmentHeadBlocked = "department_head_blocked",
        /// Today somebody else, or nobody, would be the department head.
        DepartmentHeadChanged = "department_head_changed",
        /// Nobody has the role of managing director.
        NoManagingDirector = "no_managing_director",
        /// Nobody but the subject may finalize.
        NoHumanResources = "no_human_resources",
        /// The template was edited or archived since; the form keeps its own rows.
        TemplateChanged = "template_changed",
    }
}

impl StuckReason {
    /// True when the appraisal cannot go on by itself; the others are only good to know.
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

/// What a list of appraisals in flight is asked for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StuckQuery {
    /// Only at this desk.
    pub status: Option<Status>,
    /// Only where the person at this desk or at a later one is blocked.
    pub blocked: bool,
    /// Which page.
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
    /// What keeps it, or should be known.
    pub reasons: Vec<StuckReason>,
}
