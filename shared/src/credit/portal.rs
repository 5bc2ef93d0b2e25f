//! A customer's view of their own facilities.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::facility::NextDue;
use super::payment::{AppliedTo, EarlierPayment};
use super::schedule::{Percent, ScheduleLine};
use super::vocabulary::{FacilityStatus, ProductType};
use crate::id::PaymentId;
use crate::money::Money;
use crate::page::Page;

/// A facility as shown to its customer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalFacility {
    /// The reference of the facility.
    pub facility_ref: String,
    /// The product.
    pub product_type: ProductType,
    /// The description of the financed asset.
    pub asset_description: String,
    /// The cost of the asset.
    pub asset_cost: Money,
    /// The financed amount.
    pub facility_amount: Money,
    /// Principal that is still owed.
    pub outstanding_principal: Money,
    /// The total owed today: for a murabaha its price, principal and profit; for the other products
    /// the principal and the rent of instalments due by today.
    pub total_owed: Money,
    /// Overdue principal and profit.
    pub arrears: Money,
    /// The next amount to pay; none after settlement and once all principal is received on
    /// non-accrual.
    pub next_due: Option<NextDue>,
    /// Days since the oldest unpaid due date.
    pub days_past_due: u32,
    /// `active`, `overdue` or `settled`. Non-accrual is internal to the provider and appears to the
    /// customer as `overdue`.
    pub status: FacilityStatus,
    /// The provider's current share of the asset in percent; none while neither party owns it.
    pub provider_ownership_pct: Option<Percent>,
    /// The customer's share in percent; the two add up to 100.00.
    pub customer_ownership_pct: Option<Percent>,
    /// The time of activation.
    pub activated_at: Option<DateTime<Utc>>,
    /// The time of settlement.
    pub settled_at: Option<DateTime<Utc>>,
}

/// A payment as shown to its customer; reversed payments are not shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalPayment {
    /// Its id.
    pub payment_id: PaymentId,
    /// The amount.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
    /// The payer's or the bank's reference.
    pub reference: String,
    /// The latest of the earlier payments that were not reversed and have the same reference.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub same_reference: Option<EarlierPayment>,
    /// The instalments that it paid.
    pub applied_to: Vec<AppliedTo>,
}

/// A facility with its schedule and its payments.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalStatement {
    /// The facility.
    pub facility: PortalFacility,
    /// Its instalments, by period.
    pub lines: Vec<ScheduleLine>,
    /// A page of received payments, latest first.
    pub payments: Page<PortalPayment>,
}
