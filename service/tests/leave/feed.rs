//! The calendar feed: what its address shows, and when it stops to work.

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::error::Code;
use shared::leave::LeaveType;
use shared::leave::calendar_feed::CalendarFeedCreated;
use shared::staff::StaffPatch;

use super::{code, request_input, word};
use crate::support::World;

on_both!(
    a_feed_shows_approved_leave_of_the_owner_and_their_team_without_type_and_reason,
    a_feed_covers_the_last_month_and_a_year_from_now,
    one_address_works_at_a_time_and_none_after_the_revocation,
    a_blocked_owner_has_no_feed,
    a_token_is_not_stored,
    a_reset_password_revokes_the_feed,
);

async fn create(world: &World, caller: &Caller) -> CalendarFeedCreated {
    world.service.leave().create_feed(caller).await.unwrap()
}

/// Leave of the caller that their manager has approved.
async fn approved(world: &World, caller: &Caller, decider: &Caller, (start, end): (&str, &str)) {
    world.confirm(caller.staff(), Some("2026-06-01")).await;
    let input = request_input(LeaveType::Sick, start, end);
    let id = world.request_leave(caller, input).await.unwrap().id;
    world.service.leave().approve(decider, id, word()).await.unwrap();
}

/// The first days of the events.
async fn starts(world: &World, feed: &CalendarFeedCreated) -> Vec<String> {
    let text = world.service.leave().calendar_of_feed(&feed.token).await.unwrap();
    let starts = text.lines().filter_map(|line| line.strip_prefix("DTSTART;VALUE=DATE:"));
    starts.map(str::to_owned).collect()
}

async fn a_feed_shows_approved_leave_of_the_owner_and_their_team_without_type_and_reason(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let days = ("2026-12-14", "2026-12-15");
    approved(&world, &world.employee, &world.manager, days).await;
    let pending = request_input(LeaveType::Casual, "2026-12-21", "2026-12-21");
    world.request_leave(&world.employee, pending).await.unwrap();

    for reader in [&world.employee, &world.manager] {
        let feed = create(&world, reader).await;
        let text = world.service.leave().calendar_of_feed(&feed.token).await.unwrap();
        assert!(text.contains(&format!("SUMMARY:{}: away\r\n", world.employee.name())), "{text}");
        assert!(!text.contains("sick") && !text.contains("Moving house"), "{text}");
        assert_eq!(starts(&world, &feed).await, ["20261214"]);
    }
    for reader in [&world.bystander, &world.stranger] {
        let feed = create(&world, reader).await;
        assert!(starts(&world, &feed).await.is_empty());
    }
}

async fn a_feed_covers_the_last_month_and_a_year_from_now(db: TestDatabase) {
    let world = World::new(db).await;
    for day in ["2026-09-30", "2026-10-01", "2027-11-30", "2027-12-01"] {
        approved(&world, &world.employee, &world.manager, (day, day)).await;
    }
    let feed = create(&world, &world.employee).await;
    assert_eq!(starts(&world, &feed).await, ["20261001", "20271130"]);
}

async fn one_address_works_at_a_time_and_none_after_the_revocation(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    assert_eq!(leave.feed(&world.employee).await.unwrap(), None);
    let (first, second) =
        (create(&world, &world.employee).await, create(&world, &world.employee).await);
    let other = create(&world, &world.manager).await;
    assert_eq!(leave.feed(&world.employee).await.unwrap(), Some(second.feed));
    let unknown = async |feed: &CalendarFeedCreated| {
        assert_eq!(code(leave.calendar_of_feed(&feed.token).await), Code::NotFound);
    };
    unknown(&first).await;
    assert!(leave.calendar_of_feed(&second.token).await.is_ok());

    for _ in 0..2 {
        leave.revoke_feed(&world.employee).await.unwrap();
    }
    unknown(&second).await;
    assert_eq!(leave.feed(&world.employee).await.unwrap(), None);
    assert!(leave.calendar_of_feed(&other.token).await.is_ok());
    for token in ["", "unknown", &"x".repeat(10_000)] {
        assert_eq!(code(leave.calendar_of_feed(token).await), Code::NotFound);
    }
}

async fn a_blocked_owner_has_no_feed(db: TestDatabase) {
    let world = World::new(db).await;
    let feed = create(&world, &world.employee).await;
    let block = StaffPatch { is_blocked: Some(true), ..StaffPatch::default() };
    world.change(world.employee.staff(), block).await;
    let refused = world.service.leave().calendar_of_feed(&feed.token).await;
    assert_eq!(code(refused), Code::NotFound);
}

async fn a_token_is_not_stored(db: TestDatabase) {
    let world = World::new(db).await;
    let feed = create(&world, &world.employee).await;
    assert_eq!(feed.token.len(), 43);
    let mut tx = world.db.read().await.unwrap();
    let stored: String = tx.sql("SELECT token_hash FROM calendar_feeds").scalar().await.unwrap();
    assert_eq!(stored.len(), 64);
    assert!(!stored.contains(&feed.token));
}

async fn a_reset_password_revokes_the_feed(db: TestDatabase) {
    let world = World::new(db).await;
    let feed = create(&world, &world.employee).await;
    let staff = world.employee.staff();
    world.service.staff().reset_password(&world.admin, staff).await.unwrap();
    assert_eq!(world.service.leave().feed(&world.employee).await.unwrap(), None);
    let refused = world.service.leave().calendar_of_feed(&feed.token).await;
    assert_eq!(code(refused), Code::NotFound);
}
