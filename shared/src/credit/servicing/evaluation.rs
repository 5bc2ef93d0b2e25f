//! Lateness of a facility.

use chrono::{Days, NaiveDate};

use super::{Position, next_due, outstanding_principal};
use crate::credit::ageing::days_past_due;
use crate::credit::facility::NextDue;
use crate::credit::schedule::{Line, sum};
use crate::credit::vocabulary::{AgeingBucket, FacilityStatus, LineStatus};
use crate::error::{Code, Error, Result};
use crate::money::Money;

/// The state of a facility on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// All lines; late ones are `overdue`.
    pub lines: Vec<Line>,
    /// The status of the facility: active or overdue as computed, any other status unchanged.
    pub status: FacilityStatus,
    /// Days since the due date of the oldest late line; 0 if none is late.
    pub days_past_due: u32,
    /// The bucket of those days.
    pub bucket: AgeingBucket,
    /// True if it is late for so long that income recognition may be stopped.
    pub non_accrual_eligible: bool,
    /// The outstanding principal.
    pub outstanding_principal: Money,
    /// The principal owed on late lines.
    pub overdue_principal: Money,
    /// The profit or rent owed on late lines.
    pub overdue_profit: Money,
    /// The sum of both.
    pub overdue_amount: Money,
    /// The oldest unpaid line, on non-accrual its principal; none when nothing is owed.
    pub next_due: Option<NextDue>,
}

/// Returns true if an amount is owed on the line and the days of grace after its due date have
/// passed; on the due date itself a line is not late.
pub(super) fn is_late(line: &Line, as_of: NaiveDate, grace_days: u32) -> bool {
    let last = line.payment_date.checked_add_days(Days::new(grace_days.into()));
    line.is_open() && last.is_some_and(|last| last < as_of)
}

/// Evaluates a facility on a day. The result for a day is always the same, and nothing is posted.
///
/// Days past due count from the due date of the oldest late line, including days of grace. On
/// non-accrual the status stays; before activation and after settlement nothing is owed.
pub fn evaluate(
    position: &Position,
    as_of: NaiveDate,
    grace_days: u32,
    non_accrual_days: u32,
) -> Evaluation {
    let lines = marked(position, |line| is_late(line, as_of, grace_days));
    let owed: &[Line] = if position.status.is_live() { &lines } else { &[] };
    let late = || owed.iter().filter(|line| is_late(line, as_of, grace_days));
    let overdue_principal = sum(late().map(Line::principal_owed));
    let overdue_profit = sum(late().map(Line::profit_owed));
    let next = owed.iter().find(|line| line.is_open());
    let days_past_due = days_past_due(next.map(|line| line.payment_date), as_of, grace_days);
    let status = match (position.status, days_past_due) {
        (FacilityStatus::Active | FacilityStatus::Overdue, 0) => FacilityStatus::Active,
        (FacilityStatus::Active | FacilityStatus::Overdue, 1..) => FacilityStatus::Overdue,
        (status, _) => status,
    };
    Evaluation {
        status,
        days_past_due,
        bucket: AgeingBucket::of(days_past_due),
        non_accrual_eligible: status == FacilityStatus::Overdue
            && days_past_due >= non_accrual_days
            && position.owes_principal(),
        outstanding_principal: outstanding_principal(owed),
        overdue_principal,
        overdue_profit,
        overdue_amount: sum([overdue_principal, overdue_profit]),
        next_due: next_due(position.status, owed),
        lines,
    }
}

/// Marks the lines that were late on a day, and sets the status of the facility accordingly. A line
/// that is late today keeps its mark, even if it was not late yet on that day, and an overdue
/// facility stays overdue while any line is late: marks are never removed by an earlier evaluation
/// date.
pub fn mark(
    position: &Position,
    as_of: NaiveDate,
    today: NaiveDate,
    grace_days: u32,
) -> (FacilityStatus, Vec<Line>) {
    let lines = marked(position, |line| {
        let is_marked = line.status == LineStatus::Overdue;
        is_late(line, as_of, grace_days) || (is_marked && is_late(line, today, grace_days))
    });
    let is_marked = lines.iter().any(|line| line.status == LineStatus::Overdue);
    let is_late = lines.iter().any(|line| is_late(line, today, grace_days));
    let status = match position.status {
        FacilityStatus::Active if is_marked => FacilityStatus::Overdue,
        FacilityStatus::Overdue if !is_late => FacilityStatus::Active,
        status => status,
    };
    (status, lines)
}

/// The lines of a live facility; among the open ones, the late ones as `overdue`.
fn marked(position: &Position, is_late: impl Fn(&Line) -> bool) -> Vec<Line> {
    let mut lines = position.lines.clone();
    if position.status.is_live() {
        for line in lines.iter_mut().filter(|line| line.is_open()) {
            let is_touched = line.principal_paid.is_positive() || line.profit_paid.is_positive();
            line.status = match (is_late(line), is_touched) {
                (true, _) => LineStatus::Overdue,
                (false, true) => LineStatus::Partial,
                (false, false) => LineStatus::Pending,
            };
        }
    }
    lines
}

/// Resumes income recognition: active, or overdue when a line is late.
///
/// Every receipt so far was applied to principal, so the arrears are cleared when no late line owes
/// any; suspended profit is owed from then on, and keeps its line late.
///
/// Errors: 409 `WRONG_STATE` unless the facility is on non-accrual and its arrears are cleared.
pub fn resume(
    position: &Position,
    as_of: NaiveDate,
    grace_days: u32,
    non_accrual_days: u32,
) -> Result<Evaluation> {
    if !position.is_non_accrual() {
        let message = format!("The facility is {}, not non_accrual.", position.status);
        return Err(Error::conflict(Code::WrongState, message));
    }
    let accruing = Position { status: FacilityStatus::Active, ..position.clone() };
    let evaluation = evaluate(&accruing, as_of, grace_days, non_accrual_days);
    if evaluation.overdue_principal.is_positive() {
        let owed = evaluation.overdue_principal;
        let message = format!("Overdue principal of {owed} must be received first.");
        return Err(Error::conflict(Code::WrongState, message));
    }
    Ok(evaluation)
}
