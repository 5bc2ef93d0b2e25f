//! Events and their notifications.

use std::pin::Pin;

use database::on_both;
use database::test_support::TestDatabase;
use futures::{Stream, StreamExt};
use service::Caller;
use service::notification::StreamEvent;
use shared::appraisal::Status;
use shared::id::NotificationId;
use shared::notification::{Counts, Notification, NotificationKind};
use shared::page::PageRequest;

use crate::support::World;

on_both!(
    each_transition_notifies_whoever_is_next_exactly_once,
    events_committed_before_a_crash_are_dispatched_after_it,
    two_concurrent_dispatchers_notify_everyone_once,
    saves_and_refusals_notify_nobody,
    a_reader_reads_their_own_notifications_only,
    a_task_is_read_once_its_stage_is_signed,
    a_notification_of_a_task_already_done_is_created_as_read,
    the_stream_moves_the_badges,
    the_stream_delivers_notifications_dated_before_the_last_one_delivered,
    a_client_that_reconnects_to_the_stream_receives_the_missed_notifications,
);

async fn inbox(world: &World, caller: &Caller) -> Vec<Notification> {
    let page = PageRequest::new(1, 100);
    world.service.notifications().list(caller, false, page).await.unwrap().data
}

async fn stream(
    world: &World,
    caller: &Caller,
    last: Option<NotificationId>,
) -> Pin<Box<impl Stream<Item = StreamEvent> + use<>>> {
    Box::pin(world.service.notifications().subscribe(caller, last).await.unwrap())
}

/// The next notification; skips events that update badges.
async fn next_notification(stream: &mut (impl Stream<Item = StreamEvent> + Unpin)) -> Notification {
    loop {
        match stream.next().await.unwrap() {
            StreamEvent::Notification(notification) => return *notification,
            StreamEvent::Counts(_) => {}
        }
    }
}

async fn dispatch(world: &World) -> usize {
    world.service.events().dispatch_waiting().await.unwrap()
}

async fn each_transition_notifies_whoever_is_next_exactly_once(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    dispatch(&world).await;
    let order =
        [&world.employee, &world.manager, &world.head, &world.md, &world.hr, &world.employee];
    for (place, reader) in order.into_iter().enumerate() {
        let newest = inbox(&world, reader).await.remove(0);
        let kind = match place {
            0 => NotificationKind::AppraisalStarted,
            5 => NotificationKind::AppraisalFinalized,
            _ => NotificationKind::AppraisalStageAdvanced,
        };
        assert_eq!((newest.kind.known(), newest.status), (Some(kind), Some(detail.status)));
        assert_eq!(newest.appraisal_id, Some(detail.id));
        if place < 5 {
            detail = world.move_on(&detail).await;
            assert_eq!(dispatch(&world).await, 1);
        }
    }
    assert_eq!(inbox(&world, &world.employee).await.len(), 2);
    assert_eq!(inbox(&world, &world.manager).await.len(), 2);
    for reader in [&world.head, &world.md, &world.hr, &world.admin] {
        assert_eq!(inbox(&world, reader).await.len(), 1);
    }
    assert!(inbox(&world, &world.bystander).await.is_empty());
    assert!(inbox(&world, &world.stranger).await.is_empty());
}

async fn events_committed_before_a_crash_are_dispatched_after_it(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::PendingDeptHead).await;
    assert!(inbox(&world, &world.employee).await.is_empty());
    assert_eq!(dispatch(&world).await, 3);
    assert_eq!(dispatch(&world).await, 0);
    for reader in [&world.employee, &world.manager, &world.head] {
        assert_eq!(inbox(&world, reader).await.len(), 1);
    }
}

async fn two_concurrent_dispatchers_notify_everyone_once(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::PendingMd).await;
    let at_once = (0..8).map(|_| dispatch(&world));
    futures::future::join_all(at_once).await;
    for reader in [&world.employee, &world.manager, &world.head, &world.md] {
        assert_eq!(inbox(&world, reader).await.len(), 1);
    }
}

async fn saves_and_refusals_notify_nobody(db: TestDatabase) {
    let world = World::new(db).await;
    let appraisals = world.service.appraisals();
    let detail = world.initiated().await;
    dispatch(&world).await;
    let input = super::full_self(&detail);
    appraisals.save_self(&world.employee, detail.id, input).await.unwrap();
    appraisals.submit_review(&world.manager, detail.id).await.unwrap_err();
    appraisals.submit_self(&world.manager, detail.id).await.unwrap_err();
    assert_eq!(dispatch(&world).await, 0);
}

async fn a_reader_reads_their_own_notifications_only(db: TestDatabase) {
    let world = World::new(db).await;
    let notifications = world.service.notifications();
    let detail = world.initiated().await;
    dispatch(&world).await;
    let own = inbox(&world, &world.employee).await.remove(0);
    for other in [&world.manager, &world.hr, &world.stranger] {
        let refused = notifications.read(other, own.id).await.unwrap_err();
        assert_eq!(refused, shared::Error::not_found("Notification"));
    }
    assert_eq!(notifications.unread_count(&world.employee).await.unwrap(), 1);
    let first = notifications.read(&world.employee, own.id).await.unwrap();
    world.clock.advance(chrono::TimeDelta::hours(1));
    let second = notifications.read(&world.employee, own.id).await.unwrap();
    assert!(first.read_at.is_some() && first.read_at == second.read_at);
    assert_eq!(notifications.unread_count(&world.employee).await.unwrap(), 0);
    world.move_on(&detail).await;
    dispatch(&world).await;
    assert_eq!(notifications.read_all(&world.manager).await.unwrap(), 1);
    assert_eq!(notifications.read_all(&world.manager).await.unwrap(), 0);
}

async fn unread(world: &World, caller: &Caller) -> u64 {
    world.service.notifications().unread_count(caller).await.unwrap()
}

async fn a_task_is_read_once_its_stage_is_signed(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    dispatch(&world).await;
    for reader in [&world.employee, &world.manager, &world.head, &world.md, &world.hr] {
        assert_eq!(unread(&world, reader).await, 1, "{} has a task", reader.name());
        detail = world.move_on(&detail).await;
        dispatch(&world).await;
        let left = inbox(&world, reader).await.into_iter().filter(|it| it.read_at.is_none());
        let left: Vec<_> = left.map(|it| it.kind.known().unwrap()).collect();
        let is_open = |kind: &NotificationKind| *kind != NotificationKind::AppraisalFinalized;
        assert!(!left.iter().any(is_open), "{} has done it: {left:?}", reader.name());
    }
    // The task of the other possible finalizers is resolved as well.
    assert_eq!(unread(&world, &world.admin).await, 0);
    // The result is informational, not a task.
    assert_eq!(unread(&world, &world.employee).await, 1);
    assert_eq!(unread(&world, &world.manager).await, 1);
}

async fn a_notification_of_a_task_already_done_is_created_as_read(db: TestDatabase) {
    let world = World::new(db).await;
    world.at(Status::PendingMd).await;
    assert_eq!(dispatch(&world).await, 4);
    for reader in [&world.employee, &world.manager, &world.head] {
        assert_eq!(inbox(&world, reader).await.len(), 1);
        assert_eq!(unread(&world, reader).await, 0);
    }
    assert_eq!(unread(&world, &world.md).await, 1);
}

async fn the_stream_moves_the_badges(db: TestDatabase) {
    let world = World::new(db).await;
    let mut stream = stream(&world, &world.employee, None).await;
    let counts = |pending, unread| Some(StreamEvent::Counts(Counts { pending, leave: 0, unread }));
    assert_eq!(stream.next().await, counts(0, 0));
    world.clock.advance(chrono::TimeDelta::seconds(1));
    world.initiated().await;
    assert_eq!(stream.next().await, counts(1, 0));
    dispatch(&world).await;
    let Some(StreamEvent::Notification(notification)) = stream.next().await else {
        panic!("the notification comes before its count")
    };
    assert_eq!(notification.kind, NotificationKind::AppraisalStarted);
    assert_eq!(stream.next().await, counts(1, 1));
    world.service.notifications().read_all(&world.employee).await.unwrap();
    assert_eq!(stream.next().await, counts(1, 0));
}

/// Another server may write with a clock that is behind, or end its transaction later.
async fn the_stream_delivers_notifications_dated_before_the_last_one_delivered(db: TestDatabase) {
    let world = World::new(db).await;
    let start = world.service.now();
    let mut stream = stream(&world, &world.employee, None).await;
    world.clock.advance(chrono::TimeDelta::minutes(1));
    world.at(Status::Finalized).await;
    dispatch(&world).await;
    let all = inbox(&world, &world.employee).await.len();
    for _ in 0..all {
        next_notification(&mut stream).await;
    }
    world.clock.set(start + chrono::TimeDelta::seconds(20));
    world.initiated().await;
    dispatch(&world).await;
    let late = next_notification(&mut stream).await;
    assert_eq!(late.kind, NotificationKind::AppraisalStarted);
    assert_eq!(late.created_at, world.service.now());
}

async fn a_client_that_reconnects_to_the_stream_receives_the_missed_notifications(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    let mut detail = world.at(Status::PendingLm).await;
    dispatch(&world).await;
    let had = inbox(&world, &world.employee).await.remove(0);
    world.clock.advance(chrono::TimeDelta::hours(1));
    while detail.status != Status::Finalized {
        detail = world.move_on(&detail).await;
    }
    dispatch(&world).await;
    let missed = inbox(&world, &world.employee).await.remove(0);
    assert_ne!(missed.id, had.id);
    let mut again = stream(&world, &world.employee, Some(had.id)).await;
    assert_eq!(next_notification(&mut again).await.id, missed.id);
    let mut fresh = stream(&world, &world.employee, None).await;
    assert!(matches!(fresh.next().await, Some(StreamEvent::Counts(_))));
}
