//! A line of a schedule: as it is kept, and as it travels.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::Percent;
use crate::credit::vocabulary::{LineKind, LineStatus};
use crate::money::Money;

/// A line of a schedule, with what has become of it.
///
/// Of a line that is open, the portions less what is paid are owed; a closed one owes nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its number, from 1.
    pub period: u32,
    /// When it falls due.
    pub payment_date: NaiveDate,
    /// Principal outstanding before it.
    pub beginning_balance: Money,
    /// Principal that it pays back.
    pub principal_portion: Money,
    /// Profit or rent that it bears.
    pub profit_portion: Money,
    /// Principal outstanding after it.
    pub ending_balance: Money,
    /// The house's share of the asset after it.
    pub provider_ownership: Percent,
    /// How it stands.
    pub status: LineStatus,
    /// Principal received for it.
    pub principal_paid: Money,
    /// Profit or rent received for it.
    pub profit_paid: Money,
    /// Profit or rent given up on it, for the record: never posted, so never owed nor reversed.
    ///
    /// An extra payment has lowered `profit_portion` by this much; a settlement has left the
    /// portion as it was.
    pub profit_waived: Money,
}

impl Line {
    /// Principal and profit together.
    pub fn total_payment(&self) -> Money {
        sum([self.principal_portion, self.profit_portion])
    }

    /// The customer's share of the asset after the line.
    pub fn customer_ownership(&self) -> Percent {
        self.provider_ownership.rest()
    }

    /// True while something is owed on it.
    pub fn is_open(&self) -> bool {
        match self.status {
            LineStatus::Pending | LineStatus::Partial | LineStatus::Overdue => true,
            LineStatus::Paid | LineStatus::Waived => false,
        }
    }

    /// Principal still owed.
    pub fn principal_owed(&self) -> Money {
        self.owed_of(self.principal_portion, self.principal_paid)
    }

    /// Profit or rent still owed.
    pub fn profit_owed(&self) -> Money {
        self.owed_of(self.profit_portion, self.profit_paid)
    }

    /// Everything still owed on it.
    pub fn owed(&self) -> Money {
        sum([self.principal_owed(), self.profit_owed()])
    }

    fn owed_of(&self, portion: Money, paid: Money) -> Money {
        if self.is_open() { portion.minus(paid).unwrap_or_default() } else { Money::ZERO }
    }
}

/// The sum of amounts of one facility, all of which [`super::Terms::check`] keeps far below what
/// an amount can hold; it stops at that bound all the same.
pub(crate) fn sum(amounts: impl IntoIterator<Item = Money>) -> Money {
    let add = |sum: i64, amount: Money| sum.saturating_add(amount.ten_thousandths());
    Money::from_ten_thousandths(amounts.into_iter().fold(0, add))
}

/// A line as it travels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ScheduleLine {
    /// What it stands for.
    pub kind: LineKind,
    /// Its number, from 1; of an extra payment that of the line before it.
    pub period: u32,
    /// When it falls due; of an extra payment when it was received.
    pub payment_date: NaiveDate,
    /// Principal outstanding before it.
    pub beginning_balance: Money,
    /// Principal that it pays back.
    pub principal_portion: Money,
    /// Profit or rent that it bears.
    pub profit_portion: Money,
    /// Both together.
    pub total_payment: Money,
    /// Principal outstanding after it.
    pub ending_balance: Money,
    /// The house's share of the asset after it, in percent with two fractional digits.
    pub provider_ownership_pct: Percent,
    /// The customer's share; the two add up to 100.00.
    pub customer_ownership_pct: Percent,
    /// How it stands.
    pub status: LineStatus,
    /// Principal received for it.
    pub principal_paid: Money,
    /// Profit or rent received for it.
    pub profit_paid: Money,
    /// Profit or rent given up on it, for the record.
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
