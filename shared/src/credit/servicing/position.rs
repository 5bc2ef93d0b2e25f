//! The position of a facility.

use chrono::NaiveDate;

use super::leg::is_shown_gross;
use crate::credit::facility::NextDue;
use crate::credit::schedule::{Line, Terms, sum};
use crate::credit::vocabulary::{FacilityStatus, Presentation, ProductType};
use crate::error::{Code, Error, Result};
use crate::money::Money;

/// The position of a facility at one moment: the input of all servicing functions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its terms.
    pub terms: Terms,
    /// Its presentation in the books.
    pub presentation: Presentation,
    /// The status of the facility.
    pub status: FacilityStatus,
    /// Its lines, by period.
    pub lines: Vec<Line>,
}

impl Position {
    /// Returns true on non-accrual.
    pub(super) fn is_non_accrual(&self) -> bool {
        self.status == FacilityStatus::NonAccrual
    }

    /// Returns true for a murabaha whose receivable is the whole price.
    pub(super) fn is_shown_gross(&self) -> bool {
        is_shown_gross(self.terms.product_type, self.presentation)
    }

    /// Returns true while principal is owed.
    pub(super) fn owes_principal(&self) -> bool {
        outstanding_principal(&self.lines).is_positive()
    }

    /// Errors: 409 `WRONG_STATE` when no principal is owed any more: on non-accrual every receipt
    /// is principal, so that nothing could be received or settled.
    pub fn require_principal(&self) -> Result<()> {
        if self.owes_principal() {
            return Ok(());
        }
        let message = "No principal is outstanding. The remaining profit stays due.";
        Err(Error::conflict(Code::WrongState, message))
    }

    /// Errors: 409 `WRONG_STATE` unless the facility is live, and while all principal is received
    /// and the profit is suspended: nothing can be received then.
    pub(super) fn require_receivable(&self) -> Result<()> {
        self.require_live()?;
        if !self.is_non_accrual() || self.owes_principal() {
            return Ok(());
        }
        let message = "All principal is received and the profit is suspended. Resume accrual to \
                       receive the profit, or waive it.";
        Err(Error::conflict(Code::WrongState, message))
    }

    /// Returns true if the profit is owed on a day regardless of payments ahead of time: all profit
    /// of a murabaha, whose price is fixed, and the rent of lines due by then.
    pub(super) fn is_earned(&self, line: &Line, as_of: NaiveDate) -> bool {
        match self.terms.product_type {
            ProductType::Murabaha => true,
            ProductType::Ijarah | ProductType::DiminishingMusharakah => line.payment_date <= as_of,
        }
    }

    /// Profit that remains owed on non-accrual; zero otherwise.
    pub fn suspended_profit(&self, as_of: NaiveDate) -> Money {
        if !self.is_non_accrual() {
            return Money::ZERO;
        }
        let lines = self.lines.iter().filter(|line| self.is_earned(line, as_of));
        sum(lines.map(Line::profit_owed))
    }

    /// Errors: 409 `WRONG_STATE` unless the facility is live.
    pub(super) fn require_live(&self) -> Result<()> {
        if self.status.is_live() {
            return Ok(());
        }
        let message = format!(
            "The facility is {}. Payments are accepted while it is active, overdue or non_accrual.",
            self.status
        );
        Err(Error::conflict(Code::WrongState, message))
    }
}

/// The next amount to pay: the amount owed on the oldest unpaid line or, on non-accrual, the
/// principal of the oldest line that owes some.
pub fn next_due(status: FacilityStatus, lines: &[Line]) -> Option<NextDue> {
    let amount_due = match status {
        FacilityStatus::NonAccrual => Line::principal_owed,
        FacilityStatus::Draft
        | FacilityStatus::PendingReview
        | FacilityStatus::ShariahReview
        | FacilityStatus::Approved
        | FacilityStatus::Rejected
        | FacilityStatus::Withdrawn
        | FacilityStatus::Active
        | FacilityStatus::Overdue
        | FacilityStatus::Settled => Line::owed,
    };
    let line = lines.iter().find(|line| amount_due(line).is_positive())?;
    Some(NextDue { date: line.payment_date, amount: amount_due(line) })
}

/// The outstanding principal of lines.
pub fn outstanding_principal(lines: &[Line]) -> Money {
    sum(lines.iter().map(Line::principal_owed))
}
