//! Where a facility stands.

use chrono::NaiveDate;

use super::leg::is_shown_gross;
use crate::credit::facility::NextDue;
use crate::credit::schedule::{Line, Terms, sum};
use crate::credit::vocabulary::{FacilityStatus, Presentation, ProductType};
use crate::error::{Code, Error, Result};
use crate::money::Money;

/// A facility at one moment: everything that servicing needs to know of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// Its terms.
    pub terms: Terms,
    /// How the books show it.
    pub presentation: Presentation,
    /// Where it stands.
    pub status: FacilityStatus,
    /// Its lines, by period.
    pub lines: Vec<Line>,
}

impl Position {
    /// True while no income is recognised.
    pub(super) fn is_non_accrual(&self) -> bool {
        self.status == FacilityStatus::NonAccrual
    }

    /// True for a murabaha whose receivable holds the whole price.
    pub(super) fn is_shown_gross(&self) -> bool {
        is_shown_gross(self.terms.product_type, self.presentation)
    }

    /// True while principal is owed.
    pub(super) fn owes_principal(&self) -> bool {
        outstanding_principal(&self.lines).is_positive()
    }

    /// Errors: 409 `WRONG_STATE` when no principal is owed any more: all that is received without
    /// income is principal, so that nothing could be received, and nothing settle the facility.
    pub fn require_principal(&self) -> Result<()> {
        if self.owes_principal() {
            return Ok(());
        }
        let message = "No principal is owed any more, only profit: it stays due as it is.";
        Err(Error::conflict(Code::WrongState, message))
    }

    /// Errors: 409 `WRONG_STATE` unless the facility is live, and while all principal is received
    /// and the profit is suspended: nothing can be received then.
    pub(super) fn require_receivable(&self) -> Result<()> {
        self.require_live()?;
        if !self.is_non_accrual() || self.owes_principal() {
            return Ok(());
        }
        let message = "All principal is received and the profit is suspended: resume accrual to \
                       receive the profit, or waive it.";
        Err(Error::conflict(Code::WrongState, message))
    }

    /// True for profit that is owed on a day whatever is paid ahead: all of a murabaha, whose
    /// price is fixed, and the rent of lines due by then.
    pub(super) fn is_earned(&self, line: &Line, as_of: NaiveDate) -> bool {
        match self.terms.product_type {
            ProductType::Murabaha => true,
            ProductType::Ijarah | ProductType::DiminishingMusharakah => line.payment_date <= as_of,
        }
    }

    /// Profit that stays owed while no income is recognised; zero while it is.
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
            "The facility is {}: money is received while it is active, overdue or non_accrual.",
            self.status
        );
        Err(Error::conflict(Code::WrongState, message))
    }
}

/// The next amount to pay: what is owed on the oldest unpaid line, or, while no income is
/// recognised, the principal of the oldest line that owes some.
pub fn next_due(status: FacilityStatus, lines: &[Line]) -> Option<NextDue> {
    let asked = match status {
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
    let line = lines.iter().find(|line| asked(line).is_positive())?;
    Some(NextDue { date: line.payment_date, amount: asked(line) })
}

/// Principal still owed on lines.
pub fn outstanding_principal(lines: &[Line]) -> Money {
    sum(lines.iter().map(Line::principal_owed))
}
