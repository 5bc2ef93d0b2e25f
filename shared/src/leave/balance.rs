//! Leave balances of one type in one year: one function for every page, check and the year-end.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::days::Days;
use super::period::YearDays;
use super::policy::{LeaveAdjustment, LeavePolicy};
use super::{LeaveType, PROBATION_CASUAL_DAYS, is_locked};
use crate::id::StaffId;

/// The recorded days of one leave type in one year.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Ledger {
    /// Corrections, including those of the year-end.
    pub adjustments: Days,
    /// Days of approved requests.
    pub consumed: Days,
    /// Days of pending requests.
    pub pending: Days,
}

/// The balance of one type in one year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Balance {
    /// The type.
    #[serde(rename = "type")]
    pub leave_type: LeaveType,
    /// The entitlement of the year; null when the type is not tracked.
    pub entitlement_days: Option<Days>,
    /// Corrections.
    pub adjustments: Days,
    /// Days of approved requests.
    pub consumed: Days,
    /// Days of pending requests; not yet deducted from the available days.
    pub pending: Days,
    /// Entitlement + adjustments - consumed; null when the type is not tracked.
    pub available: Option<Days>,
    /// True while the employment is unconfirmed, for every type but casual.
    pub locked: bool,
}

impl Balance {
    /// The days that can still be requested: available less pending; `None` without a limit.
    pub fn spendable(&self) -> Option<Days> {
        self.available.map(|available| available - self.pending)
    }

    /// Returns true if the given number of days can be requested.
    pub fn covers(&self, days: Days) -> bool {
        self.spendable().is_none_or(|spendable| days <= spendable)
    }

    /// The days carried forward into the next year: the days that can still be requested, up to the
    /// policy's maximum. Locked and untracked types carry nothing.
    pub fn carried(&self, carry_forward_max: Days) -> Days {
        let unused = if self.locked { None } else { self.spendable() };
        unused.unwrap_or_default().clamp(Days::ZERO, carry_forward_max.max(Days::ZERO))
    }
}

/// The effect of approving a request on the balance of one year.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct BalanceEffect {
    /// The year.
    pub year: i32,
    /// The days available now.
    pub available: Days,
    /// The days available after the approval.
    pub after: Days,
    /// Days of other pending requests.
    pub pending_otherwise: Days,
}

impl BalanceEffect {
    /// The effect of approving a pending request of the given days in the year of the balance; none
    /// for a type that is not tracked.
    pub fn of(balance: &Balance, wanted: YearDays) -> Option<Self> {
        let available = balance.available?;
        Some(Self {
            year: wanted.year,
            available,
            after: available - wanted.days,
            pending_otherwise: balance.pending - wanted.days,
        })
    }

    /// Returns true if the request can be approved: other pending requests must fit as well.
    pub fn fits(self) -> bool {
        self.pending_otherwise <= self.after
    }
}

/// The balance: entitlement + adjustments - consumed (specification, "Leave restriction", rule 2).
/// Casual leave counts against 5 days until the confirmation; every other type is locked, with an
/// entitlement and available days of 0.
pub fn balance(policy: &LeavePolicy, ledger: Ledger, confirmed_at: Option<NaiveDate>) -> Balance {
    let leave_type = policy.leave_type;
    let Ledger { adjustments, consumed, pending } = ledger;
    let locked = is_locked(leave_type, confirmed_at);
    let entitlement_days = if locked {
        Some(Days::ZERO)
    } else if confirmed_at.is_some() {
        policy.entitlement_days
    } else {
        Some(PROBATION_CASUAL_DAYS)
    };
    let available = if locked {
        Some(Days::ZERO)
    } else {
        entitlement_days.map(|entitlement| entitlement + adjustments - consumed)
    };
    Balance { leave_type, entitlement_days, adjustments, consumed, pending, available, locked }
}

/// Returns true if the balance is overdrawn, now or, for a locked type, as soon as it is unlocked.
pub fn is_overdrawn(policy: &LeavePolicy, ledger: Ledger, confirmed_at: Option<NaiveDate>) -> bool {
    let unlocked = confirmed_at.or(Some(NaiveDate::MIN));
    [confirmed_at, unlocked]
        .into_iter()
        .filter_map(|confirmed_at| balance(policy, ledger, confirmed_at).available)
        .any(Days::is_negative)
}

/// Returns true if consumed and pending days exceed the allowance of the type for an unconfirmed
/// employee.
pub fn exceeds_probation(policy: &LeavePolicy, ledger: Ledger) -> bool {
    let unconfirmed = balance(policy, ledger, None);
    if unconfirmed.locked {
        return ledger.consumed + ledger.pending > Days::ZERO;
    }
    unconfirmed.spendable().is_some_and(Days::is_negative)
}

/// An employee's balances of one year, with their corrections.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeaveBalances {
    /// The employee.
    pub staff_id: StaffId,
    /// Their name.
    pub staff_name: String,
    /// The date of the confirmation of employment, which unlocks the locked types.
    pub employment_confirmed_at: Option<NaiveDate>,
    /// The year.
    pub year: i32,
    /// One balance for each type.
    pub data: Vec<Balance>,
    /// The corrections of that year, oldest first.
    pub adjustment_rows: Vec<LeaveAdjustment>,
}

impl LeaveBalances {
    /// The balance of one type.
    pub fn of(&self, leave_type: LeaveType) -> Option<&Balance> {
        self.data.iter().find(|balance| balance.leave_type == leave_type)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn confirmed() -> Option<NaiveDate> {
        "2026-03-01".parse().ok()
    }

    fn ledger(adjustments: i64, consumed: i64, pending: i64) -> Ledger {
        Ledger {
            adjustments: Days::from_halves(adjustments),
            consumed: Days::from_halves(consumed),
            pending: Days::from_halves(pending),
        }
    }

    fn of(leave_type: LeaveType, ledger: Ledger, confirmed_at: Option<NaiveDate>) -> Balance {
        balance(&LeavePolicy::default_of(leave_type), ledger, confirmed_at)
    }

    #[test]
    fn casual_counts_against_five_until_the_confirmation_even_when_it_is_not_tracked() {
        let untracked =
            LeavePolicy { entitlement_days: None, ..LeavePolicy::default_of(LeaveType::Casual) };
        let before = balance(&untracked, ledger(2, 5, 0), None);
        assert_eq!(before.entitlement_days, Some(Days::whole(5)));
        assert_eq!(before.available, Some(Days::from_halves(7)));
        assert!(!before.locked);
        let after = balance(&untracked, ledger(2, 5, 0), confirmed());
        assert_eq!((after.entitlement_days, after.available), (None, None));
        let tracked = of(LeaveType::Casual, Ledger::default(), confirmed());
        assert_eq!(tracked.available, Some(Days::whole(10)));
    }

    #[test]
    fn every_other_type_is_locked_at_nothing_and_still_reports_what_was_consumed() {
        for leave_type in LeaveType::ALL.iter().filter(|it| **it != LeaveType::Casual) {
            let locked = of(*leave_type, ledger(8, 6, 2), None);
            assert!(locked.locked);
            assert_eq!(locked.entitlement_days, Some(Days::ZERO));
            assert_eq!(locked.available, Some(Days::ZERO));
            assert_eq!(locked.consumed, Days::whole(3));
            assert_eq!(locked.carried(Days::whole(10)), Days::ZERO);
            assert!(!locked.covers(Days::HALF));
            assert!(!of(*leave_type, Ledger::default(), confirmed()).locked);
        }
    }

    #[test]
    fn a_locked_type_is_overdrawn_when_its_unlocking_would_show_it() {
        let overdrawn = |leave_type, adjustments, confirmed_at| {
            let policy = LeavePolicy::default_of(leave_type);
            is_overdrawn(&policy, ledger(adjustments, 0, 0), confirmed_at)
        };
        assert!(!overdrawn(LeaveType::Annual, -42, None));
        assert!(overdrawn(LeaveType::Annual, -43, None));
        assert!(overdrawn(LeaveType::Casual, -11, None));
        assert!(!overdrawn(LeaveType::Casual, -11, confirmed()));
        assert!(!overdrawn(LeaveType::Unpaid, -700, confirmed()));
    }

    #[test]
    fn an_unconfirmed_employee_may_have_five_casual_days_and_nothing_else() {
        let exceeds = |leave_type, consumed, pending| {
            exceeds_probation(&LeavePolicy::default_of(leave_type), ledger(0, consumed, pending))
        };
        assert!(!exceeds(LeaveType::Casual, 6, 4));
        assert!(exceeds(LeaveType::Casual, 6, 5));
        for leave_type in LeaveType::ALL.iter().filter(|it| **it != LeaveType::Casual) {
            assert!(!exceeds(*leave_type, 0, 0));
            assert!(exceeds(*leave_type, 1, 0), "{leave_type}");
            assert!(exceeds(*leave_type, 0, 1), "{leave_type}");
        }
    }

    #[test]
    fn unused_days_are_carried_forward_up_to_the_limit() {
        let carried = |ledger| of(LeaveType::Annual, ledger, confirmed()).carried(Days::whole(10));
        assert_eq!(carried(Ledger::default()), Days::whole(10));
        assert_eq!(carried(ledger(0, 25, 0)), Days::from_halves(17));
        assert_eq!(carried(ledger(0, 25, 10)), Days::from_halves(7));
        assert_eq!(carried(ledger(0, 42, 0)), Days::ZERO);
        assert_eq!(carried(ledger(0, 60, 0)), Days::ZERO);
        let unpaid = of(LeaveType::Unpaid, ledger(0, 9, 0), confirmed());
        assert_eq!((unpaid.available, unpaid.carried(Days::MAX)), (None, Days::ZERO));
        assert!(unpaid.covers(Days::MAX));
    }

    proptest! {
        #[test]
        fn the_shown_parts_make_the_available_days(
            adjustments in -400_i64..400, consumed in 0_i64..400, pending in 0_i64..400,
            kind in 0_usize..7, is_confirmed: bool, carry in 0_i64..400,
        ) {
            let ledger = ledger(adjustments, consumed, pending);
            let confirmed_at = if is_confirmed { confirmed() } else { None };
            let balance = of(LeaveType::ALL[kind], ledger, confirmed_at);
            let sum = balance.entitlement_days.map(|it| it + ledger.adjustments - ledger.consumed);
            if balance.locked {
                prop_assert_eq!(balance.available, Some(Days::ZERO));
            } else {
                prop_assert_eq!(balance.available, sum);
            }
            let carried = balance.carried(Days::from_halves(carry));
            prop_assert!(Days::ZERO <= carried && carried <= Days::from_halves(carry));
            prop_assert!(carried == Days::ZERO || balance.covers(carried));
        }
    }
}
