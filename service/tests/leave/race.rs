//! Invariants under concurrent leave requests.

use std::time::Duration;

use database::Engine;
use database::on_both;
use database::test_support::TestDatabase;
use futures::future::join_all;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::days::Days;

use super::{YEAR, code, correction, request_input, word};
use crate::support::World;

on_both!(
    of_twenty_concurrent_requests_of_a_day_five_fit_the_balance,
    of_twenty_requests_for_one_day_one_is_made,
    approvals_and_corrections_at_once_never_overdraw,
    a_request_does_not_wait_for_that_of_another_person,
);

/// More working days of December 2026 and January 2027 than are needed: those of one year are
/// enough.
fn working_days() -> Vec<String> {
    let first: chrono::NaiveDate = "2026-11-30".parse().unwrap();
    let days = first.iter_days().filter(|day| {
        use chrono::Datelike;
        day.weekday().number_from_monday() <= 5
    });
    days.take(20).map(|day| day.to_string()).collect()
}

async fn of_twenty_concurrent_requests_of_a_day_five_fit_the_balance(db: TestDatabase) {
    let world = World::new(db).await;
    let days = working_days();
    let asking = days.iter().map(|day| {
        let input = request_input(LeaveType::Casual, day, day);
        world.request_leave(&world.employee, input)
    });
    let results = join_all(asking).await;
    let (made, refused): (Vec<_>, Vec<_>) = results.into_iter().partition(Result::is_ok);
    assert_eq!(made.len(), 5);
    for refused in refused {
        assert_eq!(code(refused), Code::InsufficientBalance);
    }
    let leave = world.service.leave();
    let ids: Vec<_> = made.into_iter().map(|request| request.unwrap().id).collect();
    let approving = ids.iter().map(|id| leave.approve(&world.manager, *id, word()));
    assert!(join_all(approving).await.iter().all(Result::is_ok));
    let casual = world.own(&world.employee, LeaveType::Casual, YEAR).await;
    assert_eq!((casual.consumed, casual.available), (Days::whole(5), Some(Days::ZERO)));
}

async fn of_twenty_requests_for_one_day_one_is_made(db: TestDatabase) {
    let world = World::new(db).await;
    let asking = (0..20).map(|_| {
        let input = request_input(LeaveType::Casual, "2026-12-01", "2026-12-01");
        world.request_leave(&world.employee, input)
    });
    let results = join_all(asking).await;
    assert_eq!(results.iter().filter(|result| result.is_ok()).count(), 1);
    for refused in results.into_iter().filter(Result::is_err) {
        assert_eq!(code(refused), Code::LeaveOverlap);
    }
}

async fn approvals_and_corrections_at_once_never_overdraw(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let mut ids = Vec::new();
    for day in working_days().iter().take(5) {
        let input = request_input(LeaveType::Casual, day, day);
        ids.push(world.request_leave(&world.employee, input).await.unwrap().id);
    }
    let staff = world.employee.staff();
    let taking = (0..5).map(|_| {
        let input = correction(staff, LeaveType::Casual, YEAR, Days::whole(-1));
        leave.adjust(&world.hr, input)
    });
    let approving = ids.iter().map(|id| leave.approve(&world.manager, *id, word()));
    let (approved, taken) = tokio::join!(join_all(approving), join_all(taking));
    let count = |results: usize| Days::whole(i64::try_from(results).unwrap());
    let approved = approved.iter().filter(|it| it.is_ok()).count();
    let taken = taken.iter().filter(|it| it.is_ok()).count();
    let casual = world.own(&world.employee, LeaveType::Casual, YEAR).await;
    assert_eq!(casual.consumed, count(approved));
    assert_eq!(casual.adjustments, -count(taken));
    assert!(!casual.available.unwrap().is_negative(), "{casual:?}");
}

/// On SQLite every writer waits for the previous one.
async fn a_request_does_not_wait_for_that_of_another_person(db: TestDatabase) {
    let world = World::new(db).await;
    if world.db.engine() == Engine::Sqlite {
        return;
    }
    let organization = world.employee.organization();
    let mut other = world.db.begin().await.unwrap();
    for (text, id) in [
        ("SELECT id FROM organizations WHERE id = $1 FOR SHARE", organization.0),
        ("UPDATE staff SET updated_at = updated_at WHERE id = $1", world.manager.staff().0),
    ] {
        other.sql(text).bind(id).execute().await.unwrap();
    }
    let asking = world.request_leave(
        &world.employee,
        request_input(LeaveType::Casual, "2026-12-01", "2026-12-01"),
    );
    let asked = tokio::time::timeout(Duration::from_secs(10), asking).await;
    assert!(asked.is_ok_and(|asked| asked.is_ok()), "somebody is waited for");
    drop(other);
}
