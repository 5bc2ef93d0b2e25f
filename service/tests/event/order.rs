//! The order of the feed while transactions commit in any order.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};

use database::test_support::TestDatabase;
use database::{Engine, on_both};
use futures::future::join_all;
use service::context::Settings;
use shared::credit::facility::RevisionInput;
use shared::credit::vocabulary::FacilityStatus;
use shared::credit::vocabulary::ProductType;
use shared::event::{Event, EventCursor, EventData, EventQuery, EventType, StoredEventData};
use shared::organization::OrganizationPatch;

use super::{casual, request_leave, types};
use crate::credit_desk::{CreditDesk, Terms};
use crate::support::{Fault, World};

on_both!(
    an_event_that_is_committed_late_follows_those_that_were_read_before,
    a_change_that_is_rolled_back_leaves_no_event_and_no_gap,
    a_reader_beside_two_hundred_changes_misses_none,
    several_servers_may_number_at_once,
    an_overdue_status_that_the_service_itself_changes_is_an_event_without_an_actor,
);

/// Waits until a change waits for the lock of the notifications.
async fn blocked(world: &World) {
    let text = "SELECT COUNT(*) FROM pg_locks
        WHERE NOT granted AND relation = CAST('notifications' AS regclass)";
    loop {
        let mut tx = world.db.read().await.unwrap();
        if tx.sql(text).scalar::<i64>().await.unwrap() > 0 {
            return;
        }
        drop(tx);
        tokio::task::yield_now().await;
    }
}

/// The types of all events, in the order of insertion.
async fn inserted(world: &World) -> Vec<EventType> {
    let text = "SELECT type FROM events ORDER BY number";
    world.db.read().await.unwrap().sql(text).scalars().await.unwrap()
}

/// SQLite has one writer at a time: changes commit in the order in which they insert.
async fn an_event_that_is_committed_late_follows_those_that_were_read_before(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    if world.db.engine() == Engine::Sqlite {
        return;
    }
    let mut gate = world.db.begin().await.unwrap();
    gate.sql("LOCK TABLE notifications IN EXCLUSIVE MODE").execute().await.unwrap();
    // It has written its event when it waits for the notifications.
    let late = request_leave(world, &world.employee, "2026-12-01");
    let early = async {
        blocked(world).await;
        let facilities = world.service.facilities();
        facilities.create(&desk.officer, desk.input(ProductType::Ijarah)).await.unwrap();
        let page = world.feed(EventQuery::default()).await;
        gate.commit().await.unwrap();
        page
    };
    let (_, page) = futures::future::join(late, early).await;
    let insertion = [EventType::LeaveRequested, EventType::FacilityCreated];
    assert_eq!(inserted(world).await, insertion);
    assert_eq!(types(&page.data), [EventType::FacilityCreated]);
    let rest = world.events_after(page.next_cursor).await;
    assert_eq!(types(&rest), [EventType::LeaveRequested]);
}

async fn a_change_that_is_rolled_back_leaves_no_event_and_no_gap(db: TestDatabase) {
    let world = World::new(db).await;
    let fault = Fault::plant(&world.db, "notifications").await;
    let refused = world.service.leave().request(&world.employee, casual("2026-12-01")).await;
    fault.remove().await;
    assert!(refused.is_err());
    let page = world.feed(EventQuery::default()).await;
    assert_eq!((page.data.len(), page.next_cursor), (0, EventCursor::default()));
    request_leave(&world, &world.employee, "2026-12-01").await;
    let page = world.feed(EventQuery::default()).await;
    assert_eq!((page.data.len(), page.next_cursor), (1, EventCursor::after(1)));
}

/// Five changes of one facility.
const STEPS: [EventType; 5] = [
    EventType::FacilityCreated,
    EventType::FacilitySubmitted,
    EventType::FacilityReviewed,
    EventType::FacilityApproved,
    EventType::FacilityAssetOwned,
];

async fn five_changes(desk: &CreditDesk) {
    let facilities = desk.world.service.facilities();
    let input = desk.input(ProductType::Ijarah);
    let at = facilities.create(&desk.officer, input).await.unwrap().facility_ref;
    let seen = RevisionInput::default();
    facilities.review(&desk.officer, &at, seen).await.unwrap();
    facilities.approve(&desk.reviewer, &at, seen).await.unwrap();
    facilities.approve(&desk.shariah, &at, seen).await.unwrap();
    desk.perform("asset_owned", &desk.shariah, &at).await.unwrap();
}

/// Reads the feed in small pages until the changes are done and nothing follows.
async fn poll(world: &World, is_done: &AtomicBool) -> Vec<Event> {
    let (mut seen, mut query) = (Vec::new(), EventQuery { limit: 7, ..EventQuery::default() });
    loop {
        let is_last = is_done.load(Ordering::SeqCst);
        let page = world.feed(query.clone()).await;
        if is_last && page.data.is_empty() {
            return seen;
        }
        seen.extend(page.data);
        query.after = Some(page.next_cursor);
    }
}

async fn a_reader_beside_two_hundred_changes_misses_none(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let is_done = AtomicBool::new(false);
    let changes = async {
        join_all((0..40).map(|_| five_changes(&desk))).await;
        is_done.store(true, Ordering::SeqCst);
    };
    let (seen, ()) = futures::future::join(poll(&desk.world, &is_done), changes).await;
    let ids: BTreeSet<_> = seen.iter().map(|event| event.id).collect();
    assert_eq!((seen.len(), ids.len()), (200, 200));
    let mut by_record = BTreeMap::<_, Vec<_>>::new();
    for event in &seen {
        by_record.entry(&event.entity_id).or_default().push(event.event_type.known().unwrap());
    }
    assert_eq!(by_record.len(), 40);
    assert!(by_record.values().all(|types| types == &STEPS), "{by_record:?}");
    let again = desk.world.feed(EventQuery { limit: 500, ..EventQuery::default() }).await;
    assert_eq!((again.data, again.next_cursor), (seen, EventCursor::after(200)));
}

async fn several_servers_may_number_at_once(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    for _ in 0..3 {
        five_changes(&desk).await;
    }
    let servers: Vec<_> = (0..6).map(|_| desk.world.server(Settings::default())).collect();
    let numbering = servers.iter().map(|server| async { server.events().number_all().await });
    let reading = servers.iter().map(|server| async {
        let read = server.events().feed(&desk.world.admin, EventQuery::default()).await;
        read.unwrap()
    });
    let (numbered, pages) = futures::future::join(join_all(numbering), join_all(reading)).await;
    assert!(numbered.iter().all(Result::is_ok), "{numbered:?}");
    for page in &pages {
        assert_eq!((page.data.len(), page.next_cursor), (15, EventCursor::after(15)));
        assert_eq!(page, &pages[0]);
    }
}

async fn an_overdue_status_that_the_service_itself_changes_is_an_event_without_an_actor(
    db: TestDatabase,
) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let references = [desk.live(Terms::SMALL).await, desk.live(Terms::SMALL).await];
    desk.go_to("2026-03-05");
    let before = desk.world.end_of_feed().await;
    let jobs = desk.world.service.jobs();
    jobs.run(service::job::Job::CreditOverdueEvaluation).await.unwrap().unwrap();
    let patch = OrganizationPatch { grace_days: Some(30), ..OrganizationPatch::default() };
    desk.world.service.organizations().change(&desk.world.admin, patch).await.unwrap();
    let events = desk.world.events_after(before).await;
    assert_eq!(types(&events), [EventType::FacilityOverdueStatusChanged; 4]);
    let (late, cleared) = events.split_at(2);
    for (events, status) in [(late, FacilityStatus::Overdue), (cleared, FacilityStatus::Active)] {
        let mut named = BTreeSet::new();
        for event in events {
            let StoredEventData::Known(EventData::Facility(data)) = &event.data else {
                panic!("{event:?}")
            };
            assert_eq!((data.actor_id, data.status), (None, status));
            named.insert(&data.facility_ref);
        }
        assert_eq!(named, references.iter().collect());
    }
}
