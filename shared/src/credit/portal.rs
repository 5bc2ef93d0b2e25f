//! What a customer sees of their own facilities.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::facility::NextDue;
use super::payment::{AppliedTo, EarlierPayment};
use super::schedule::{Percent, ScheduleLine};
use super::vocabulary::{FacilityStatus, ProductType};
use crate::id::PaymentId;
use crate::money::Money;
use crate::page::Page;

/// A facility as its customer sees it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalFacility {
    /// What it is known by.
    pub facility_ref: String,
    /// The contract.
    pub product_type: ProductType,
    /// The thing that is financed.
    pub asset_description: String,
    /// What the asset costs.
    pub asset_cost: Money,
    /// What is financed.
    pub facility_amount: Money,
    /// Principal that is still owed.
    pub outstanding_principal: Money,
    /// What is owed in all today: of a murabaha its price, principal and profit; of the others the
    /// principal and the rent of lines due by today.
    pub total_owed: Money,
    /// Principal and profit of the lines that are late.
    pub arrears: Money,
    /// The next amount to pay; none after settlement and once all principal is received on
    /// non-accrual.
    pub next_due: Option<NextDue>,
    /// Days since the oldest unpaid due date.
    pub days_past_due: u32,
    /// Where it stands: `active`, `overdue` or `settled`. That the house has stopped recognising
    /// income is its own affair; the customer reads `overdue`.
    pub status: FacilityStatus,
    /// The house's share of the asset today; none while neither has it.
    pub provider_ownership_pct: Option<Percent>,
    /// The customer's share; the two add up to 100.00.
    pub customer_ownership_pct: Option<Percent>,
    /// When it came to life.
    pub activated_at: Option<DateTime<Utc>>,
    /// When nothing was owed any more.
    pub settled_at: Option<DateTime<Utc>>,
}

/// A payment as its customer sees it; one that was undone is not shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalPayment {
    /// Its id.
    pub payment_id: PaymentId,
    /// How much.
    pub amount: Money,
    /// The value date.
    pub payment_date: NaiveDate,
    /// The payer's or the bank's reference.
    pub reference: String,
    /// The latest of the payments before it that stand and have its reference.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub same_reference: Option<EarlierPayment>,
    /// The lines that it paid.
    pub applied_to: Vec<AppliedTo>,
}

/// A facility with its schedule and the payments on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalStatement {
    /// The facility.
    pub facility: PortalFacility,
    /// Its lines, by period.
    pub lines: Vec<ScheduleLine>,
    /// A page of what was received, the latest first.
    pub payments: Page<PortalPayment>,
}
