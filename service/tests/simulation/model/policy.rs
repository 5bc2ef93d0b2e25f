//! The policies of leave of the model, in half days.

use std::collections::BTreeMap;

use shared::error::Code;
use shared::leave::LeaveType;
use shared::permission::Permission;

use super::Organization;
use super::actor::Actor;
use crate::simulation::act::Policy;
use crate::simulation::people::Person;

/// The half days of the longest year, the most that a policy can grant.
const HALVES_MAX: i64 = 2 * 366;

/// The policies by type and by their first year.
#[derive(Clone, Debug, Default)]
pub(crate) struct Policies(BTreeMap<(LeaveType, i32), Policy>);

impl Policies {
    /// The policy of a type in a year: the latest one until then.
    pub(crate) fn of(&self, leave_type: LeaveType, year: i32) -> Policy {
        let mut until = self.0.range((leave_type, i32::MIN)..=(leave_type, year));
        until.next_back().map_or(first_policy(leave_type), |(_, policy)| *policy)
    }
}

/// The policy of a type until another one is set.
const fn first_policy(leave_type: LeaveType) -> Policy {
    let (entitlement, carried_max) = match leave_type {
        LeaveType::Casual => (Some(20), 0),
        LeaveType::Annual => (Some(42), 20),
        LeaveType::Sick | LeaveType::Hajj => (Some(30), 0),
        LeaveType::Maternity => (Some(180), 0),
        LeaveType::Paternity => (Some(10), 0),
        LeaveType::Unpaid => (None, 0),
    };
    Policy { entitlement, carried_max }
}

impl Organization {
    /// Sets the policy of a type from this year on, unless it takes days that someone has taken.
    pub(super) fn set_policy(
        &mut self,
        by: Actor,
        (leave_type, policy): (LeaveType, Policy),
        year: i32,
    ) -> Result<(), Code> {
        by.require(Permission::LeaveManage)?;
        if policy.entitlement.unwrap_or_default().max(policy.carried_max) > HALVES_MAX {
            return Err(Code::ValidationFailed);
        }
        let mut changed = self.clone();
        changed.policies.0.insert((leave_type, year), policy);
        let is_overdrawn = |house: &Self, person: Person, year: i32| {
            house.balance(person, leave_type, year).available.is_some_and(|days| days < 0)
        };
        for person in self.people() {
            let years = self.leave_years().filter(|it| *it >= year);
            let mut overdrawn = years.filter(|it| is_overdrawn(&changed, person, *it));
            if overdrawn.any(|it| !is_overdrawn(self, person, it)) {
                return Err(Code::InsufficientBalance);
            }
        }
        *self = changed;
        Ok(())
    }
}
