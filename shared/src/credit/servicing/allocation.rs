//! How a receipt lands on the lines.

use chrono::NaiveDate;

use super::{Leg, Position};
use crate::credit::schedule::Line;
use crate::credit::vocabulary::{FacilityStatus, LineStatus, SettlementType};
use crate::error::{Error, Result};
use crate::money::Money;

/// What a receipt put on one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Applied {
    /// The line.
    pub period: u32,
    /// What it came to: `paid`, or `partial` also where the line stays late.
    pub status: LineStatus,
    /// Principal received for it.
    pub principal: Money,
    /// Profit or rent received for it.
    pub profit: Money,
}

/// What becomes of a position by a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Allocation {
    /// All lines, as they are after it.
    pub lines: Vec<Line>,
    /// What it put on which line; with `extra` it adds up to the receipt.
    pub applied: Vec<Applied>,
    /// True when money ran beyond what was due.
    pub is_extra: bool,
    /// What bought principal ahead instead of paying a line (never for a murabaha).
    pub extra: Money,
    /// Profit or rent that will never be asked for because of it, for the record.
    pub waived: Money,
    /// What it posts.
    pub legs: Vec<Leg>,
    /// Where the facility stands after it.
    pub status: FacilityStatus,
    /// How it was settled, if it was.
    pub settlement: Option<SettlementType>,
}

/// Puts a receipt on the lines.
pub fn receive(
    position: &Position,
    amount: Money,
    payment_date: NaiveDate,
    grace_days: u32,
) -> Result<Allocation> {
    let _ = (position, amount, payment_date, grace_days);
    Err(Error::internal())
}
