//! Early settlement: what it takes, and what it does.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::{Allocation, Position};
use crate::error::{Error, Result};
use crate::money::Money;

/// What settles a facility on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Quote {
    /// The day.
    pub as_of: NaiveDate,
    /// The only amount that is accepted: principal, profit due and profit remaining.
    pub total: Money,
    /// Principal outstanding.
    pub principal: Money,
    /// Unpaid profit or rent of the lines due by then.
    pub profit_due: Money,
    /// Profit of later lines that is asked for all the same: a murabaha's, whose price is fixed.
    pub profit_remaining: Money,
    /// Profit or rent that is not asked for, for the record.
    pub profit_waived: Money,
}

/// What settles the facility on a day.
pub fn quote(position: &Position, as_of: NaiveDate) -> Result<Quote> {
    let _ = (position, as_of);
    Err(Error::internal())
}

/// Settles the facility.
pub fn settle(position: &Position, amount: Money, as_of: NaiveDate) -> Result<Allocation> {
    let _ = (position, amount, as_of);
    Err(Error::internal())
}
