//! How late a facility is.

use chrono::{Days, NaiveDate};

use super::{Position, next_due, outstanding_principal};
use crate::credit::ageing::days_past_due;
use crate::credit::facility::NextDue;
use crate::credit::schedule::{Line, sum};
use crate::credit::vocabulary::{AgeingBucket, FacilityStatus, LineStatus};
use crate::error::{Code, Error, Result};
use crate::money::Money;

/// How a facility stands on a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Evaluation {
    /// All lines; those that are late are `overdue`.
    pub lines: Vec<Line>,
    /// Where the facility stands: of active and overdue the one that fits, else what it was.
    pub status: FacilityStatus,
    /// Days since the due date of the oldest late line; 0 when none is.
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
    /// The oldest unpaid line, on non-accrual its principal; none when nothing is asked for.
    pub next_due: Option<NextDue>,
}

/// True when something is owed on the line and the days of grace after its date have passed; on
/// the day itself a line is not late.
pub(super) fn is_late(line: &Line, as_of: NaiveDate, grace_days: u32) -> bool {
    let last = line.payment_date.checked_add_days(Days::new(grace_days.into()));
    line.is_open() && last.is_some_and(|last| last < as_of)
}

/// Finds out how a facility stands on a day. The same day always gives the same answer, and
/// nothing is posted.
///
/// Days past due count from the date of the oldest late line, days of grace included. While no
/// income is recognised the status stays; before activation and after settlement nothing is owed.
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

/// Writes down what was late on a day: the lines with their marks, and where the facility stands by
/// them. What is late today keeps its mark, also where it was not late yet on that day, and an
/// overdue facility stays so while anything is: time that has passed is never taken back.
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

/// The lines of a live facility; of those that are open, the late ones as `overdue`.
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

/// Recognises income again: active, or overdue when a line is late.
///
/// Every receipt so far went to principal, so the arrears are cleared when no late line owes any;
/// profit that was suspended is owed from then on, and keeps its line late.
///
/// Errors: 409 `WRONG_STATE` unless the facility is non-accrual and its arrears are cleared.
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
        let message = format!("Principal of {owed} is overdue: it has to be received first.");
        return Err(Error::conflict(Code::WrongState, message));
    }
    Ok(evaluation)
}
