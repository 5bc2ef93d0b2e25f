//! Payments received on a facility.

use std::ops::RangeInclusive;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::servicing::Quote;
use super::vocabulary::LineStatus;
use crate::check::{Checks, is_blank};
use crate::date::strict_date;
use crate::error::{FieldCode, Result};
use crate::id::{JournalId, PaymentId};
use crate::money::Money;
use crate::patch::null_is_absent;

/// The input for a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaymentInput {
    /// The amount; above zero.
    pub amount: Money,
    /// The value date: from the activation to today, not before the latest receipt.
    #[serde(deserialize_with = "strict_date")]
    pub payment_date: NaiveDate,
    /// The payer's or the bank's reference.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub reference: String,
    /// True to settle the facility by the quote of that day.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<bool>))]
    pub early_settlement: bool,
    /// The revision of the facility that the caller has seen; an older one is refused.
    #[serde(default)]
    pub revision: Option<i64>,
}

impl PaymentInput {
    /// Returns the input with its texts normalized.
    ///
    /// Errors: 400 naming every invalid field.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        checks.ensure(
            self.amount.is_positive(),
            "amount",
            FieldCode::OutOfRange,
            "Enter an amount greater than 0.",
        );
        checks.date("paymentDate", self.payment_date);
        self.reference = self.reference.trim().to_owned();
        checks.text("reference", &self.reference);
        checks.finish()?;
        Ok(self)
    }
}

/// The part of a payment that was applied to one instalment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AppliedTo {
    /// The period of the instalment.
    pub period: u32,
    /// `paid`, or `partial` if a part of the instalment remains unpaid. A late instalment that is
    /// paid in part remains `overdue` in the schedule.
    pub status: LineStatus,
    /// The sum of principal and profit.
    pub paid_amount: Money,
}

/// The periods of the instalments as ranges of consecutive ones, in their order.
pub fn period_ranges(applied: &[AppliedTo]) -> Vec<RangeInclusive<u32>> {
    let mut periods: Vec<_> = applied.iter().map(|line| line.period).collect();
    periods.sort_unstable();
    periods
        .chunk_by(|one, next| one.checked_add(1) == Some(*next))
        .filter_map(|range| Some(*range.first()?..=*range.last()?))
        .collect()
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// Its id.
    pub payment_id: PaymentId,
    /// The amount.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
    /// The payer's or the bank's reference.
    pub reference: String,
    /// True if it settled the facility by a quote.
    pub early_settlement: bool,
    /// True if it exceeded the amount due.
    pub extra_payment: bool,
    /// The part that retired principal beyond every instalment named in `appliedTo`.
    pub extra_amount: Money,
    /// The instalments that it paid.
    pub applied_to: Vec<AppliedTo>,
    /// The principal received.
    pub principal: Money,
    /// The profit or rent received.
    pub profit: Money,
    /// Future profit or rent waived by the payment; memo only.
    pub profit_waived: Money,
    /// The posted journal.
    pub journal_entry_id: JournalId,
    /// The time of the reversal.
    pub reversed_at: Option<DateTime<Utc>>,
    /// The journal of the reversal.
    pub reversal_journal_id: Option<JournalId>,
    /// The reason for the reversal.
    pub reversal_reason: Option<String>,
    /// The latest of the earlier payments that were not reversed and have the same reference: it
    /// may be the same money, recorded twice. None for a reversed payment.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub same_reference: Option<EarlierPayment>,
    /// The time of recording.
    pub created_at: DateTime<Utc>,
}

/// A payment recorded earlier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EarlierPayment {
    /// The amount.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
}

/// The settlement amount of a facility on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SettlementQuote {
    /// The facility.
    pub facility_ref: String,
    /// The amount and its components.
    #[serde(flatten)]
    pub quote: Quote,
}

/// The day of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct AsOfInput {
    /// Today by default.
    #[serde(deserialize_with = "strict_date")]
    pub as_of: Option<NaiveDate>,
    /// The revision of the facility that the caller has seen; an older one is refused.
    pub revision: Option<i64>,
}

/// The reason given for an action.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReasonInput {
    /// The reason.
    pub reason: String,
    /// The revision of the facility that the caller has seen; an older one is refused.
    #[serde(default)]
    pub revision: Option<i64>,
}

impl ReasonInput {
    /// Returns the reason trimmed.
    ///
    /// Errors: 400 for a blank or overlong reason.
    pub fn check(self) -> Result<String> {
        let mut checks = Checks::new();
        let reason = self.reason.trim().to_owned();
        checks.ensure(!is_blank(&reason), "reason", FieldCode::Required, "Enter a reason.");
        checks.text("reason", &reason);
        checks.finish()?;
        Ok(reason)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn instalments_in_a_row_are_one_range_and_a_gap_starts_another() {
        let ranges = |periods: &[u32]| {
            let line = |period: &u32| AppliedTo {
                period: *period,
                status: LineStatus::Paid,
                paid_amount: Money::ZERO,
            };
            period_ranges(&periods.iter().map(line).collect::<Vec<_>>())
        };
        assert_eq!(ranges(&[2, 3, 4, 24]), [2..=4, 24..=24]);
        assert_eq!(ranges(&[3, 2, 1]), [1..=3]);
        assert_eq!(ranges(&[]), []);
    }
}
