//! Comparison of leave.

use std::collections::BTreeSet;

use chrono::Datelike;
use shared::leave::LeaveType;
use shared::leave::days::Days;

use super::{Checked, Mismatch, failed, same};
use crate::simulation::act::{Act, Policy, Step};
use crate::simulation::model::Organization;
use crate::simulation::model::calendar::Calendar;
use crate::simulation::model::leave::Balance;
use crate::simulation::people::Person;
use crate::simulation::role::Role;
use crate::simulation::world::{House, World};

/// Compares the balances and the queues that a step may have changed.
pub(super) async fn step(
    world: &World,
    house: &House,
    organization: &Organization,
    step: &Step,
) -> Checked {
    let year = organization.today(step.at).year();
    let touched = match step.act {
        Act::RequestLeave(_, _, dates) => Some((step.by, dates.end.year())),
        Act::Leave(number, _) => organization.requests.get(&number).map(|it| (it.by, year)),
        Act::CorrectLeave { person, year, .. } => Some((person, year)),
        Act::CloseLeaveYear(closed) => Some((Person::Analyst, closed + 1)),
        Act::SetHoliday(..) | Act::SetWorkingDays(_) | Act::SetPolicy(..) => {
            settings(world, house, organization, year).await?;
            Some((step.by, year))
        }
        Act::Appraisal(number, _) => {
            organization.appraisals.get(&number).map(|it| (it.form.subject, year))
        }
        Act::CheckJobs
        | Act::SendMail(_)
        | Act::Dispatch(_)
        | Act::ReadEvents(_)
        | Act::ExhaustRecoveryCodes(_)
        | Act::SetGraceDays(_)
        | Act::PresentGross(_)
        | Act::RoundInstalments(_)
        | Act::CloseBooks(_)
        | Act::Form(_)
        | Act::Staff(_)
        | Act::Token(_)
        | Act::MapAccount(..)
        | Act::CreateFacility(..)
        | Act::Facility(..)
        | Act::StartAppraisal(..) => None,
    };
    let Some((person, year)) = touched else { return Ok(()) };
    balances(world, house, organization, (person, year)).await?;
    let managers = organization.holders(Role::HumanResources).into_iter();
    for decider in managers.chain(organization.decider(person)).chain([step.by]) {
        queue(world, house, organization, decider).await?;
    }
    Ok(())
}

/// Compares the calendar, and the policies of a year.
pub(super) async fn settings(
    world: &World,
    house: &House,
    organization: &Organization,
    year: i32,
) -> Checked {
    let (leave, reader) = (world.service.leave(), house.reader());
    let found = leave.calendar(reader).await.map_err(failed)?;
    let Calendar { week, holidays } = &organization.calendar;
    let days: BTreeSet<_> = found.working_days.iter().collect();
    same("the working days", &days, &week.iter().collect())?;
    same("the holidays", &found.holidays.iter().map(|it| it.date).collect(), holidays)?;
    let found = leave.policies(reader).await.map_err(failed)?;
    let found = found.iter().map(|it| {
        let entitlement = it.entitlement_days.map(Days::halves);
        (it.leave_type, Policy { entitlement, carried_max: it.carry_forward_max_days.halves() })
    });
    let types = LeaveType::ALL.iter();
    let model = types.map(|it| (*it, organization.policies.of(*it, year)));
    same("the policies of leave", &found.collect::<Vec<_>>(), &model.collect())
}

/// Compares the number of requests that wait for a person.
pub(super) async fn queue(
    world: &World,
    house: &House,
    organization: &Organization,
    person: Person,
) -> Checked {
    if !organization.may_sign_in(person) {
        return Ok(());
    }
    let waiting = world.service.leave().waiting_count(house.caller(person)).await;
    let subject = format!("leave that waits for {person:?}");
    same(&subject, &waiting.map_err(failed)?, &organization.waiting_leave(person))
}

/// Compares the balances of a person in a year.
pub(super) async fn balances(
    world: &World,
    house: &House,
    organization: &Organization,
    (person, year): (Person, i32),
) -> Checked {
    let (reader, staff) = (house.reader(), house.caller(person).staff());
    let found = world.service.leave().balances_of(reader, staff, Some(year)).await;
    let found = found.map_err(failed)?;
    for leave_type in LeaveType::ALL {
        let balance = found.of(*leave_type).map(|it| Balance {
            entitlement: it.entitlement_days.map(Days::halves),
            adjustments: it.adjustments.halves(),
            consumed: it.consumed.halves(),
            pending: it.pending.halves(),
            available: it.available.map(Days::halves),
            is_locked: it.locked,
        });
        let name = |it: Mismatch| {
            let detail = format!("{leave_type} leave of {person:?} in {year}: {}", it.detail);
            Mismatch { detail, ..it }
        };
        let model = organization.balance(person, *leave_type, year);
        same("a leave balance", &balance, &Some(model)).map_err(name)?;
    }
    Ok(())
}
