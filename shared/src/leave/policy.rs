//! Annual entitlements by type of leave, and their corrections.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use super::LeaveType;
use super::days::Days;
use crate::check::{Checks, is_blank};
use crate::error::{FieldCode, Result};
use crate::id::{LeaveAdjustmentId, StaffId};
use crate::patch::null_is_absent;

/// The supported range of years.
pub const YEARS: std::ops::RangeInclusive<i32> = 1900..=9998;

/// The annual entitlement of one type of leave.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeavePolicy {
    /// The type.
    #[serde(rename = "type")]
    pub leave_type: LeaveType,
    /// Days per year; null for a type that is not tracked and never checked.
    #[serde(deserialize_with = "Option::deserialize")]
    pub entitlement_days: Option<Days>,
    /// The maximum number of unused days carried forward into the next year.
    #[serde(default, deserialize_with = "null_is_absent")]
    pub carry_forward_max_days: Days,
}

impl LeavePolicy {
    /// The default policy of a type.
    pub const fn default_of(leave_type: LeaveType) -> Self {
        let (entitlement, carry) = match leave_type {
            LeaveType::Casual => (Some(10), 0),
            LeaveType::Annual => (Some(21), 10),
            LeaveType::Sick => (Some(15), 0),
            LeaveType::Maternity => (Some(90), 0),
            LeaveType::Paternity => (Some(5), 0),
            LeaveType::Hajj => (Some(15), 0),
            LeaveType::Unpaid => (None, 0),
        };
        let entitlement_days = match entitlement {
            Some(days) => Some(Days::whole(days)),
            None => None,
        };
        Self { leave_type, entitlement_days, carry_forward_max_days: Days::whole(carry) }
    }

    /// The policy of every type, in order: the given one, else the default.
    pub fn complete(given: &[Self]) -> Vec<Self> {
        let types = LeaveType::ALL.iter();
        types.map(|leave_type| Self::of(given, *leave_type)).collect()
    }

    /// The policy of one type: the one given, else its default.
    pub fn of(given: &[Self], leave_type: LeaveType) -> Self {
        let found = given.iter().find(|policy| policy.leave_type == leave_type);
        found.copied().unwrap_or(Self::default_of(leave_type))
    }
}

/// The policies to set; other types stay unchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LeavePoliciesInput {
    /// The policies. The body of a GET response is accepted unchanged.
    #[serde(alias = "policies")]
    pub data: Vec<LeavePolicy>,
}

impl LeavePoliciesInput {
    /// Returns the policies.
    ///
    /// Errors: 400 for a duplicate type and for days below 0 or above 366.
    pub fn check(self) -> Result<Vec<LeavePolicy>> {
        let mut checks = Checks::new();
        let range = Days::ZERO..=Days::MAX;
        for (index, policy) in self.data.iter().enumerate() {
            let earlier = self.data.iter().take(index);
            let twice = earlier.into_iter().any(|it| it.leave_type == policy.leave_type);
            let field = |name: &str| format!("data[{index}].{name}");
            checks.ensure(!twice, &field("type"), FieldCode::Duplicate, "Duplicate leave type.");
            let message = "Enter a number of days from 0 to 366.";
            let entitled = policy.entitlement_days.is_none_or(|days| range.contains(&days));
            checks.ensure(entitled, &field("entitlementDays"), FieldCode::OutOfRange, message);
            let carries = range.contains(&policy.carry_forward_max_days);
            checks.ensure(carries, &field("carryForwardMaxDays"), FieldCode::OutOfRange, message);
        }
        checks.finish()?;
        Ok(self.data)
    }
}

text_enum! {
    /// The origin of a correction.
    AdjustmentKind {
        /// Entered manually.
        Manual = "manual",
        /// Days of this year that were carried forward into the next one.
        CarriedOut = "carried_out",
        /// Days that were carried forward from the previous year.
        CarriedIn = "carried_in",
    }
}

/// A correction of an employee's days of one type and year.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[cfg_attr(feature = "database", derive(sqlx::FromRow))]
pub struct LeaveAdjustment {
    /// Its id.
    pub id: LeaveAdjustmentId,
    /// The employee.
    pub staff_id: StaffId,
    /// The type.
    #[serde(rename = "type")]
    #[cfg_attr(feature = "database", sqlx(rename = "type"))]
    pub leave_type: LeaveType,
    /// The year.
    #[cfg_attr(feature = "database", sqlx(try_from = "i64"))]
    pub year: i32,
    /// The number of days; negative to deduct.
    pub days: Days,
    /// The origin of the correction.
    pub kind: AdjustmentKind,
    /// The reason.
    pub reason: String,
    /// The author of the correction.
    pub created_by_name: String,
    /// The time.
    pub created_at: DateTime<Utc>,
}

/// The input for a correction.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LeaveAdjustmentInput {
    /// The employee.
    pub staff_id: StaffId,
    /// The type.
    #[serde(rename = "type")]
    pub leave_type: LeaveType,
    /// The year.
    pub year: i32,
    /// The number of days; negative to deduct.
    pub days: Days,
    /// The reason.
    pub reason: String,
}

impl LeaveAdjustmentInput {
    /// Returns the input with its reason trimmed.
    ///
    /// Errors: 400 for zero days or more than 366, a missing reason, and an invalid year.
    pub fn check(mut self) -> Result<Self> {
        let mut checks = Checks::new();
        checks.ensure(YEARS.contains(&self.year), "year", FieldCode::OutOfRange, "Enter a year.");
        let fits = self.days != Days::ZERO && (-Days::MAX..=Days::MAX).contains(&self.days);
        let message = "Enter days from -366 to 366, in multiples of 0.5 and not 0.";
        checks.ensure(fits, "days", FieldCode::OutOfRange, message);
        self.reason = reason(&mut checks, &self.reason);
        checks.finish()?;
        Ok(self)
    }
}

/// Checks a reason: not blank, trimmed.
pub(super) fn reason(checks: &mut Checks, text: &str) -> String {
    let text = text.trim();
    checks.ensure(!is_blank(text), "reason", FieldCode::Required, "Enter a reason.");
    checks.text("reason", text);
    text.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_defaults_are_those_of_the_contract() {
        let defaults: Vec<_> = LeavePolicy::complete(&[])
            .into_iter()
            .map(|it| (it.leave_type.as_str(), it.entitlement_days, it.carry_forward_max_days))
            .collect();
        let days = |days| Some(Days::whole(days));
        assert_eq!(
            defaults,
            [
                ("casual", days(10), Days::ZERO),
                ("annual", days(21), Days::whole(10)),
                ("sick", days(15), Days::ZERO),
                ("maternity", days(90), Days::ZERO),
                ("paternity", days(5), Days::ZERO),
                ("hajj", days(15), Days::ZERO),
                ("unpaid", None, Days::ZERO),
            ]
        );
    }

    fn read(json: &str) -> Option<Result<Vec<LeavePolicy>>> {
        serde_json::from_str::<LeavePoliciesInput>(json).ok().map(LeavePoliciesInput::check)
    }

    #[test]
    fn a_policy_states_its_entitlement_even_when_it_is_zero() {
        let good = r#"{"policies":[{"type":"casual","entitlementDays":null}]}"#;
        assert_eq!(read(good).unwrap().unwrap()[0].entitlement_days, None);
        assert!(read(r#"{"data":[{"type":"casual"}]}"#).is_none());
        assert!(read(r#"{"data":[{"type":"study","entitlementDays":1}]}"#).is_none());
        for bad in [
            r#"{"data":[{"type":"casual","entitlementDays":-1}]}"#,
            r#"{"data":[{"type":"casual","entitlementDays":367}]}"#,
            r#"{"data":[{"type":"casual","entitlementDays":1,"carryForwardMaxDays":-0.5}]}"#,
            r#"{"data":[{"type":"hajj","entitlementDays":1},{"type":"hajj","entitlementDays":1}]}"#,
        ] {
            assert!(read(bad).unwrap().is_err(), "{bad}");
        }
    }

    #[test]
    fn a_correction_has_days_a_year_and_a_reason() {
        let input = |days, year, reason: &str| LeaveAdjustmentInput {
            staff_id: StaffId(uuid::Uuid::nil()),
            leave_type: LeaveType::Annual,
            year,
            days,
            reason: reason.to_owned(),
        };
        assert_eq!(input(Days::HALF, 2026, " Late ").check().unwrap().reason, "Late");
        assert!(input(Days::ZERO, 2026, "Late").check().is_err());
        assert!(input(Days::whole(367), 2026, "Late").check().is_err());
        assert!(input(Days::whole(1), 10_000, "Late").check().is_err());
        assert!(input(Days::whole(1), 2026, " ").check().is_err());
    }
}
