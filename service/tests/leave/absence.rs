//! The calendar of absences: its readers, and the fields that it omits.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::absence::{Absence, Month};
use shared::leave::request::LeaveScope;
use shared::leave::status::LeaveStatus;

use super::{code, request_input, word};
use crate::support::World;

on_both!(
    a_calendar_shows_pending_and_approved_leave_of_the_month_without_type_and_reason,
    a_team_is_those_whose_leave_the_reader_decides_on_and_the_reader,
    only_managers_of_leave_see_the_whole_organization,
);

async fn month(world: &World, caller: &Caller, scope: LeaveScope) -> Vec<Absence> {
    let month: Month = "2026-12".parse().unwrap();
    let days = (month.first(), month.last());
    world.service.leave().absences(caller, scope, days).await.unwrap()
}

async fn a_calendar_shows_pending_and_approved_leave_of_the_month_without_type_and_reason(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let employee = &world.employee;
    world.confirm(employee.staff(), Some("2026-06-01")).await;
    let request = async |start: &str, end: &str| {
        let input = request_input(LeaveType::Sick, start, end);
        world.request_leave(employee, input).await.unwrap()
    };
    let across = request("2026-11-30", "2026-12-01").await;
    let later = request("2026-12-31", "2027-01-04").await;
    let rejected = request("2026-12-07", "2026-12-08").await;
    request("2026-11-25", "2026-11-26").await;
    let leave = world.service.leave();
    leave.approve(&world.manager, across.id, word()).await.unwrap();
    leave.reject(&world.manager, rejected.id, word()).await.unwrap();

    let seen = month(&world, &world.manager, LeaveScope::Team).await;
    let periods: Vec<_> = seen.iter().map(|it| (it.period, it.is_pending)).collect();
    assert_eq!(periods, [(across.period(), false), (later.period(), true)]);
    let text = serde_json::to_string(&seen).unwrap();
    assert!(!text.contains("sick") && !text.contains("Moving house"), "{text}");
    assert_eq!(across.status, LeaveStatus::Pending);
}

async fn a_team_is_those_whose_leave_the_reader_decides_on_and_the_reader(db: TestDatabase) {
    let world = World::new(db).await;
    for person in [&world.employee, &world.manager, &world.bystander] {
        let input = request_input(LeaveType::Casual, "2026-12-14", "2026-12-15");
        world.request_leave(person, input).await.unwrap();
    }
    let people = async |caller: &Caller| -> Vec<_> {
        let seen = month(&world, caller, LeaveScope::Team).await;
        let mut people: Vec<_> = seen.iter().map(|it| it.staff_id).collect();
        people.sort_unstable();
        people
    };
    let mut team = [world.employee.staff(), world.manager.staff()];
    team.sort_unstable();
    assert_eq!(people(&world.manager).await, team);
    assert_eq!(people(&world.employee).await, [world.employee.staff()]);
    assert!(people(&world.stranger).await.is_empty());
}

async fn only_managers_of_leave_see_the_whole_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let input = request_input(LeaveType::Casual, "2026-12-14", "2026-12-15");
    world.request_leave(&world.employee, input).await.unwrap();
    assert_eq!(month(&world, &world.hr, LeaveScope::All).await.len(), 1);
    let month: Month = "2026-12".parse().unwrap();
    let days = (month.first(), month.last());
    let refused = world.service.leave().absences(&world.manager, LeaveScope::All, days).await;
    assert_eq!(code(refused), Code::Forbidden);
}
