//! Statements of account: the movements of the amount that a customer owes on a facility.

mod account;

pub use account::{Account, AdvanceRent, Origination, Receipt, Rent, Reversal, Waiver};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::{FieldCode, Result};
use crate::id::JournalId;
use crate::money::Money;
use crate::total::Total;

text_enum! {
    /// The type of a movement.
    MovementType {
        /// The activation of a murabaha: the customer owes the price, cost and profit.
        Sale = "sale",
        /// The activation of the other products: the customer owes the facility amount.
        Financing = "financing",
        /// Rent that fell due, or that was received before its due date.
        Rent = "rent",
        /// Rent that is not owed any more, since its receipt before the due date was reversed.
        RentReversed = "rent_reversed",
        /// A payment.
        Payment = "payment",
        /// A payment of the settlement amount.
        EarlySettlement = "early_settlement",
        /// The reversal of a payment.
        PaymentReversed = "payment_reversed",
        /// Suspended profit was waived.
        ProfitWaived = "profit_waived",
        /// The waiver was reversed.
        ProfitWaiverReversed = "profit_waiver_reversed",
    }
}

/// One movement: an amount on one side; the other side is zero.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct StatementMovement {
    /// The value date.
    pub date: NaiveDate,
    /// The type of movement.
    #[serde(rename = "type")]
    pub movement_type: MovementType,
    /// The reference of a payment or of the reversed payment, or the number of the instalment to
    /// which rent belongs; otherwise empty.
    pub reference: String,
    /// The amount by which the balance increases.
    pub debit: Money,
    /// The amount by which the balance decreases.
    pub credit: Money,
    /// The balance after the movement.
    pub balance: Total,
    /// The posted journal; null for movements that the ledger does not post, such as rent falling
    /// due, and for customers.
    pub journal_id: Option<JournalId>,
}

/// The movements of a period. The opening balance plus debits less credits is the closing balance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AccountStatement {
    /// The facility.
    pub facility_ref: String,
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
    /// The amount owed before the first day.
    pub opening: Total,
    /// The movements, oldest first.
    pub movements: Vec<StatementMovement>,
    /// The amount owed at the end of the last day.
    pub closing: Total,
}

impl AccountStatement {
    /// The statement of a facility that is not activated.
    pub const fn empty(facility_ref: String, Period { from, to }: Period) -> Self {
        let (opening, closing) = (Total::ZERO, Total::ZERO);
        Self { facility_ref, from, to, opening, movements: Vec::new(), closing }
    }

    /// The statement without journals, which are internal to the provider.
    #[must_use]
    pub fn for_customer(mut self) -> Self {
        for movement in &mut self.movements {
            movement.journal_id = None;
        }
        self
    }

    /// The totals of debits and of credits.
    pub fn turnover(&self) -> (Total, Total) {
        let sum = |of: fn(&StatementMovement) -> Money| {
            self.movements.iter().map(|movement| Total::from(of(movement))).sum()
        };
        (sum(|movement| movement.debit), sum(|movement| movement.credit))
    }
}

/// The days of a statement, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    /// The first day.
    pub from: NaiveDate,
    /// The last day.
    pub to: NaiveDate,
}

/// The query parameters of a statement.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct StatementQuery {
    /// The first day; by default that of the activation.
    pub from: Option<NaiveDate>,
    /// The last day; by default today.
    pub to: Option<NaiveDate>,
}

impl StatementQuery {
    /// Returns the query.
    ///
    /// Errors: 400 for days outside the calendar, and for a last day before the first.
    pub fn check(self) -> Result<Self> {
        let mut checks = Checks::new();
        for (field, value) in [("from", self.from), ("to", self.to)] {
            if let Some(value) = value {
                checks.date(field, value);
            }
        }
        if let (Some(from), Some(to)) = (self.from, self.to) {
            let message = "The start date is after the end date.";
            checks.ensure(from <= to, "from", FieldCode::OutOfRange, message);
        }
        checks.finish()?;
        Ok(self)
    }

    /// The days of the statement. A day that is given bounds the default of the other.
    pub fn period(self, activated_on: Option<NaiveDate>, today: NaiveDate) -> Period {
        let first = activated_on.unwrap_or(today);
        let from = self.from.unwrap_or_else(|| self.to.map_or(first, |to| to.min(first)));
        let to = self.to.unwrap_or_else(|| today.max(from));
        Period { from, to }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::Code;

    fn day(text: &str) -> NaiveDate {
        text.parse().unwrap()
    }

    fn query(from: &str, to: &str) -> StatementQuery {
        StatementQuery { from: from.parse().ok(), to: to.parse().ok() }
    }

    #[test]
    fn a_statement_is_by_default_from_the_activation_to_today() {
        let period = |from: &str, to: &str| {
            let period = query(from, to).period(Some(day("2026-01-31")), day("2026-06-15"));
            format!("{} {}", period.from, period.to)
        };
        assert_eq!(period("", ""), "2026-01-31 2026-06-15");
        assert_eq!(period("2026-03-01", ""), "2026-03-01 2026-06-15");
        assert_eq!(period("2026-03-01", "2026-03-31"), "2026-03-01 2026-03-31");
        assert_eq!(period("", "2026-01-01"), "2026-01-01 2026-01-01");
        assert_eq!(period("2026-07-01", ""), "2026-07-01 2026-07-01");
        let draft = query("", "").period(None, day("2026-06-15"));
        assert_eq!((draft.from, draft.to), (day("2026-06-15"), day("2026-06-15")));
    }

    #[test]
    fn a_period_that_ends_before_it_begins_is_refused() {
        assert!(query("2026-03-01", "2026-03-01").check().is_ok());
        for (from, to) in [("2026-03-02", "2026-03-01"), ("1899-12-31", ""), ("", "+10000-01-01")] {
            let error = query(from, to).check().unwrap_err();
            assert_eq!(error.code(), Code::ValidationFailed, "{from} {to}");
        }
    }
}
