//! Comparison of the staff.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDateTime;
use shared::page::PageRequest;
use shared::probation::ProbationQuery;

use super::{Checked, Mismatch, appraisal, failed, leave, same};
use crate::simulation::act::StaffAct;
use crate::simulation::model::Organization;
use crate::simulation::people::{Department, Person};
use crate::simulation::world::{House, World};

/// Compares the people and the departments that an act may have changed, and all queues.
pub(super) async fn step(
    world: &World,
    house: &House,
    organization: &Organization,
    act: StaffAct,
) -> Checked {
    for person in act.people().into_iter().chain(act.newcomers()) {
        if organization.employments.contains_key(&person) {
            check(world, house, organization, person).await?;
        }
    }
    everyone(world, house, organization).await
}

/// Compares the departments, what waits for everyone, and the reasons for delays.
pub(super) async fn everyone(world: &World, house: &House, organization: &Organization) -> Checked {
    departments(world, house, organization).await?;
    for person in organization.people() {
        super::queue(world, house, (organization, person)).await?;
        appraisal::queue(world, house, organization, person).await?;
        leave::queue(world, house, organization, person).await?;
    }
    appraisal::delays(world, house, organization).await
}

/// Compares a person.
pub(super) async fn check(
    world: &World,
    house: &House,
    organization: &Organization,
    person: Person,
) -> Checked {
    let staff = house.caller(person).staff();
    let found = world.service.staff().find(house.reader(), staff).await.map_err(failed)?;
    let name = |it: Mismatch| Mismatch { subject: format!("{} of a person", it.subject), ..it };
    let employment = organization.employments[&person];
    let department = employment.department.map(|it| house.departments[&it]);
    let manager = employment.line_manager.map(|it| house.caller(it).staff());
    same("the name", &found.name, &organization.name_of(person)).map_err(name)?;
    same("the role", &&*found.role, &employment.role.key()).map_err(name)?;
    same("the department", &found.department_id, &department).map_err(name)?;
    same("the line manager", &found.line_manager_id, &manager).map_err(name)?;
    same("the first day", &found.employment_start_date, &employment.started_on).map_err(name)?;
    let confirmed_on = found.employment_confirmed_at;
    same("the confirmation", &confirmed_on, &employment.confirmed_on).map_err(name)?;
    let is_notified = found.confirmation_due_notified_at.is_some();
    same("the notice of confirmation", &is_notified, &employment.is_notified).map_err(name)?;
    same("the block", &found.is_blocked, &employment.is_blocked).map_err(name)
}

async fn departments(world: &World, house: &House, organization: &Organization) -> Checked {
    let found = world.service.departments().list(house.reader()).await.map_err(failed)?;
    let heads: BTreeMap<_, _> = found.iter().map(|it| (it.id, it.supervisor_staff_id)).collect();
    let model = Department::ALL.into_iter().map(|it| {
        let head = organization.heads[&it].map(|head| house.caller(head).staff());
        (house.departments[&it], head)
    });
    same("the heads of the departments", &heads, &model.collect())
}

/// Compares the people on probation: those who are due, and their open appraisals.
pub(super) async fn probation(
    world: &World,
    house: &House,
    organization: &Organization,
    at: NaiveDateTime,
) -> Checked {
    let query = ProbationQuery { page: PageRequest::new(1, 100), ..ProbationQuery::default() };
    let found = world.service.staff().probation(house.reader(), query).await.map_err(failed)?;
    let found = found.data.into_iter().map(|it| {
        let status = it.appraisal.map(|appraisal| appraisal.status);
        (it.staff_name, it.term.due_for_confirmation, status)
    });
    let today = organization.today(at);
    let employments = organization.employments.iter();
    let unconfirmed = employments.filter(|(_, it)| it.confirmed_on.is_none());
    let model = unconfirmed.map(|(person, employment)| {
        let status = organization.open_appraisal(*person).map(|it| it.status);
        (organization.name_of(*person), employment.is_due(today), status)
    });
    same("the people on probation", &found.collect::<BTreeSet<_>>(), &model.collect())
}
