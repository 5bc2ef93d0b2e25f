//! Previews: the effect of an action that posts to the ledger, without carrying it out. It
//! contains no id of a new journal or payment, because nothing is written.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::facility::Facility;
use super::journal::JournalLine;
use super::payment::{AppliedTo, EarlierPayment};
use super::servicing::BackDatedSettlement;
use crate::money::Money;

/// The postings of an action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct JournalPreview {
    /// The legs, a debit and a credit for each event.
    pub lines: Vec<JournalLine>,
}

/// The effect of activating a facility.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ActivationPreview {
    /// The origination, with the currently mapped accounts.
    pub journal: JournalPreview,
    /// The facility after its activation.
    pub facility: Facility,
}

/// The effect of recording a payment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PaymentPreview {
    /// The amount.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
    /// True if it settles the facility by a quote.
    pub early_settlement: bool,
    /// True if it exceeds the amount due.
    pub extra_payment: bool,
    /// The part that retires principal beyond every instalment named in `appliedTo`.
    pub extra_amount: Money,
    /// The instalments that it pays.
    pub applied_to: Vec<AppliedTo>,
    /// The principal received.
    pub principal: Money,
    /// The profit or rent received.
    pub profit: Money,
    /// Future profit or rent waived by the payment; memo only.
    pub profit_waived: Money,
    /// The postings, with the currently mapped accounts.
    pub journal: JournalPreview,
    /// The facility after the payment.
    pub facility: Facility,
    /// The latest payment of the facility that was not reversed and has the same reference: it may
    /// be the same money, recorded twice.
    pub same_reference: Option<EarlierPayment>,
    /// The effect of the chosen date, where a settlement is dated before a due date that has
    /// passed.
    pub back_dated: Option<BackDatedSettlement>,
}

/// The effect of reversing a payment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ReversalPreview {
    /// The instalments that the payment had paid.
    pub applied_to: Vec<AppliedTo>,
    /// The contra postings, with the accounts of the original journal; those of a waiver of profit
    /// that followed the payment come last.
    pub journal: JournalPreview,
    /// The facility after the reversal.
    pub facility: Facility,
}
