//! The database cost of leave does not grow with the people or their requests.

use database::on_both;
use database::test_support::TestDatabase;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::request::{LeaveQuery, LeaveScope};
use shared::leave::year_end::YearEndInput;

use super::{YEAR, correction, request_input, word};
use crate::support::{World, hire, person};

on_both!(leave_costs_a_fixed_number_of_statements);

async fn cost<T>(world: &World, use_case: impl Future<Output = shared::Result<T>>) -> u64 {
    let before = world.db.statements();
    use_case.await.unwrap();
    world.db.statements() - before
}

/// The number of statements of every read, and of a request, its approval and its cancellation.
async fn costs(world: &World, day: &str) -> [u64; 8] {
    let leave = world.service.leave();
    let staff = world.employee.staff();
    let all = LeaveQuery::of(LeaveScope::All);
    let year_end = YearEndInput { year: YEAR, dry_run: true };
    let reads = [
        cost(world, leave.balances(&world.employee, None)).await,
        cost(world, leave.balances_of(&world.hr, staff, None)).await,
        cost(world, leave.requests(&world.hr, all)).await,
        cost(world, leave.year_end(&world.hr, year_end)).await,
    ];
    let before = world.db.statements();
    let input = request_input(LeaveType::Casual, day, day);
    let id = world.request_leave(&world.employee, input).await.unwrap().id;
    let asked = world.db.statements() - before;
    let approved = cost(world, leave.approve(&world.manager, id, word())).await;
    let cancelled = cost(world, leave.cancel(&world.employee, id, word())).await;
    let input = correction(staff, LeaveType::Casual, YEAR, Days::HALF);
    let adjusted = cost(world, leave.adjust(&world.hr, input)).await;
    let [own, seen, list, closed] = reads;
    [own, seen, list, closed, asked, approved, cancelled, adjusted]
}

async fn leave_costs_a_fixed_number_of_statements(db: TestDatabase) {
    let world = World::new(db).await;
    world
        .request_leave(
            &world.employee,
            request_input(LeaveType::Casual, "2026-11-30", "2026-11-30"),
        )
        .await
        .unwrap();
    let few = costs(&world, "2026-12-01").await;
    for number in 0..6 {
        hire(&world.service, &world.admin, person(&format!("P{number}"), "amanah")).await;
    }
    for day in ["2026-12-07", "2026-12-08", "2026-12-09"] {
        world
            .request_leave(&world.employee, request_input(LeaveType::Casual, day, day))
            .await
            .unwrap();
    }
    let many = costs(&world, "2026-12-02").await;
    assert_eq!(few, many);
    assert!(many.iter().all(|cost| *cost <= 16), "{many:?}");
}
