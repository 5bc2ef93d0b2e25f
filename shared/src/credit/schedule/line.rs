//! A line of a schedule: as stored, and as serialized.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::Percent;
use crate::credit::vocabulary::{LineKind, LineStatus};
use crate::money::Money;

/// A line of a schedule with its payments.
///
/// An open line owes its portions less the amounts paid; a closed line owes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct Line {
    /// The number, from 1.
    #[cfg_attr(feature = "database", sqlx(try_from = "i64"))]
    pub period: u32,
    /// The due date.
    pub payment_date: NaiveDate,
    /// The outstanding principal before this line.
    pub beginning_balance: Money,
    /// The principal of the instalment.
    pub principal_portion: Money,
    /// The profit or rent of the instalment.
    pub profit_portion: Money,
    /// The outstanding principal after this line.
    pub ending_balance: Money,
    /// The provider's share of the asset after this line.
    pub provider_ownership: Percent,
    /// The status of the line.
    pub status: LineStatus,
    /// The principal received.
    pub principal_paid: Money,
    /// The profit or rent received.
    pub profit_paid: Money,
    /// Waived profit or rent, for the record: never posted, so never owed nor reversed.
    ///
    /// An extra payment has lowered `profit_portion` by this amount; a settlement has left the
    /// portion unchanged.
    pub profit_waived: Money,
}

impl Line {
    /// The sum of principal and profit.
    pub fn total_payment(&self) -> Money {
        sum([self.principal_portion, self.profit_portion])
    }

    /// The customer's share of the asset after the line.
    pub fn customer_ownership(&self) -> Percent {
        self.provider_ownership.rest()
    }

    /// Returns true while an amount is owed.
    pub fn is_open(&self) -> bool {
        self.status.is_open()
    }

    /// The unpaid principal.
    pub fn principal_owed(&self) -> Money {
        self.owed_of(self.principal_portion, self.principal_paid)
    }

    /// The unpaid profit or rent.
    pub fn profit_owed(&self) -> Money {
        self.owed_of(self.profit_portion, self.profit_paid)
    }

    /// The total unpaid amount.
    pub fn owed(&self) -> Money {
        sum([self.principal_owed(), self.profit_owed()])
    }

    fn owed_of(&self, portion: Money, paid: Money) -> Money {
        if self.is_open() { portion.minus(paid).unwrap_or_default() } else { Money::ZERO }
    }
}

impl LineStatus {
    /// True if something is still owed on the line.
    pub const fn is_open(self) -> bool {
        match self {
            Self::Pending | Self::Partial | Self::Overdue => true,
            Self::Paid | Self::Waived => false,
        }
    }
}

/// The sum of amounts of one facility, all of which [`super::Terms::check`] keeps far below the
/// range of an amount; it saturates nevertheless.
pub(crate) fn sum(amounts: impl IntoIterator<Item = Money>) -> Money {
    let add = |sum: i64, amount: Money| sum.saturating_add(amount.ten_thousandths());
    Money::from_ten_thousandths(amounts.into_iter().fold(0, add))
}

/// A line as serialized.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScheduleLine {
    /// The kind of line.
    pub kind: LineKind,
    /// The number, from 1; for an extra payment that of the previous line.
    pub period: u32,
    /// The due date; for an extra payment the date of receipt.
    pub payment_date: NaiveDate,
    /// The outstanding principal before this line.
    pub beginning_balance: Money,
    /// The principal of the instalment.
    pub principal_portion: Money,
    /// The profit or rent of the instalment.
    pub profit_portion: Money,
    /// The sum of principal and profit.
    pub total_payment: Money,
    /// The outstanding principal after this line.
    pub ending_balance: Money,
    /// The provider's share of the asset after this line, in percent with two fractional digits.
    pub provider_ownership_pct: Percent,
    /// The customer's share in percent; the two add up to 100.00.
    pub customer_ownership_pct: Percent,
    /// The status of the line.
    pub status: LineStatus,
    /// The principal received.
    pub principal_paid: Money,
    /// The profit or rent received.
    pub profit_paid: Money,
    /// Waived profit or rent, for the record.
    pub profit_waived: Money,
}

impl From<&Line> for ScheduleLine {
    fn from(line: &Line) -> Self {
        Self {
            kind: LineKind::Scheduled,
            period: line.period,
            payment_date: line.payment_date,
            beginning_balance: line.beginning_balance,
            principal_portion: line.principal_portion,
            profit_portion: line.profit_portion,
            total_payment: line.total_payment(),
            ending_balance: line.ending_balance,
            provider_ownership_pct: line.provider_ownership,
            customer_ownership_pct: line.customer_ownership(),
            status: line.status,
            principal_paid: line.principal_paid,
            profit_paid: line.profit_paid,
            profit_waived: line.profit_waived,
        }
    }
}

impl From<&ScheduleLine> for Line {
    fn from(line: &ScheduleLine) -> Self {
        Self {
            period: line.period,
            payment_date: line.payment_date,
            beginning_balance: line.beginning_balance,
            principal_portion: line.principal_portion,
            profit_portion: line.profit_portion,
            ending_balance: line.ending_balance,
            provider_ownership: line.provider_ownership_pct,
            status: line.status,
            principal_paid: line.principal_paid,
            profit_paid: line.profit_paid,
            profit_waived: line.profit_waived,
        }
    }
}
