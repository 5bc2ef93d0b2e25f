//! Receipts for payments.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::credit::payment::AppliedTo;
use crate::credit::vocabulary::ProductType;
use crate::money::Money;

/// A receipt for a payment.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Receipt {
    /// The organization that received the payment.
    pub organization_name: String,
    /// The facility.
    pub facility_ref: String,
    /// Its product.
    pub product_type: ProductType,
    /// Its asset.
    pub asset_description: String,
    /// Its customer.
    pub customer_name: String,
    /// Counts the payments of the facility, including reversed ones.
    pub number: u32,
    /// The amount.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
    /// The payer's or the bank's reference.
    pub reference: String,
    /// True if it settled the facility by a quote.
    pub early_settlement: bool,
    /// The part that retired principal beyond every instalment in `applied_to`.
    pub extra_amount: Money,
    /// The instalments that it paid.
    pub applied_to: Vec<AppliedTo>,
    /// The time of recording.
    pub recorded_at: DateTime<Utc>,
    /// The time of the reversal.
    pub reversed_at: Option<DateTime<Utc>>,
}

impl Receipt {
    /// The number that identifies the receipt within the organization: `CF-20261121-0001-3` for
    /// the third payment of a facility.
    pub fn receipt_number(&self) -> String {
        format!("{}-{}", self.facility_ref, self.number)
    }
}
