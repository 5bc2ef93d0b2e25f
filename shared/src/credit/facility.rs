//! Facilities: their input, their representation, and the actions that each status allows.

mod asset;
mod query;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::rate::Rate;
use super::rounding::InstalmentUnit;
use super::schedule::{Percent, ScheduleLine, Terms};
use super::vocabulary::{
    AgeingBucket, AssetStatus, FacilityStatus, InstalmentRounding, ProductType, ScheduleMethod,
};
use crate::check::{Checks, is_blank};
use crate::error::{Code, Error, FieldCode, Result};
use crate::id::{CustomerId, JournalId, StaffId};
use crate::money::Money;
use crate::patch::null_is_absent;
use crate::permission::Permission;

pub use asset::{Asset, AssetOwnedInput, TransferInput};
pub use query::{FacilityQuery, FacilitySort, WaitingFacilities};

text_enum! {
    /// An action on a facility.
    FacilityAction {
        /// Submit a draft for review.
        Review = "review",
        /// Approve it: the reviewer for the Shariah officer, the Shariah officer for activation.
        Approve = "approve",
        /// Reject it.
        Reject = "reject",
        /// Withdraw one's own draft.
        Withdraw = "withdraw",
        /// Record that the provider owns the asset.
        AssetOwned = "asset_owned",
        Activate = "activate",
        /// Record a payment.
        RecordPayment = "record_payment",
        /// Reverse the latest payment.
        ReversePayment = "reverse_payment",
        /// Evaluate whether it is overdue.
        Overdue = "overdue",
        /// Stop income recognition.
        NonAccrual = "non_accrual",
        /// Resume income recognition.
        ResumeAccrual = "resume_accrual",
        /// Waive suspended profit once all principal is received.
        WaiveProfit = "waive_profit",
        /// Record the transfer of a leased asset's title to the customer.
        TransferOwnership = "transfer_ownership",
    }
}

impl FacilityAction {
    /// The permission that the action requires.
    pub const fn permission(self, status: FacilityStatus) -> Permission {
        match self {
            Self::Review | Self::Withdraw => Permission::CreditCreate,
            Self::Approve => match status {
                FacilityStatus::ShariahReview => Permission::CreditApprove,
                FacilityStatus::Draft
                | FacilityStatus::PendingReview
                | FacilityStatus::Approved
                | FacilityStatus::Rejected
                | FacilityStatus::Withdrawn
                | FacilityStatus::Active
                | FacilityStatus::Overdue
                | FacilityStatus::NonAccrual
                | FacilityStatus::Settled => Permission::CreditReview,
            },
            Self::Reject => Permission::CreditReview,
            Self::RecordPayment => Permission::CreditRecordPayment,
            Self::AssetOwned
            | Self::Activate
            | Self::ReversePayment
            | Self::Overdue
            | Self::NonAccrual
            | Self::ResumeAccrual
            | Self::WaiveProfit
            | Self::TransferOwnership => Permission::CreditApprove,
        }
    }

    /// Returns true if the status allows this action. Further conditions (the asset, another
    /// person, cleared arrears) are checked afterwards.
    pub const fn is_open_in(self, status: FacilityStatus) -> bool {
        use FacilityStatus as S;
        match self {
            Self::Review | Self::Withdraw => matches!(status, S::Draft),
            Self::Approve | Self::Reject => matches!(status, S::PendingReview | S::ShariahReview),
            Self::AssetOwned | Self::Activate => matches!(status, S::Approved),
            Self::RecordPayment => matches!(status, S::Active | S::Overdue | S::NonAccrual),
            Self::ReversePayment => {
                matches!(status, S::Active | S::Overdue | S::NonAccrual | S::Settled)
            }
            Self::Overdue => matches!(status, S::Active | S::Overdue | S::NonAccrual),
            Self::NonAccrual => matches!(status, S::Active | S::Overdue),
            Self::ResumeAccrual | Self::WaiveProfit => matches!(status, S::NonAccrual),
            Self::TransferOwnership => matches!(status, S::Settled),
        }
    }

    /// Errors: 409 `WRONG_STATE` if the status does not allow this action.
    pub fn require_open(self, status: FacilityStatus) -> Result<()> {
        if self.is_open_in(status) {
            return Ok(());
        }
        Err(Error::conflict(
            Code::WrongState,
            format!("`{self}` is not available while the facility is {status}."),
        ))
    }
}

impl FacilityStatus {
    /// Returns true from activation until nothing is owed.
    pub const fn is_live(self) -> bool {
        match self {
            Self::Active | Self::Overdue | Self::NonAccrual => true,
            Self::Draft
            | Self::PendingReview
            | Self::ShariahReview
            | Self::Approved
            | Self::Rejected
            | Self::Withdrawn
            | Self::Settled => false,
        }
    }

    /// Returns true while the facility waits for an approval or rejection.
    pub const fn waits_for_decision(self) -> bool {
        FacilityAction::Approve.is_open_in(self)
    }

    /// The statuses in which a facility waits for the decision of a caller with these permissions.
    pub fn waiting_for(may: impl Fn(Permission) -> bool) -> Vec<Self> {
        let waits = |status: &Self| {
            status.waits_for_decision() && may(FacilityAction::Approve.permission(*status))
        };
        Self::ALL.iter().copied().filter(waits).collect()
    }

    /// Returns true while money is owed and its profit is recognised as income.
    pub const fn accrues(self) -> bool {
        match self {
            Self::Active | Self::Overdue => true,
            Self::Draft
            | Self::PendingReview
            | Self::ShariahReview
            | Self::Approved
            | Self::Rejected
            | Self::Withdrawn
            | Self::NonAccrual
            | Self::Settled => false,
        }
    }
}

impl ProductType {
    /// The default method of the schedule.
    pub const fn default_method(self) -> ScheduleMethod {
        match self {
            Self::Murabaha => ScheduleMethod::StraightLine,
            Self::Ijarah => ScheduleMethod::Level,
            Self::DiminishingMusharakah => ScheduleMethod::EqualPrincipal,
        }
    }

    /// The status that the asset must have before activation.
    pub const fn required_asset_status(self) -> AssetStatus {
        match self {
            Self::Murabaha | Self::Ijarah => AssetStatus::OwnedByProvider,
            Self::DiminishingMusharakah => AssetStatus::CoOwned,
        }
    }

    /// Returns true if an asset with that status may be financed: the provider owns what it is to
    /// sell, lease or share.
    pub fn may_finance(self, asset: AssetStatus) -> bool {
        asset == self.required_asset_status()
    }
}

/// The input for a new facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacilityInput {
    /// The customer.
    pub customer_id: CustomerId,
    /// The product.
    pub product_type: ProductType,
    /// The cost of the asset.
    pub asset_cost: Money,
    /// The down payment of the customer.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Money>))]
    pub down_payment: Money,
    /// Percent per year; required for ijarah and diminishing musharakah, without effect on a
    /// murabaha.
    #[serde(default)]
    pub rate: Option<Rate>,
    /// The number of instalments: 1 to 600.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 600))]
    pub term_periods: u32,
    /// Instalments per year: 1 to 366.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 366))]
    pub periods_per_year: u32,
    /// The total profit of a murabaha; not for the other products.
    #[serde(default)]
    pub fixed_total_profit: Option<Money>,
    /// The method of the schedule; the default depends on the product.
    #[serde(default)]
    pub schedule_method: Option<ScheduleMethod>,
    /// The financed asset.
    pub asset: Asset,
}

impl FacilityInput {
    /// Returns the input with its texts normalized. The schedule checks the amounts.
    ///
    /// Errors: 400 naming every invalid field.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.asset.description = self.asset.description.trim().to_owned();
        let description = &self.asset.description;
        checks.ensure(
            !is_blank(description),
            "asset.description",
            FieldCode::Required,
            "Enter an asset description.",
        );
        checks.text("asset.description", description);
        checks.ensure(
            self.asset.cost.is_none_or(|cost| cost == self.asset_cost),
            "asset.cost",
            FieldCode::Invalid,
            "Must equal the asset cost, or be left out.",
        );
        checks.finish()?;
        Ok(self)
    }

    /// The method of the schedule.
    pub fn method(&self) -> ScheduleMethod {
        self.schedule_method.unwrap_or(self.product_type.default_method())
    }

    /// The terms of the schedule, with instalments of this unit.
    pub fn terms(&self, unit: InstalmentUnit) -> Terms {
        Terms::requested(self, unit)
    }
}

/// The next instalment to be paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NextDue {
    /// The due date.
    pub date: NaiveDate,
    /// The amount that is still owed on the instalment.
    pub amount: Money,
}

/// A facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Facility {
    /// The reference for people and paths: `CF-YYYYMMDD-XXXX`.
    pub facility_ref: String,
    /// The customer.
    pub customer_id: CustomerId,
    /// The name of the customer.
    pub customer_name: String,
    /// The product.
    pub product_type: ProductType,
    /// The method of the schedule.
    pub schedule_method: ScheduleMethod,
    /// The cost of the asset.
    pub asset_cost: Money,
    /// The down payment of the customer.
    pub down_payment: Money,
    /// The financed amount: the asset cost less the down payment.
    pub facility_amount: Money,
    /// Percent per year.
    pub rate: Option<Rate>,
    /// The number of instalments.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 600))]
    pub term_periods: u32,
    /// Instalments per year.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 366))]
    pub periods_per_year: u32,
    /// The total profit of a murabaha.
    pub fixed_total_profit: Option<Money>,
    /// The rounding of the instalments, from the organization's setting at creation.
    pub instalment_rounding: InstalmentRounding,
    /// The financed asset.
    pub asset: Asset,
    /// The status of the facility.
    pub status: FacilityStatus,
    /// The current owner of the asset.
    pub asset_status: AssetStatus,
    /// The document that proves the provider's ownership before activation.
    pub asset_document_ref: Option<String>,
    /// The document of the transfer of a leased asset's title to the customer.
    pub transfer_document_ref: Option<String>,
    /// The provider's current share of the asset in percent; none while neither party owns it.
    pub provider_ownership_pct: Option<Percent>,
    /// The customer's share in percent; the two add up to 100.00.
    pub customer_ownership_pct: Option<Percent>,
    /// Principal that is still owed.
    pub outstanding_principal: Money,
    /// The total owed today: for a murabaha its price, principal and profit; for the other products
    /// the principal and the rent of instalments due by today.
    pub total_owed: Money,
    /// Overdue principal and profit.
    pub arrears: Money,
    /// On non-accrual, the profit that is owed and not received: for a murabaha all remaining
    /// profit, for the other products the rent of instalments due by today. Otherwise zero.
    pub profit_suspended: Money,
    /// The next amount to pay, on non-accrual the next unpaid principal; none before activation,
    /// after settlement and once all principal is received on non-accrual.
    pub next_due: Option<NextDue>,
    /// Days since the oldest unpaid due date, computed on reading.
    pub days_past_due: u32,
    /// The arrears bucket.
    pub bucket: AgeingBucket,
    /// True on non-accrual.
    pub non_accrual: bool,
    /// The start of non-accrual.
    pub non_accrual_since: Option<NaiveDate>,
    /// The reason for non-accrual.
    pub non_accrual_reason: Option<String>,
    /// True if it is late for so long that income recognition may be stopped.
    pub non_accrual_eligible: bool,
    /// The person who structured the facility.
    pub created_by_id: StaffId,
    /// The person who reviewed the facility.
    pub reviewed_by_id: Option<StaffId>,
    /// The person who gave the Shariah approval.
    pub approved_by_id: Option<StaffId>,
    /// The reason for the rejection.
    pub rejection_reason: Option<String>,
    /// The reason for the withdrawal.
    pub withdrawal_reason: Option<String>,
    /// The journal of the activation.
    pub origination_journal_id: Option<JournalId>,
    /// The time of activation.
    pub activated_at: Option<DateTime<Utc>>,
    /// The time of settlement.
    pub settled_at: Option<DateTime<Utc>>,
    /// The number of times that payments changed future instalments.
    pub schedule_version: u32,
    /// Grows with every change of the facility or of its instalments; an action based on an older
    /// revision is refused.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub revision: i64,
    /// The actions that the caller may perform now.
    pub allowed_actions: Vec<FacilityAction>,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time of the last change.
    pub updated_at: DateTime<Utc>,
}

/// The schedule of a facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacilitySchedule {
    /// The facility.
    pub facility_ref: String,
    /// Its instalments, by period.
    pub lines: Vec<ScheduleLine>,
}

/// The revision on which an action without further input is based.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct RevisionInput {
    /// The revision of the facility that the caller has seen; an older one is refused.
    pub revision: Option<i64>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn income_is_recognised_of_live_facilities_but_those_on_non_accrual() {
        for &status in FacilityStatus::ALL {
            let is_suspended = status == FacilityStatus::NonAccrual;
            assert_eq!(status.accrues(), status.is_live() && !is_suspended, "{status}");
        }
    }

    #[test]
    fn nothing_is_financed_before_the_house_has_its_part_of_the_asset() {
        for &product in ProductType::ALL {
            let fitting: Vec<_> =
                AssetStatus::ALL.iter().filter(|it| product.may_finance(**it)).collect();
            assert_eq!(fitting, [&product.required_asset_status()]);
            assert!(!product.may_finance(AssetStatus::None));
        }
    }

    /// The status table of facilities: a line for each status, with the allowed actions.
    #[test]
    fn each_status_takes_just_these_actions() {
        let table: Vec<String> = FacilityStatus::ALL
            .iter()
            .map(|&status| {
                let open = FacilityAction::ALL.iter().filter(|action| action.is_open_in(status));
                let names: Vec<&str> = open.map(|action| action.as_str()).collect();
                format!("{status}: {}", names.join(" "))
            })
            .collect();
        assert_eq!(
            table,
            [
                "draft: review withdraw",
                "pending_review: approve reject",
                "shariah_review: approve reject",
                "approved: asset_owned activate",
                "rejected: ",
                "withdrawn: ",
                "active: record_payment reverse_payment overdue non_accrual",
                "overdue: record_payment reverse_payment overdue non_accrual",
                "non_accrual: record_payment reverse_payment overdue resume_accrual waive_profit",
                "settled: reverse_payment transfer_ownership",
            ]
        );
    }

    #[test]
    fn a_facility_waits_for_whoever_may_pass_it() {
        use FacilityStatus as S;
        let waiting = |permissions: &[Permission]| S::waiting_for(|it| permissions.contains(&it));
        assert_eq!(waiting(&[Permission::CreditView, Permission::CreditCreate]), []);
        assert_eq!(waiting(&[Permission::CreditReview]), [S::PendingReview]);
        assert_eq!(waiting(&[Permission::CreditApprove]), [S::ShariahReview]);
        assert_eq!(waiting(Permission::ALL), [S::PendingReview, S::ShariahReview]);
    }

    #[test]
    fn the_shariah_approval_takes_its_own_permission() {
        let permission = |status| FacilityAction::Approve.permission(status);
        assert_eq!(permission(FacilityStatus::PendingReview), Permission::CreditReview);
        assert_eq!(permission(FacilityStatus::ShariahReview), Permission::CreditApprove);
    }
}
