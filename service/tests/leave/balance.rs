//! Balances, and their visibility.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::days::Days;

use super::{YEAR, code, correction, request_input, word};
use crate::support::World;

on_both!(
    everything_but_casual_is_locked_until_the_confirmation,
    a_confirmation_unlocks_every_year_whenever_it_is,
    the_numbers_add_up,
    balances_of_others_are_for_the_line_manager_and_who_manages_leave,
);

async fn everything_but_casual_is_locked_until_the_confirmation(db: TestDatabase) {
    let world = World::new(db).await;
    for leave_type in LeaveType::ALL {
        let balance = world.own(&world.employee, *leave_type, YEAR).await;
        if *leave_type == LeaveType::Casual {
            assert_eq!(balance.entitlement_days, Some(Days::whole(5)));
            assert_eq!(balance.available, Some(Days::whole(5)));
            assert!(!balance.locked);
        } else {
            assert_eq!(balance.entitlement_days, Some(Days::ZERO), "{leave_type}");
            assert_eq!(balance.available, Some(Days::ZERO));
            assert!(balance.locked);
        }
    }
}

async fn a_confirmation_unlocks_every_year_whenever_it_is(db: TestDatabase) {
    let world = World::new(db).await;
    world.confirm(world.employee.staff(), Some("2026-11-01")).await;
    let annual = world.own(&world.employee, LeaveType::Annual, YEAR).await;
    assert_eq!((annual.available, annual.locked), (Some(Days::whole(21)), false));
    let casual = world.own(&world.employee, LeaveType::Casual, YEAR).await;
    assert_eq!(casual.available, Some(Days::whole(10)));
    let unpaid = world.own(&world.employee, LeaveType::Unpaid, YEAR).await;
    assert_eq!((unpaid.entitlement_days, unpaid.available), (None, None));
    assert!(!world.own(&world.employee, LeaveType::Annual, YEAR - 1).await.locked);

    // A confirmation in a later year also unlocks the years before it.
    world.clock.set("2027-02-01T09:00:00Z".parse().unwrap());
    world.confirm(world.employee.staff(), Some("2027-02-01")).await;
    let annual = world.own(&world.employee, LeaveType::Annual, YEAR).await;
    assert_eq!((annual.available, annual.locked), (Some(Days::whole(21)), false));
    let staff = world.employee.staff();
    let read = world.service.leave().balances_of(&world.hr, staff, Some(YEAR)).await.unwrap();
    assert_eq!(read.of(LeaveType::Annual), Some(&annual));
    let input = request_input(LeaveType::Annual, "2027-03-01", "2027-03-02");
    assert_eq!(world.request_leave(&world.employee, input).await.unwrap().days, Days::whole(2));
}

async fn the_numbers_add_up(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let staff = world.employee.staff();
    let input = correction(staff, LeaveType::Casual, YEAR, Days::from_halves(3));
    leave.adjust(&world.hr, input).await.unwrap();
    // Wednesday noon to Thursday; then one more pending day.
    let half = shared::leave::request::LeaveRequestInput {
        start_half: true,
        ..request_input(LeaveType::Casual, "2026-12-02", "2026-12-03")
    };
    let first = world.request_leave(&world.employee, half).await.unwrap();
    leave.approve(&world.manager, first.id, word()).await.unwrap();
    let waiting = request_input(LeaveType::Casual, "2026-12-07", "2026-12-07");
    world.request_leave(&world.employee, waiting).await.unwrap();

    let casual = world.own(&world.employee, LeaveType::Casual, YEAR).await;
    assert_eq!(casual.adjustments, Days::from_halves(3));
    assert_eq!(casual.consumed, Days::from_halves(3));
    assert_eq!(casual.pending, Days::whole(1));
    assert_eq!(casual.available, Some(Days::whole(5)));

    world.confirm(staff, Some("2026-11-01")).await;
    let sick = world
        .request_leave(&world.employee, request_input(LeaveType::Sick, "2026-11-16", "2026-11-17"))
        .await;
    leave.approve(&world.manager, sick.unwrap().id, word()).await.unwrap();
    let sick = world.own(&world.employee, LeaveType::Sick, YEAR).await;
    assert_eq!((sick.consumed, sick.locked), (Days::whole(2), false));
}

async fn balances_of_others_are_for_the_line_manager_and_who_manages_leave(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let staff = world.employee.staff();
    let own = leave.balances(&world.employee, None).await.unwrap();
    for reader in [&world.manager, &world.hr, &world.admin] {
        assert_eq!(leave.balances_of(reader, staff, None).await.unwrap(), own);
    }
    for reader in [&world.bystander, &world.head, &world.md, &world.stranger, &world.employee] {
        let refused = leave.balances_of(reader, staff, None).await;
        assert_eq!(code(refused), Code::NotFound, "{}", reader.name());
    }
    for year in [0, 1899, 9999, -1] {
        let refused = leave.balances(&world.employee, Some(year)).await;
        assert_eq!(code(refused), Code::ValidationFailed);
    }
}
