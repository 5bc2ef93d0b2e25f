//! Policies, the calendar, corrections and the year-end.

use database::on_both;
use database::test_support::TestDatabase;
use shared::calendar::{Holiday, Weekday, WorkingCalendar};
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::days::Days;
use shared::leave::policy::{LeavePoliciesInput, LeavePolicy};
use shared::leave::year_end::{YearEnd, YearEndInput};
use shared::staff::StaffInput;

use super::{YEAR, code, correction, date, request_input, word};
use crate::support::{World, hire, person};

on_both!(
    every_organization_starts_with_the_defaults,
    a_policy_counts_from_this_year_on,
    a_policy_that_gives_less_than_was_taken_is_refused,
    a_correction_that_would_overdraw_is_refused,
    managing_leave_requires_the_permission,
    the_year_end_carries_once_and_never_what_is_locked,
    a_year_that_is_not_over_is_not_closed,
    days_carried_forward_cannot_be_taken_twice,
);

fn gives(leave_type: LeaveType, days: Option<i64>, carry: i64) -> LeavePoliciesInput {
    let policy = LeavePolicy {
        leave_type,
        entitlement_days: days.map(Days::whole),
        carry_forward_max_days: Days::whole(carry),
    };
    LeavePoliciesInput { data: vec![policy] }
}

async fn every_organization_starts_with_the_defaults(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    for caller in [&world.hr, &world.stranger] {
        assert_eq!(leave.policies(caller).await.unwrap(), LeavePolicy::complete(&[]));
        assert_eq!(leave.calendar(caller).await.unwrap(), WorkingCalendar::default());
    }
    let calendar = WorkingCalendar {
        working_days: vec![Weekday::Sunday, Weekday::Monday],
        holidays: vec![
            Holiday { date: date("2027-01-01"), name: "New Year".to_owned() },
            Holiday { date: date("2026-12-02"), name: String::new() },
        ],
    };
    let kept = leave.set_calendar(&world.hr, calendar).await.unwrap();
    assert_eq!(kept.working_days, [Weekday::Monday, Weekday::Sunday]);
    assert_eq!(kept.holidays[0].date, date("2026-12-02"));
    assert_eq!(leave.calendar(&world.employee).await.unwrap(), kept);
    assert_eq!(leave.calendar(&world.stranger).await.unwrap(), WorkingCalendar::default());
}

async fn a_policy_counts_from_this_year_on(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    world.confirm(world.md.staff(), Some("2026-06-01")).await;
    leave.set_policies(&world.hr, gives(LeaveType::Annual, Some(30), 5)).await.unwrap();
    let available = async |year| world.own(&world.md, LeaveType::Annual, year).await.available;
    assert_eq!(available(2026).await, Some(Days::whole(30)));
    assert_eq!(available(2027).await, Some(Days::whole(30)));
    world.clock.set("2027-02-01T09:00:00Z".parse().unwrap());
    let policies = leave.set_policies(&world.hr, gives(LeaveType::Annual, Some(20), 5)).await;
    assert_eq!(
        LeavePolicy::of(&policies.unwrap(), LeaveType::Annual).entitlement_days,
        Some(Days::whole(20))
    );
    assert_eq!(available(2026).await, Some(Days::whole(30)));
    assert_eq!(available(2027).await, Some(Days::whole(20)));
    leave.set_policies(&world.hr, gives(LeaveType::Annual, None, 0)).await.unwrap();
    assert_eq!(available(2027).await, None);
    assert_eq!(available(2026).await, Some(Days::whole(30)));
}

async fn a_policy_that_gives_less_than_was_taken_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    world.confirm(world.employee.staff(), Some("2026-11-01")).await;
    let input = request_input(LeaveType::Sick, "2026-11-09", "2026-11-12");
    let id = world.request_leave(&world.employee, input).await.unwrap().id;
    leave.approve(&world.manager, id, word()).await.unwrap();
    let refused = leave.set_policies(&world.hr, gives(LeaveType::Sick, Some(3), 0)).await;
    assert_eq!(code(refused), Code::InsufficientBalance);
    leave.set_policies(&world.hr, gives(LeaveType::Sick, Some(4), 0)).await.unwrap();
}

async fn a_correction_that_would_overdraw_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let staff = world.employee.staff();
    let take = |leave_type, halves| {
        leave.adjust(&world.hr, correction(staff, leave_type, YEAR, Days::from_halves(halves)))
    };
    assert_eq!(code(take(LeaveType::Casual, -11).await), Code::InsufficientBalance);
    take(LeaveType::Casual, -9).await.unwrap();
    assert_eq!(code(take(LeaveType::Casual, -2).await), Code::InsufficientBalance);
    // A locked type may not be negative once it is unlocked.
    assert_eq!(code(take(LeaveType::Annual, -43).await), Code::InsufficientBalance);
    take(LeaveType::Annual, -42).await.unwrap();
    assert_eq!(
        world.own(&world.employee, LeaveType::Annual, YEAR).await.available,
        Some(Days::ZERO)
    );
    let foreign = correction(world.stranger.staff(), LeaveType::Casual, YEAR, Days::HALF);
    let refused = leave.adjust(&world.hr, foreign).await.unwrap_err();
    assert_eq!(refused.problem().errors[0].field, "staffId");
    let rows = leave.balances(&world.employee, Some(YEAR)).await.unwrap().adjustment_rows;
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0].created_by_name, "Noura");
}

async fn managing_leave_requires_the_permission(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    for caller in [&world.employee, &world.manager, &world.md] {
        assert_eq!(code(leave.policies(caller).await), Code::Forbidden);
        let input = gives(LeaveType::Annual, Some(99), 0);
        assert_eq!(code(leave.set_policies(caller, input).await), Code::Forbidden);
        let calendar = WorkingCalendar::default();
        assert_eq!(code(leave.set_calendar(caller, calendar).await), Code::Forbidden);
        let input = correction(caller.staff(), LeaveType::Casual, YEAR, Days::whole(9));
        assert_eq!(code(leave.adjust(caller, input).await), Code::Forbidden);
        let input = YearEndInput { year: YEAR, dry_run: true };
        assert_eq!(code(leave.year_end(caller, input).await), Code::Forbidden);
    }
}

async fn close(world: &World, dry_run: bool) -> YearEnd {
    let input = YearEndInput { year: YEAR, dry_run };
    world.service.leave().year_end(&world.hr, input).await.unwrap()
}

fn carried(closed: &YearEnd, name: &str) -> (Days, bool, bool) {
    let line = closed.data.iter().find(|line| line.staff_name == name).unwrap();
    assert_eq!(line.leave_type, LeaveType::Annual);
    (line.carried, line.locked, line.already_carried)
}

async fn the_year_end_carries_once_and_never_what_is_locked(db: TestDatabase) {
    let world = World::new(db).await;
    world.confirm(world.manager.staff(), Some("2026-06-01")).await;
    world.confirm(world.md.staff(), Some("2026-06-01")).await;
    let leave = world.service.leave();
    let staff = world.md.staff();
    let input = correction(staff, LeaveType::Annual, YEAR, Days::from_halves(-25));
    leave.adjust(&world.hr, input).await.unwrap();
    world.clock.set("2027-01-10T09:00:00Z".parse().unwrap());
    // Confirmed before the year-end runs, but after the year.
    world.confirm(world.employee.staff(), Some("2027-01-05")).await;
    // Started after the closed year: they never had casual days of it.
    let start = date("2027-01-04");
    let late = StaffInput { employment_start_date: start, ..person("Late", "alpha") };
    hire(&world.service, &world.admin, late).await;

    let dry = close(&world, true).await;
    assert!(dry.data.iter().all(|it| it.staff_name != "Late"));
    assert_eq!(carried(&dry, "Imran"), (Days::whole(10), false, false));
    assert_eq!(carried(&dry, "Khalid"), (Days::from_halves(17), false, false));
    assert_eq!(carried(&dry, "Bilal"), (Days::ZERO, true, false));
    assert_eq!(carried(&dry, "Claire"), (Days::ZERO, true, false));
    let adjustments =
        async |caller, year| world.own(caller, LeaveType::Annual, year).await.adjustments;
    assert_eq!(adjustments(&world.manager, 2027).await, Days::ZERO);

    let done = close(&world, false).await;
    assert_eq!(done.data, dry.data);
    for _ in 0..2 {
        assert_eq!(adjustments(&world.manager, 2027).await, Days::whole(10));
        assert_eq!(adjustments(&world.manager, 2026).await, Days::whole(-10));
        assert_eq!(adjustments(&world.employee, 2027).await, Days::ZERO);
        let again = close(&world, false).await;
        assert_eq!(carried(&again, "Imran"), (Days::whole(10), false, true));
    }
    let future = leave.year_end(&world.hr, YearEndInput { year: 2028, dry_run: true }).await;
    assert_eq!(code(future), Code::ValidationFailed);
}

async fn a_year_that_is_not_over_is_not_closed(db: TestDatabase) {
    let world = World::new(db).await;
    let input = YearEndInput { year: YEAR, dry_run: false };
    let refused = world.service.leave().year_end(&world.hr, input).await;
    assert_eq!(code(refused), Code::YearNotOver);
    close(&world, true).await;
    world.clock.set("2027-01-01T00:00:00Z".parse().unwrap());
    close(&world, false).await;
}

async fn days_carried_forward_cannot_be_taken_twice(db: TestDatabase) {
    let world = World::new(db).await;
    world.confirm(world.employee.staff(), Some("2026-06-01")).await;
    // Eleven days are pending, so that ten of twenty-one are unused.
    let waiting = request_input(LeaveType::Annual, "2026-12-01", "2026-12-15");
    let waiting = world.request_leave(&world.employee, waiting).await.unwrap();
    assert_eq!(waiting.days, Days::whole(11));
    world.clock.set("2027-01-10T09:00:00Z".parse().unwrap());
    close(&world, false).await;
    let more = request_input(LeaveType::Annual, "2026-12-16", "2026-12-16");
    assert_eq!(code(world.request_leave(&world.employee, more).await), Code::InsufficientBalance);
    let leave = world.service.leave();
    leave.approve(&world.manager, waiting.id, word()).await.unwrap();
    let (old, new) = (
        world.own(&world.employee, LeaveType::Annual, 2026).await,
        world.own(&world.employee, LeaveType::Annual, 2027).await,
    );
    assert_eq!((old.available, new.available), (Some(Days::ZERO), Some(Days::whole(31))));
}
