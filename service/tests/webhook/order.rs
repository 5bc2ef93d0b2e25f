//! The order of the events of one record, and several servers.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use futures::FutureExt;
use service::context::Settings;
use service::webhook::WebhookResponse;
use shared::event::EventType;

use super::{Receiver, counts, entity};
use crate::support::World;

on_both!(
    events_of_a_record_wait_for_its_earlier_ones_and_those_of_others_do_not,
    an_event_that_was_given_up_does_not_hold_back_later_ones,
    two_servers_at_once_send_an_event_once,
    an_event_whose_server_died_while_sending_is_sent_again_under_the_same_id,
    a_webhook_that_fails_does_not_hold_back_another,
    the_background_task_sends_what_the_dispatcher_passes_on,
);

async fn events_of_a_record_wait_for_its_earlier_ones_and_those_of_others_do_not(db: TestDatabase) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    let late = world.asks(&world.employee, "2026-12-01").await;
    world.reject(late).await;
    let other = world.asks(&world.employee, "2026-12-02").await;
    world.reject(other).await;
    let record = late.to_string();
    let busy = Receiver::new(move |request| {
        let status = if entity(request) == record { 503 } else { 200 };
        Ok(WebhookResponse { status, retry_after: None })
    });
    assert_eq!(world.deliver(&busy).await, 2);
    let tried: Vec<_> =
        busy.requests().iter().map(|it| (super::event_type(it), entity(it))).collect();
    let expected = [
        (EventType::LeaveRequested, late.to_string()),
        (EventType::LeaveRequested, other.to_string()),
        (EventType::LeaveRejected, other.to_string()),
    ];
    assert_eq!(tried, expected);
    assert_eq!(counts(&world.only_webhook().await), (2, 0));
    world.clock.advance(TimeDelta::minutes(1));
    let open = Receiver::open();
    assert_eq!(world.deliver(&open).await, 2);
    assert_eq!(open.types(), [EventType::LeaveRequested, EventType::LeaveRejected]);
}

async fn an_event_that_was_given_up_does_not_hold_back_later_ones(db: TestDatabase) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    let id = world.asks(&world.employee, "2026-12-01").await;
    for _ in 0..10 {
        world.deliver(&Receiver::with_status(400)).await;
        world.clock.advance(TimeDelta::hours(27));
    }
    world.reject(id).await;
    let open = Receiver::open();
    assert_eq!(world.deliver(&open).await, 1);
    assert_eq!(open.types(), [EventType::LeaveRejected]);
    assert_eq!(counts(&world.only_webhook().await), (0, 1));
}

async fn two_servers_at_once_send_an_event_once(db: TestDatabase) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    for day in ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-07", "2026-12-08"] {
        world.asks(&world.employee, day).await;
    }
    let (receiver, other) = (Receiver::open(), world.server(Settings::default()));
    let other = other.webhooks();
    let (one, two) = futures::join!(world.deliver(&receiver), other.deliver_due(&receiver));
    assert_eq!(one + two.unwrap() + world.deliver(&receiver).await, 5);
    let mut ids: Vec<_> = receiver.requests().iter().map(|it| it.id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!((ids.len(), receiver.requests().len()), (5, 5));
}

async fn an_event_whose_server_died_while_sending_is_sent_again_under_the_same_id(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    let id = world.asks(&world.employee, "2026-12-01").await;
    world.reject(id).await;
    let stuck = Receiver::stuck();
    let webhooks = world.service.webhooks();
    let mut dying = Box::pin(webhooks.deliver_due(&stuck).fuse());
    while stuck.requests().is_empty() {
        futures::select_biased! {
            _ = &mut dying => panic!("nothing was to be sent"),
            () = tokio::task::yield_now().fuse() => {}
        }
    }
    drop(dying);
    let open = Receiver::open();
    assert_eq!(world.deliver(&open).await, 0, "the attempt may still be under way");
    world.clock.advance(TimeDelta::minutes(2));
    assert_eq!(world.deliver(&open).await, 2);
    assert_eq!(open.requests()[0].id, stuck.requests()[0].id);
    assert_eq!(open.types(), [EventType::LeaveRequested, EventType::LeaveRejected]);
}

async fn a_webhook_that_fails_does_not_hold_back_another(db: TestDatabase) {
    let world = World::new(db).await;
    let broken = world.webhook(&[EventType::LeaveRequested]).await.webhook.id;
    let sound = world.webhook(&[EventType::LeaveRequested]).await;
    world.asks(&world.employee, "2026-12-01").await;
    let refused = Receiver::new(|_| Ok(WebhookResponse { status: 500, retry_after: None }));
    world.deliver(&refused).await;
    assert_eq!(refused.requests().len(), 2);
    // Each webhook signs with its own secret.
    let signatures: Vec<_> = refused.requests().into_iter().map(|it| it.signature).collect();
    assert_ne!(signatures[0], signatures[1]);
    world.service.webhooks().delete(&world.admin, broken).await.unwrap();
    world.clock.advance(TimeDelta::minutes(1));
    assert_eq!(world.deliver(&Receiver::open()).await, 1);
    assert_eq!(world.only_webhook().await.id, sound.webhook.id);
}

async fn the_background_task_sends_what_the_dispatcher_passes_on(db: TestDatabase) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    let receiver = Receiver::open();
    let arrived = async {
        world.asks(&world.employee, "2026-12-01").await;
        while counts(&world.only_webhook().await) != (0, 0) || receiver.requests().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = arrived => {}
        () = world.service.run_dispatcher() => panic!("the dispatcher has ended"),
        () = world.service.run_webhooks(&receiver) => panic!("the sender has ended"),
    }
    assert_eq!(receiver.types(), [EventType::LeaveRequested]);
}
