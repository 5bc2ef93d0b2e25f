//! Settings of leave: the calendar, the policies and manual corrections.

use std::collections::HashMap;

use shared::audit::AuditAction;
use shared::calendar::WorkingCalendar;
use shared::error::{Error, FieldCode, Result};
use shared::id::LeaveAdjustmentId;
use shared::leave::balance::{Balance, Ledger, balance, is_overdrawn};
use shared::leave::days::Days;
use shared::leave::insufficient_balance;
use shared::leave::policy::{
    AdjustmentKind, LeaveAdjustment, LeaveAdjustmentInput, LeavePoliciesInput, LeavePolicy, YEARS,
};
use shared::permission::Permission;

use super::repo::account::NewAdjustment;
use super::{Accounts, Leave, repo};
use crate::caller::Caller;
use crate::organization;
use crate::transaction::ReadTx;

impl Leave<'_> {
    /// Sets the working days and the holidays. Existing requests keep their days; an unchanged
    /// calendar is not written again. Needs `leave:manage`.
    ///
    /// Errors: 400 for a week without a working day and for duplicates.
    pub async fn set_calendar(
        &self,
        caller: &Caller,
        calendar: WorkingCalendar,
    ) -> Result<WorkingCalendar> {
        let caller = caller.require(Permission::LeaveManage)?;
        let calendar = calendar.check()?;
        let organization = caller.organization();
        let mut act = self.0.act(caller).await?;
        organization::repo::lock(&mut act).await?;
        if repo::calendar(&mut act).await? == calendar {
            return Ok(calendar);
        }
        repo::set_calendar(&mut act, &calendar).await?;
        let entity = ("leave_calendar", Some(organization.to_string()));
        let entry =
            super::entry(AuditAction::LeaveCalendarChanged, entity, &["workingDays", "holidays"]);
        act.audit(entry).await?;
        act.commit().await?;
        self.0.signals.committed(organization);
        Ok(calendar)
    }

    /// The entitlements of all types in this year. Needs `leave:manage`.
    pub async fn policies(&self, caller: &Caller) -> Result<Vec<LeavePolicy>> {
        let caller = caller.require(Permission::LeaveManage)?;
        let mut tx = self.0.read(caller).await?;
        let policies = repo::policies(&mut tx).await?;
        Ok(policies.in_year(self.current_year(&caller)))
    }

    /// Sets the entitlements of types from this year on; earlier years and other types stay
    /// unchanged. An unchanged policy is not written again. Needs `leave:manage`.
    ///
    /// Errors: 400 for an invalid policy; 409 `INSUFFICIENT_BALANCE` when an employee has already
    /// taken more than that.
    pub async fn set_policies(
        &self,
        caller: &Caller,
        input: LeavePoliciesInput,
    ) -> Result<Vec<LeavePolicy>> {
        let caller = caller.require(Permission::LeaveManage)?;
        let mut given = input.check()?;
        let (organization, year) = (caller.organization(), self.current_year(&caller));
        let mut act = self.0.act(caller).await?;
        organization::repo::lock(&mut act).await?;
        let before = repo::policies(&mut act).await?.in_year(year);
        given.retain(|policy| !before.contains(policy));
        if given.is_empty() {
            return Ok(before);
        }
        require_enough(&mut act, year, &given).await?;
        repo::set_policies(&mut act, year, &given).await?;
        let entity = ("leave_policy", Some(organization.to_string()));
        let fields: Vec<_> = given.iter().map(|policy| policy.leave_type.as_str()).collect();
        let entry = super::entry(AuditAction::LeavePoliciesChanged, entity, &fields);
        act.audit(entry).await?;
        let policies = repo::policies(&mut act).await?.in_year(year);
        act.commit().await?;
        self.0.signals.committed(organization);
        Ok(policies)
    }

    /// Corrects an employee's days of one type and year. Needs `leave:manage`.
    ///
    /// Errors: 400 for an invalid correction and for a person who is not of the organization; 409
    /// `INSUFFICIENT_BALANCE` when the available days would become negative.
    pub async fn adjust(
        &self,
        caller: &Caller,
        input: LeaveAdjustmentInput,
    ) -> Result<LeaveAdjustment> {
        let caller = caller.require(Permission::LeaveManage)?;
        let input = input.check()?;
        let (organization, now) = (caller.organization(), self.0.now());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("leave.adjust", &input).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        require_left(&mut act, &input).await?;
        let new = NewAdjustment {
            id: LeaveAdjustmentId(self.0.id()),
            staff_id: input.staff_id,
            leave_type: input.leave_type,
            year: input.year,
            days: input.days,
            kind: AdjustmentKind::Manual,
            reason: input.reason,
        };
        let news = std::slice::from_ref(&new);
        repo::account::add_adjustments(&mut act, caller.staff(), now, news).await?;
        let entity = ("leave_adjustment", Some(new.id.to_string()));
        let fields = &["staffId", "type", "year", "days", "reason"];
        act.audit(super::entry(AuditAction::LeaveAdjusted, entity, fields)).await?;
        let adjustment = LeaveAdjustment {
            id: new.id,
            staff_id: new.staff_id,
            leave_type: new.leave_type,
            year: new.year,
            days: new.days,
            kind: new.kind,
            reason: new.reason,
            created_by_name: caller.name().to_owned(),
            created_at: now,
        };
        let adjustment = act.respond(adjustment).await?;
        self.0.signals.committed(organization);
        Ok(adjustment)
    }
}

/// Errors: 400 for an unknown person; 409 when the correction takes more than the available days.
async fn require_left(tx: &mut ReadTx, input: &LeaveAdjustmentInput) -> Result<()> {
    let year = input.year;
    let person = repo::account::person(tx, input.staff_id).await?;
    let Some(person) = person else {
        let message = "Unknown employee.";
        return Err(Error::field("staffId", FieldCode::NotFound, message));
    };
    if !input.days.is_negative() {
        return Ok(());
    }
    let accounts = Accounts::load(tx, Some(person.id), (year, year)).await?;
    let policy = accounts.policies.of(input.leave_type, year);
    let ledger = accounts.ledger(person.id, input.leave_type, year);
    let after = Ledger { adjustments: ledger.adjustments + input.days, ..ledger };
    if is_overdrawn(&policy, after, person.employment_confirmed_at) {
        let message = "This deducts more days than are available.";
        return Err(insufficient_balance(message));
    }
    Ok(())
}

/// Errors: 409 when a new policy would make a balance negative that is not negative now.
async fn require_enough(tx: &mut ReadTx, year: i32, given: &[LeavePolicy]) -> Result<()> {
    let accounts = Accounts::load(tx, None, (year, *YEARS.end())).await?;
    let people = repo::account::people(tx, true).await?;
    let people: HashMap<_, _> = people.iter().map(|person| (person.id, person)).collect();
    let is_short = |balance: Balance| balance.available.is_some_and(Days::is_negative);
    for (staff, leave_type, year) in accounts.keys() {
        let policy = given.iter().find(|policy| policy.leave_type == leave_type);
        let (Some(policy), Some(person)) = (policy, people.get(&staff)) else { continue };
        let ledger = accounts.ledger(staff, leave_type, year);
        let after = balance(policy, ledger, person.employment_confirmed_at);
        if is_short(after) && !is_short(accounts.balance(person, leave_type, year)) {
            return Err(insufficient_balance(format!(
                "{} has used more {leave_type} leave in {year} than this entitlement.",
                person.name
            )));
        }
    }
    Ok(())
}
