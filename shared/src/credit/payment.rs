//! Payments: what is received on a facility.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::facility::NextDue;
use super::journal::JournalLine;
use super::servicing::{BackDatedSettlement, Quote};
use super::vocabulary::{FacilityStatus, LineStatus};
use crate::check::{Checks, is_blank};
use crate::error::Result;
use crate::id::{JournalId, PaymentId};
use crate::member::null_is_absent;
use crate::money::Money;

/// Money received.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaymentInput {
    /// How much; more than nothing.
    pub amount: Money,
    /// The value date: from the activation to today, not before the latest receipt.
    pub payment_date: NaiveDate,
    /// The payer's or the bank's reference.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<String>))]
    pub reference: String,
    /// True to settle by the quote of that day.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<bool>))]
    pub early_settlement: bool,
    /// The revision of the facility that the caller has seen; an older one is refused.
    #[serde(default)]
    pub revision: Option<i64>,
}

impl PaymentInput {
    /// Answers the input with its texts tidied.
    ///
    /// Errors: 400 naming everything that cannot be accepted.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        checks.ensure(
            self.amount.is_positive(),
            "amount",
            "OUT_OF_RANGE",
            "Give an amount above nothing.",
        );
        checks.date("paymentDate", self.payment_date);
        self.reference = self.reference.trim().to_owned();
        checks.text("reference", &self.reference);
        checks.finish()?;
        Ok(self)
    }
}

/// What a payment paid of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AppliedTo {
    /// The line.
    pub period: u32,
    /// Whether anything of the line was left: `partial` or `paid`. A late one that is paid in part
    /// stays `overdue` in the schedule.
    pub status: LineStatus,
    /// Principal and profit together.
    pub paid_amount: Money,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Payment {
    /// Its id.
    pub payment_id: PaymentId,
    /// How much.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
    /// The payer's or the bank's reference.
    pub reference: String,
    /// True when it settled the facility by a quote.
    pub early_settlement: bool,
    /// True when it paid more than was due.
    pub extra_payment: bool,
    /// What of it bought principal beyond every line named in `appliedTo`.
    pub extra_amount: Money,
    /// The lines that it paid.
    pub applied_to: Vec<AppliedTo>,
    /// Principal of it.
    pub principal: Money,
    /// Profit or rent of it.
    pub profit: Money,
    /// Profit or rent to come that it made void; memo only.
    pub profit_waived: Money,
    /// The journal that it posted.
    pub journal_entry_id: JournalId,
    /// When it was undone.
    pub reversed_at: Option<DateTime<Utc>>,
    /// The journal that undid it.
    pub reversal_journal_id: Option<JournalId>,
    /// Why it was undone.
    pub reversal_reason: Option<String>,
    /// The latest of the payments before it that stand and have its reference: it may be the same
    /// money, recorded twice. None for a payment that was undone.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub same_reference: Option<EarlierPayment>,
    /// When it was recorded.
    pub created_at: DateTime<Utc>,
}

/// A payment that was recorded before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct EarlierPayment {
    /// How much.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
}

/// What a payment would do: everything that recording it answers and posts, without doing it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaymentPreview {
    /// How much.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
    /// True when it settles the facility by a quote.
    pub early_settlement: bool,
    /// True when it pays more than is due.
    pub extra_payment: bool,
    /// What of it buys principal beyond every line named in `appliedTo`.
    pub extra_amount: Money,
    /// The lines that it pays.
    pub applied_to: Vec<AppliedTo>,
    /// Principal of it.
    pub principal: Money,
    /// Profit or rent of it.
    pub profit: Money,
    /// Profit or rent to come that it makes void; memo only.
    pub profit_waived: Money,
    /// The legs that it posts, with the accounts as they are mapped now.
    pub journal: Vec<JournalLine>,
    /// Where the facility stands after it.
    pub status: FacilityStatus,
    /// Principal that is still owed after it.
    pub outstanding_principal: Money,
    /// The next line that somebody has to pay after it.
    pub next_due: Option<NextDue>,
    /// The latest payment of the facility that stands and has the same reference: it may be the
    /// same money, recorded twice.
    pub same_reference: Option<EarlierPayment>,
    /// What the choice of the day is worth, where a settlement is dated before a due date that has
    /// passed.
    pub back_dated: Option<BackDatedSettlement>,
}

/// What settles a facility on a day.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct SettlementQuote {
    /// The facility.
    pub facility_ref: String,
    /// The amount and what it is made of.
    #[serde(flatten)]
    pub quote: Quote,
}

/// The day of an evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct AsOfInput {
    /// Today unless given.
    pub as_of: Option<NaiveDate>,
    /// The revision of the facility that the caller has seen; an older one is refused.
    pub revision: Option<i64>,
}

/// A reason that somebody gives for an act.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ReasonInput {
    /// Why.
    pub reason: String,
    /// The revision of the facility that the caller has seen; an older one is refused.
    #[serde(default)]
    pub revision: Option<i64>,
}

impl ReasonInput {
    /// Answers the reason without outer spaces.
    ///
    /// Errors: 400 for a blank or too long reason.
    pub fn check(self) -> Result<String> {
        let mut checks = Checks::new();
        let reason = self.reason.trim().to_owned();
        checks.ensure(!is_blank(&reason), "reason", "REQUIRED", "Give a reason.");
        checks.text("reason", &reason);
        checks.finish()?;
        Ok(reason)
    }
}
