//! Lists of appraisals.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::vocabulary::{Band, ReviewType, Status};
use crate::check::Checks;
use crate::error::Result;
use crate::id::{AppraisalId, DepartmentId, StaffId};
use crate::page::PageRequest;
use crate::scoring::Score;

text_enum! {
    /// The scope of a list of appraisals.
    Scope {
        /// The reader is the subject.
        Mine = "mine",
        /// The appraisal waits for the reader.
        Queue = "queue",
        /// All appraisals of the organization; for human resources.
        All = "all",
    }
}

text_enum! {
    /// The sort order of a list of appraisals. Without a final score, an appraisal is at the end of
    /// an order by score.
    AppraisalSort {
        /// Most recently started first.
        Newest = "newest",
        /// By the name of the subject.
        Name = "name",
        /// By the name of the subject, from the last one.
        NameDescending = "name_desc",
        /// Highest overall score first.
        Score = "score",
        /// Lowest overall score first.
        ScoreAscending = "score_asc",
    }
}

/// The query parameters of a list. Every scope supports every filter and order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppraisalQuery {
    /// The scope.
    pub scope: Scope,
    /// Only in this status.
    pub status: Option<Status>,
    /// Only of this person.
    pub staff_id: Option<StaffId>,
    /// Only people whose name contains this text.
    pub q: Option<String>,
    /// Only of this department.
    pub department_id: Option<DepartmentId>,
    /// Only of this type.
    pub review_type: Option<ReviewType>,
    /// The order; newest first by default.
    pub sort: Option<AppraisalSort>,
    /// The requested page.
    pub page: PageRequest,
}

impl AppraisalQuery {
    /// The first page of a scope.
    pub fn of(scope: Scope) -> Self {
        Self {
            scope,
            status: None,
            staff_id: None,
            q: None,
            department_id: None,
            review_type: None,
            sort: None,
            page: PageRequest::default(),
        }
    }

    /// Errors: 400 for a text that cannot be searched for.
    pub fn check(&self) -> Result<()> {
        let mut checks = Checks::new();
        checks.text("q", self.q.as_deref().unwrap_or_default());
        checks.finish()
    }

    /// Returns true if any filter is set.
    pub fn is_filtered(&self) -> bool {
        self.status.is_some()
            || self.staff_id.is_some()
            || self.q.is_some()
            || self.department_id.is_some()
            || self.review_type.is_some()
    }
}

/// One line of a list.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AppraisalSummary {
    /// The appraisal.
    pub id: AppraisalId,
    /// The subject.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// Their department.
    pub department_name: Option<String>,
    /// The type of review.
    pub review_type: ReviewType,
    /// First day of the period.
    pub period_from: NaiveDate,
    /// Last day of the period.
    pub period_to: NaiveDate,
    /// The status of the appraisal.
    pub status: Status,
    /// The people who may act at the current stage.
    pub waiting_for: Vec<String>,
    /// The start of the current stage.
    pub waiting_since: Option<DateTime<Utc>>,
    /// The stamped overall score.
    pub overall_score: Option<Score>,
    /// The stamped band.
    pub overall_band: Option<Band>,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
}
