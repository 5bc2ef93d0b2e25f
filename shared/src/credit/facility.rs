//! Facilities: what one is asked for with, what it looks like, and what may be done to it when.

mod asset;
mod query;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::rate::Rate;
use super::schedule::{Percent, ScheduleLine, Terms};
use super::vocabulary::{AgeingBucket, AssetStatus, FacilityStatus, ProductType, ScheduleMethod};
use crate::check::{Checks, is_blank};
use crate::error::{Code, Error, Result};
use crate::id::{CustomerId, JournalId, StaffId};
use crate::member::null_is_absent;
use crate::moment;
use crate::money::Money;
use crate::permission::Permission;

pub use asset::{Asset, AssetOwnedInput, TransferInput};
pub use query::{FacilityQuery, FacilitySort, WaitingFacilities};

text_enum! {
    /// One thing that a person can do to a facility.
    FacilityAction {
        /// Hand a draft to the reviewer.
        Review = "review",
        /// Pass it: the reviewer to the Shariah officer, who to the activation.
        Approve = "approve",
        /// Turn it down.
        Reject = "reject",
        /// Give a draft of one's own up.
        Withdraw = "withdraw",
        /// Record that the house owns the asset.
        AssetOwned = "asset_owned",
        /// Bring it to life.
        Activate = "activate",
        /// Record money received.
        RecordPayment = "record_payment",
        /// Undo the latest payment.
        ReversePayment = "reverse_payment",
        /// See whether it is late.
        Overdue = "overdue",
        /// Stop recognising income.
        NonAccrual = "non_accrual",
        /// Recognise income again.
        ResumeAccrual = "resume_accrual",
        /// Give up suspended profit once all principal is received.
        WaiveProfit = "waive_profit",
        /// Record that the title of a leased asset has passed to the customer.
        TransferOwnership = "transfer_ownership",
    }
}

impl FacilityAction {
    /// What a caller needs to do this at all.
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

    /// True where the status has an edge for this action. What else it takes (the asset, another
    /// person, arrears cleared) is asked afterwards.
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

    /// Errors: 409 `WRONG_STATE` where the status has no edge for this action.
    pub fn require_open(self, status: FacilityStatus) -> Result<()> {
        if self.is_open_in(status) {
            return Ok(());
        }
        Err(Error::conflict(
            Code::WrongState,
            format!("The facility is {status}; it does not take `{self}` now."),
        ))
    }
}

impl FacilityStatus {
    /// True while money is owed: from activation until nothing is left.
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

    /// True while somebody has to pass it or turn it down.
    pub const fn waits_for_decision(self) -> bool {
        FacilityAction::Approve.is_open_in(self)
    }

    /// The statuses in which a facility waits for the decision of somebody who may do this.
    pub fn waiting_for(may: impl Fn(Permission) -> bool) -> Vec<Self> {
        let waits = |status: &Self| {
            status.waits_for_decision() && may(FacilityAction::Approve.permission(*status))
        };
        Self::ALL.iter().copied().filter(waits).collect()
    }

    /// True while money is owed and its profit is recognised as income.
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
    /// The method that spreads the schedule unless another is asked for.
    pub const fn default_method(self) -> ScheduleMethod {
        match self {
            Self::Murabaha => ScheduleMethod::StraightLine,
            Self::Ijarah => ScheduleMethod::Level,
            Self::DiminishingMusharakah => ScheduleMethod::EqualPrincipal,
        }
    }

    /// What the asset has to be before the facility comes to life.
    pub const fn required_asset_status(self) -> AssetStatus {
        match self {
            Self::Murabaha | Self::Ijarah => AssetStatus::OwnedByProvider,
            Self::DiminishingMusharakah => AssetStatus::CoOwned,
        }
    }

    /// True when an asset of that status may be financed: the house has what it is to sell, lease
    /// or share.
    pub fn may_finance(self, asset: AssetStatus) -> bool {
        asset == self.required_asset_status()
    }
}

/// A facility to be made.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacilityInput {
    /// Whose it is.
    pub customer_id: CustomerId,
    /// The contract.
    pub product_type: ProductType,
    /// What the asset costs.
    pub asset_cost: Money,
    /// What the customer pays of it at once.
    #[serde(default, deserialize_with = "null_is_absent")]
    #[cfg_attr(feature = "openapi", schema(value_type = Option<Money>))]
    pub down_payment: Money,
    /// Percent a year; needed by ijarah and diminishing musharakah, without effect on a murabaha.
    #[serde(default)]
    pub rate: Option<Rate>,
    /// How many payments: 1 to 600.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 600))]
    pub term_periods: u32,
    /// Payments a year: 1 to 366.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 366))]
    pub periods_per_year: u32,
    /// The whole profit of a murabaha; not for the others.
    #[serde(default)]
    pub fixed_total_profit: Option<Money>,
    /// How the schedule spreads; each product has its own usual one.
    #[serde(default)]
    pub schedule_method: Option<ScheduleMethod>,
    /// The thing that is financed.
    pub asset: Asset,
}

impl FacilityInput {
    /// Answers the input with its texts tidied. The figures are checked where the schedule is made.
    ///
    /// Errors: 400 naming everything that cannot be accepted.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        self.asset.description = self.asset.description.trim().to_owned();
        let description = &self.asset.description;
        checks.ensure(
            !is_blank(description),
            "asset.description",
            "REQUIRED",
            "Say what is financed.",
        );
        checks.text("asset.description", description);
        checks.ensure(
            self.asset.cost.is_none_or(|cost| cost == self.asset_cost),
            "asset.cost",
            "INVALID",
            "Give the asset cost again, or leave this out.",
        );
        checks.finish()?;
        Ok(self)
    }

    /// How the schedule spreads.
    pub fn method(&self) -> ScheduleMethod {
        self.schedule_method.unwrap_or(self.product_type.default_method())
    }

    /// What the schedule is made of.
    pub fn terms(&self) -> Terms {
        Terms::from(self)
    }
}

/// The next line that somebody has to pay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct NextDue {
    /// When.
    #[serde(serialize_with = "moment::write")]
    pub date: NaiveDate,
    /// What is still owed on it.
    pub amount: Money,
}

/// A facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Facility {
    /// What people and paths know it by: `CF-YYYYMMDD-XXXX`.
    pub facility_ref: String,
    /// Whose it is.
    pub customer_id: CustomerId,
    /// Their name.
    pub customer_name: String,
    /// The contract.
    pub product_type: ProductType,
    /// How its schedule spreads.
    pub schedule_method: ScheduleMethod,
    /// What the asset costs.
    pub asset_cost: Money,
    /// What the customer paid of it at once.
    pub down_payment: Money,
    /// What is financed: the asset cost less the down payment.
    pub facility_amount: Money,
    /// Percent a year.
    pub rate: Option<Rate>,
    /// How many payments.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 600))]
    pub term_periods: u32,
    /// Payments a year.
    #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 366))]
    pub periods_per_year: u32,
    /// The whole profit of a murabaha.
    pub fixed_total_profit: Option<Money>,
    /// The thing that is financed.
    pub asset: Asset,
    /// Where it stands.
    pub status: FacilityStatus,
    /// Who holds the asset now.
    pub asset_status: AssetStatus,
    /// The document that shows that the house had it before activation.
    pub asset_document_ref: Option<String>,
    /// The document by which the title of a leased asset passed to the customer.
    pub transfer_document_ref: Option<String>,
    /// The house's share of the asset today; none while neither has it.
    pub provider_ownership_pct: Option<Percent>,
    /// The customer's share; the two add up to 100.00.
    pub customer_ownership_pct: Option<Percent>,
    /// Principal that is still owed.
    pub outstanding_principal: Money,
    /// What is owed in all today: of a murabaha its price, principal and profit; of the others the
    /// principal and the rent of lines due by today.
    pub total_owed: Money,
    /// Principal and profit of the lines that are late.
    pub arrears: Money,
    /// On non-accrual, the profit that is owed and not received: of a murabaha all that remains, of
    /// the others the rent of lines due by today. Otherwise zero.
    pub profit_suspended: Money,
    /// The next amount to pay, on non-accrual the next unpaid principal; none before activation,
    /// after settlement and once all principal is received on non-accrual.
    pub next_due: Option<NextDue>,
    /// Days since the oldest unpaid due date; counted when it is read.
    pub days_past_due: u32,
    /// How late that is.
    pub bucket: AgeingBucket,
    /// True while no income is recognised.
    pub non_accrual: bool,
    /// Since when.
    #[serde(serialize_with = "moment::write")]
    pub non_accrual_since: Option<NaiveDate>,
    /// Why.
    pub non_accrual_reason: Option<String>,
    /// True when it is late enough to stop recognising income.
    pub non_accrual_eligible: bool,
    /// Who structured it.
    pub created_by_id: StaffId,
    /// Who reviewed it.
    pub reviewed_by_id: Option<StaffId>,
    /// Who gave the Shariah approval.
    pub approved_by_id: Option<StaffId>,
    /// Why it was turned down.
    pub rejection_reason: Option<String>,
    /// Why its maker withdrew it.
    pub withdrawal_reason: Option<String>,
    /// The journal that brought it to life.
    pub origination_journal_id: Option<JournalId>,
    /// When it came to life.
    #[serde(serialize_with = "moment::write")]
    pub activated_at: Option<DateTime<Utc>>,
    /// When nothing was owed any more.
    #[serde(serialize_with = "moment::write")]
    pub settled_at: Option<DateTime<Utc>>,
    /// How often payments changed lines still to come.
    pub schedule_version: u32,
    /// Grows with every change of the facility or of its lines; an act that names an older one is
    /// refused.
    #[serde(default)]
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub revision: i64,
    /// What the caller may do now.
    pub allowed_actions: Vec<FacilityAction>,
    /// When it was made.
    #[serde(serialize_with = "moment::write")]
    pub created_at: DateTime<Utc>,
    /// When it last changed.
    #[serde(serialize_with = "moment::write")]
    pub updated_at: DateTime<Utc>,
}

/// The schedule of a facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct FacilitySchedule {
    /// The facility.
    pub facility_ref: String,
    /// Its lines, by period.
    pub lines: Vec<ScheduleLine>,
}

/// What an act without further input rests on.
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

    /// The table that the desk works by: a line for each status, the actions open in it.
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
        let waiting = |held: &[Permission]| S::waiting_for(|it| held.contains(&it));
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
