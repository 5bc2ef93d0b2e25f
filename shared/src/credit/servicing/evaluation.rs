//! How late a facility is.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::Position;
use crate::credit::schedule::Line;
use crate::credit::vocabulary::{AgeingBucket, FacilityStatus};
use crate::error::{Error, Result};
use crate::money::Money;

/// The oldest unpaid line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct NextDue {
    /// When it falls or fell due.
    pub date: NaiveDate,
    /// What is still owed on it.
    pub amount: Money,
}

/// How a facility stands on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// All lines; those that are late are `overdue`.
    pub lines: Vec<Line>,
    /// Where the facility stands: of active and overdue the one that fits, else what it was.
    pub status: FacilityStatus,
    /// Days since the due date of the oldest late line.
    pub days_past_due: u32,
    /// The bucket of those days.
    pub bucket: AgeingBucket,
    /// True when it is late for so long that somebody may stop recognising income.
    pub non_accrual_eligible: bool,
    /// Principal still owed.
    pub outstanding_principal: Money,
    /// Principal still owed on late lines.
    pub overdue_principal: Money,
    /// Profit or rent still owed on late lines.
    pub overdue_profit: Money,
    /// Both together.
    pub overdue_amount: Money,
    /// The oldest unpaid line; none when nothing is owed.
    pub next_due: Option<NextDue>,
}

/// Finds out how a facility stands on a day.
pub fn evaluate(
    position: &Position,
    as_of: NaiveDate,
    grace_days: u32,
    non_accrual_days: u32,
) -> Evaluation {
    let _ = (as_of, grace_days, non_accrual_days);
    Evaluation {
        lines: position.lines.clone(),
        status: position.status,
        days_past_due: 0,
        bucket: AgeingBucket::Current,
        non_accrual_eligible: false,
        outstanding_principal: Money::ZERO,
        overdue_principal: Money::ZERO,
        overdue_profit: Money::ZERO,
        overdue_amount: Money::ZERO,
        next_due: None,
    }
}

/// Recognises income again.
pub fn resume(
    position: &Position,
    as_of: NaiveDate,
    grace_days: u32,
    non_accrual_days: u32,
) -> Result<Evaluation> {
    let _ = (position, as_of, grace_days, non_accrual_days);
    Err(Error::internal())
}
