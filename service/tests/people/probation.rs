//! Employees on probation.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::Status;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::LeaveAdjustmentInput;
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::page::PageRequest;
use shared::probation::{DueFilter, Probation, ProbationQuery};
use shared::staff::StaffPatch;

use super::code;
use crate::support::{World, hire, person, run_sql};

on_both!(
    the_unconfirmed_are_listed_the_longest_employed_first,
    the_open_appraisal_is_listed_with_its_stage,
    the_people_due_for_confirmation_can_be_listed,
    the_list_is_for_human_resources_of_the_organization,
    the_casual_days_are_those_of_the_balance,
    the_list_takes_as_many_statements_however_long,
);

async fn list(world: &World, query: ProbationQuery) -> Vec<Probation> {
    world.service.staff().probation(&world.hr, query).await.unwrap().data
}

async fn run(world: &World, text: &'static str) {
    run_sql!(world.db, text, world.employee.staff());
}

/// Only the employee and, started a day later, the manager are on probation.
async fn two_on_probation(world: &World) {
    run(world, "UPDATE staff SET employment_confirmed_at = employment_start_date WHERE id <> $1")
        .await;
    run(world, "UPDATE staff SET employment_start_date = '2026-05-21' WHERE id = $1").await;
    run_sql!(
        world.db,
        "UPDATE staff SET employment_confirmed_at = NULL, employment_start_date = '2026-05-22'
        WHERE id = $1",
        world.manager.staff()
    );
}

async fn the_unconfirmed_are_listed_the_longest_employed_first(db: TestDatabase) {
    let world = World::new(db).await;
    two_on_probation(&world).await;
    let blocked = StaffPatch { is_blocked: Some(true), ..Default::default() };
    world.change(world.manager.staff(), blocked).await;
    let people = list(&world, ProbationQuery::default()).await;
    let seen: Vec<_> = people
        .iter()
        .map(|it| (&*it.staff_name, it.term.days_left, it.term.due_for_confirmation, it.is_blocked))
        .collect();
    assert_eq!(seen, [("Bilal", 0, true, false), ("Imran", 1, false, true)]);
    assert_eq!(people[0].term.due_date.to_string(), "2026-11-21");
    assert_eq!(people[0].department_name.as_deref(), Some("Finance"));
    assert_eq!(people[0].appraisal, None);
}

async fn the_open_appraisal_is_listed_with_its_stage(db: TestDatabase) {
    let world = World::new(db).await;
    two_on_probation(&world).await;
    let detail = world.at(Status::PendingMd).await;
    let open = list(&world, ProbationQuery::default()).await[0].appraisal.unwrap();
    assert_eq!((open.id, open.status), (detail.id, Status::PendingMd));
    world.move_on(&world.move_on(&detail).await).await;
    let people = list(&world, ProbationQuery::default()).await;
    assert_eq!(people.len(), 1, "the finalized probation confirms the employment");
}

async fn the_people_due_for_confirmation_can_be_listed(db: TestDatabase) {
    let world = World::new(db).await;
    two_on_probation(&world).await;
    let filters = [
        (DueFilter { is_due: true, within: 0 }, vec!["Bilal"]),
        (DueFilter { is_due: false, within: 0 }, vec!["Imran"]),
        (DueFilter { is_due: true, within: 1 }, vec!["Bilal", "Imran"]),
        (DueFilter { is_due: false, within: 1 }, vec![]),
    ];
    for (due, expected) in filters {
        let people = list(&world, ProbationQuery { due: Some(due), ..Default::default() }).await;
        let names: Vec<_> = people.iter().map(|it| &*it.staff_name).collect();
        assert_eq!(names, expected);
    }
    let department_id = Some(world.foreign_department);
    assert!(list(&world, ProbationQuery { department_id, ..Default::default() }).await.is_empty());
    let page = PageRequest::new(9, 1);
    let query = ProbationQuery { page, ..Default::default() };
    let beyond = world.service.staff().probation(&world.hr, query).await.unwrap();
    assert_eq!((beyond.data.len(), beyond.pagination.total), (0, 2));
}

async fn the_list_is_for_human_resources_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let staff = world.service.staff();
    for caller in [&world.employee, &world.manager, &world.md] {
        let refused = staff.probation(caller, ProbationQuery::default()).await;
        assert_eq!(code(refused), Code::Forbidden);
    }
    let foreign = staff.probation(&world.stranger, ProbationQuery::default()).await.unwrap();
    assert!(foreign.data.iter().all(|it| it.staff_name != "Bilal"));
}

async fn the_casual_days_are_those_of_the_balance(db: TestDatabase) {
    let world = World::new(db).await;
    two_on_probation(&world).await;
    let leave = world.service.leave();
    let staff = world.employee.staff();
    let (leave_type, reason) = (LeaveType::Casual, "Agreed".to_owned());
    for (year, days) in [(2026, Days::HALF), (2027, Days::whole(4))] {
        let reason = reason.clone();
        let input = LeaveAdjustmentInput { staff_id: staff, leave_type, year, days, reason };
        leave.adjust(&world.hr, input).await.unwrap();
    }
    let wish = |day: &str| LeaveRequestInput {
        leave_type,
        start_date: day.parse().unwrap(),
        end_date: day.parse().unwrap(),
        start_half: false,
        end_half: false,
        reason: reason.clone(),
    };
    let taken = leave.request(&world.employee, wish("2026-11-24")).await.unwrap();
    let word = LeaveDecisionInput { comment: None };
    leave.approve(&world.manager, taken.id, word).await.unwrap();
    leave.request(&world.employee, wish("2026-11-25")).await.unwrap();
    let seen = list(&world, ProbationQuery::default()).await;
    let own = leave.balances(&world.employee, None).await.unwrap();
    assert_eq!(Some(&seen[0].casual_leave), own.of(LeaveType::Casual));
    let casual = seen[0].casual_leave;
    assert_eq!((casual.consumed, casual.pending), (Days::whole(1), Days::whole(1)));
    assert_eq!(casual.available, Some(Days::from_halves(9)));
    assert_eq!(seen[1].casual_leave.consumed, Days::ZERO);
}

async fn the_list_takes_as_many_statements_however_long(db: TestDatabase) {
    let world = World::new(db).await;
    for number in 0..9 {
        hire(&world.service, &world.admin, person(&format!("P{number}"), "amanah")).await;
    }
    for limit in [1, 100] {
        let page = PageRequest::new(1, limit);
        let before = world.db.statements();
        let shown = list(&world, ProbationQuery { page, ..Default::default() }).await.len();
        assert_eq!(world.db.statements() - before, 3, "the page, the policies and the ledgers");
        assert!(shown == 1 || shown > 9);
    }
}
