//! The figures of a home page, by the tasks of its reader.

use serde::{Deserialize, Serialize};

use crate::appraisal::Status;
use crate::credit::report::{PortfolioAtRisk, TieOut};
use crate::credit::vocabulary::FacilityStatus;
use crate::total::Total;

/// The number of days within which the end of a probation is announced.
pub const PROBATION_NOTICE_DAYS: u32 = 30;

/// The figures for one reader; those of other people's tasks are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HomeFigures {
    /// For those who record payments.
    pub collection: Option<CollectionFigures>,
    /// The facilities that the reader structured and that are not active yet, by status.
    pub pipeline: Vec<FacilityCount>,
    /// For those who keep the accounts.
    pub ledger: Option<LedgerFigures>,
    /// For the managing director.
    pub portfolio: Option<PortfolioAtRisk>,
    /// The number of exceptions from the Shariah rules, for those who approve facilities.
    pub exceptions: Option<u64>,
    /// For human resources.
    pub people: Option<PeopleFigures>,
}

/// The facilities from which payments are expected.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CollectionFigures {
    /// The number of facilities whose next instalment is due today.
    pub due_today: u64,
    /// The number of overdue facilities.
    pub overdue: u64,
}

/// The number of facilities in a status.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct FacilityCount {
    /// The status.
    pub status: FacilityStatus,
    /// The number of facilities.
    pub count: u64,
}

/// The state of the accounts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct LedgerFigures {
    /// The comparison of the ledger with the schedules.
    pub tie_out: TieOut,
    /// The number of entries that the account map lacks.
    pub unmapped: u64,
    /// The unpaid part of the instalments due in this calendar month.
    pub still_due: Total,
    /// The payments of this calendar month, without reversed ones.
    pub received: Total,
}

/// The tasks of human resources.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PeopleFigures {
    /// The number of employees whose probation ends within [`PROBATION_NOTICE_DAYS`] or has ended.
    pub probation_ending: u64,
    /// The late appraisals by stage: those at their stage for
    /// [`LATE_DAYS`](crate::appraisal::stuck::LATE_DAYS) or longer.
    pub late: Vec<StageCount>,
}

/// The number of appraisals at a stage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StageCount {
    /// The stage.
    pub status: Status,
    /// The number of appraisals.
    pub count: u64,
}
