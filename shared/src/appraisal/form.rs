//! An appraisal as its form shows it.

use serde::{Deserialize, Serialize};

use super::Relation;
use super::detail::AppraisalDetail;
use super::list::AppraisalSummary;

/// One appraisal with the reader's relation to it, and the rest of the reader's queue.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AppraisalForm {
    /// The appraisal, as the reader may see it.
    pub detail: AppraisalDetail,
    /// The reader's relation to the appraisal.
    pub relation: Relation,
    /// Another appraisal that is pending for the reader.
    pub next: Option<AppraisalSummary>,
    /// The number of other appraisals that are pending for the reader.
    pub left: u64,
}
