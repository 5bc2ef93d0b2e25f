//! The effect of an approval on the balance, shown with the request.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::balance::BalanceEffect;
use shared::leave::days::Days;
use shared::leave::request::{LeaveQuery, LeaveScope};

use super::{YEAR, code, correction, request_input, word};
use crate::support::World;

on_both!(
    the_approver_sees_the_balance_of_each_year_after_an_approval,
    an_approval_that_would_be_refused_does_not_fit,
    untracked_leave_and_requests_of_other_approvers_show_no_balance,
);

/// The effects of the listed requests, newest first.
async fn effects(world: &World, caller: &Caller, scope: LeaveScope) -> Vec<Vec<BalanceEffect>> {
    let page = world.service.leave().requests(caller, LeaveQuery::of(scope)).await.unwrap();
    page.data.into_iter().map(|request| request.balance_effect).collect()
}

async fn the_approver_sees_the_balance_of_each_year_after_an_approval(db: TestDatabase) {
    let world = World::new(db).await;
    world.confirm(world.employee.staff(), Some("2026-06-01")).await;
    let annual = LeaveType::Annual;
    let [this, next] = [
        world.own(&world.employee, annual, YEAR).await.available.unwrap(),
        world.own(&world.employee, annual, YEAR + 1).await.available.unwrap(),
    ];
    let first = request_input(annual, "2026-12-07", "2026-12-08");
    let first = world.request_leave(&world.employee, first).await.unwrap();
    let across = request_input(annual, "2026-12-31", "2027-01-04");
    let across = world.request_leave(&world.employee, across).await.unwrap();
    let [here, there] = [across.days_by_year[0].days, across.days_by_year[1].days];
    let effect = |year, available: Days, wanted: Days, pending_otherwise| BalanceEffect {
        year,
        available,
        after: available - wanted,
        pending_otherwise,
    };
    assert_eq!(
        effects(&world, &world.manager, LeaveScope::Team).await,
        [
            vec![
                effect(YEAR, this, here, Days::whole(2)),
                effect(YEAR + 1, next, there, Days::ZERO)
            ],
            vec![effect(YEAR, this, Days::whole(2), here)],
        ]
    );
    let left = this - Days::whole(2);
    world.service.leave().approve(&world.manager, first.id, word()).await.unwrap();
    assert_eq!(world.own(&world.employee, annual, YEAR).await.available, Some(left));
    let after = effects(&world, &world.manager, LeaveScope::Team).await;
    assert_eq!(after[0][0], effect(YEAR, left, here, Days::ZERO));
    assert!(after[1].is_empty());
}

async fn an_approval_that_would_be_refused_does_not_fit(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let staff = world.employee.staff();
    let casual = LeaveType::Casual;
    let wanted = request_input(casual, "2026-12-07", "2026-12-08");
    let id = world.request_leave(&world.employee, wanted).await.unwrap().id;
    let available = world.own(&world.employee, casual, YEAR).await.available.unwrap();
    let fits = async || effects(&world, &world.manager, LeaveScope::Team).await[0][0].fits();
    assert!(fits().await);
    let less = Days::from_halves(3) - available;
    leave.adjust(&world.hr, correction(staff, casual, YEAR, less)).await.unwrap();
    assert!(!fits().await);
    assert_eq!(code(leave.approve(&world.manager, id, word()).await), Code::InsufficientBalance);
    leave.adjust(&world.hr, correction(staff, casual, YEAR, Days::HALF)).await.unwrap();
    assert!(fits().await);
    leave.approve(&world.manager, id, word()).await.unwrap();
}

async fn untracked_leave_and_requests_of_other_approvers_show_no_balance(db: TestDatabase) {
    let world = World::new(db).await;
    world.confirm(world.employee.staff(), Some("2026-06-01")).await;
    world
        .request_leave(
            &world.employee,
            request_input(LeaveType::Unpaid, "2026-12-07", "2026-12-07"),
        )
        .await
        .unwrap();
    let none = async |caller, scope| {
        let effects = effects(&world, caller, scope).await;
        assert!(!effects.is_empty() && effects.iter().all(Vec::is_empty), "{effects:?}");
    };
    none(&world.manager, LeaveScope::Team).await;
    world
        .request_leave(
            &world.employee,
            request_input(LeaveType::Casual, "2026-12-08", "2026-12-08"),
        )
        .await
        .unwrap();
    none(&world.employee, LeaveScope::Mine).await;
    none(&world.hr, LeaveScope::All).await;
}
