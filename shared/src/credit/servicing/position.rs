//! Where a facility stands.

use crate::credit::schedule::{Line, Terms, sum};
use crate::credit::vocabulary::{FacilityStatus, Presentation};
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

/// Principal still owed on lines.
pub fn outstanding_principal(lines: &[Line]) -> Money {
    sum(lines.iter().map(Line::principal_owed))
}
