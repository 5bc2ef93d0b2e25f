//! Attempts, retries and replays.

use chrono::TimeDelta;
use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::Status;
use shared::audit::{AuditAction, AuditQuery};
use shared::error::Code;
use shared::event::{EventCursor, EventType};
use shared::extensible::Extensible;
use shared::id::EventId;
use shared::webhook::{
    FailureReason, WebhookPatch, WebhookReplayInput, WebhookStatus, retry_delay, webhook_types,
};

use super::{Receiver, URL, body, counts, entity, failed};
use crate::appraisal::code;
use crate::credit_desk::{CreditDesk, Terms};
use crate::support::{World, run_sql};
use service::webhook::WebhookResponse;

on_both!(
    an_event_is_sent_once_as_the_feed_gives_it,
    events_of_appraisals_and_of_other_types_are_never_sent,
    types_of_a_later_version_are_sent_and_survive_a_change,
    a_webhook_begins_with_the_events_after_its_creation,
    a_failed_delivery_is_repeated_under_the_same_id_and_given_up_after_ten_attempts,
    a_receiver_may_ask_for_a_longer_delay,
    what_was_given_up_is_sent_when_it_is_replayed,
    a_replay_after_a_cursor_sends_every_event_again_in_order,
    a_paused_webhook_holds_its_events_back_until_it_is_resumed,
    a_receiver_that_is_gone_pauses_its_webhook,
    a_deleted_webhook_gets_nothing_more,
    a_delivery_put_off_while_a_clock_ran_ahead_is_sent_once_it_is_right,
);

async fn an_event_is_sent_once_as_the_feed_gives_it(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let world = &desk.world;
    world.webhook(&[]).await;
    let before = world.end_of_feed().await;
    desk.live(Terms::SMALL).await;
    let leave = world.asks(&world.employee, "2026-12-01").await;
    let receiver = Receiver::open();
    let events = world.events_after(before).await;
    assert!(events.len() > 5);
    assert_eq!(world.deliver(&receiver).await, events.len());
    assert_eq!(world.deliver(&receiver).await, 0);
    let requests = receiver.requests();
    let feed = events.iter().map(|event| {
        let time = serde_json::to_value(event.occurred_at).unwrap();
        (event.id, event.event_type.to_string(), time, serde_json::to_value(event).unwrap())
    });
    let sent = requests.iter().map(|request| {
        let body = body(request);
        let name = body["type"].as_str().unwrap().to_owned();
        (request.id, name, body["timestamp"].clone(), body["data"].clone())
    });
    assert_eq!(sent.collect::<Vec<_>>(), feed.collect::<Vec<_>>());
    assert_eq!(requests.last().map(entity), Some(leave.to_string()));
    assert!(requests.iter().all(|it| it.url == super::URL));
    let webhook = world.only_webhook().await;
    assert_eq!((counts(&webhook), failed(&webhook)), ((0, 0), None));
    assert_eq!(webhook.last_delivered_at, Some(world.service.now()));
}

async fn events_of_appraisals_and_of_other_types_are_never_sent(db: TestDatabase) {
    let world = World::new(db).await;
    world.webhook(&[EventType::LeaveRejected, EventType::PaymentRecorded]).await;
    world.webhook(&[]).await;
    world.at(Status::Finalized).await;
    let id = world.asks(&world.employee, "2026-12-01").await;
    world.reject(id).await;
    let receiver = Receiver::open();
    assert_eq!(world.deliver(&receiver).await, 3);
    let mut types = receiver.types();
    types.sort_unstable();
    let expected = [EventType::LeaveRequested, EventType::LeaveRejected, EventType::LeaveRejected];
    assert_eq!(types, expected);
    assert!(webhook_types().all(|it| !it.as_str().starts_with("appraisal")));
}

async fn types_of_a_later_version_are_sent_and_survive_a_change(db: TestDatabase) {
    let world = World::new(db).await;
    let chosen = world.webhook(&[EventType::LeaveRejected]).await.webhook;
    world.webhook(&[]).await;
    let choose = "UPDATE webhooks SET types = 'leave.rejected,leave.postponed'
        WHERE organization_id = $1 AND id = $2";
    run_sql!(world.db, choose, world.organization, chosen.id);
    let patch = WebhookPatch { url: Some(format!("{URL}/2")), ..WebhookPatch::default() };
    let changed = world.service.webhooks().change(&world.admin, chosen.id, patch).await.unwrap();
    let types: Vec<_> = changed.webhook.types.iter().map(Extensible::as_str).collect();
    assert_eq!(types, ["leave.rejected", "leave.postponed"]);
    run_sql!(
        world.db,
        "INSERT INTO events (organization_id, id, type, occurred_at, entity_type, entity_id, data)
        VALUES ($1, $2, 'leave.postponed', $3, 'leave_request', 'L-1', '{}')",
        world.organization,
        EventId(world.admin.staff().0),
        world.service.now(),
    );
    let receiver = Receiver::open();
    assert_eq!(world.deliver(&receiver).await, 2);
    assert!(receiver.requests().iter().all(|it| body(it)["type"] == "leave.postponed"));
}

async fn a_webhook_begins_with_the_events_after_its_creation(db: TestDatabase) {
    let world = World::new(db).await;
    world.asks(&world.employee, "2026-12-01").await;
    world.webhook(&[]).await;
    let receiver = Receiver::open();
    assert_eq!(world.deliver(&receiver).await, 0);
    let id = world.asks(&world.employee, "2026-12-02").await;
    assert_eq!(world.deliver(&receiver).await, 1);
    assert_eq!(entity(&receiver.requests()[0]), id.to_string());
}

/// Lets all ten attempts fail.
async fn give_up(world: &World, receiver: &Receiver) {
    for _ in 0..10 {
        assert_eq!(world.deliver(receiver).await, 0);
        world.clock.advance(TimeDelta::hours(27));
    }
}

async fn a_failed_delivery_is_repeated_under_the_same_id_and_given_up_after_ten_attempts(
    db: TestDatabase,
) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    world.asks(&world.employee, "2026-12-01").await;
    let receiver = Receiver::with_status(500);
    for attempt in 1..=10 {
        assert_eq!(counts(&world.only_webhook().await).1, 0, "{attempt}");
        assert_eq!(world.deliver(&receiver).await, 0);
        assert_eq!(receiver.requests().len(), attempt);
        let attempts = i64::try_from(attempt).unwrap();
        if let Some(delay) = retry_delay(attempts, 0, None) {
            world.clock.advance(delay - TimeDelta::seconds(1));
            world.deliver(&receiver).await;
            assert_eq!(receiver.requests().len(), attempt, "not before its time");
            // The jitter makes the delay longer by a tenth at most.
            world.clock.advance(delay / 10 + TimeDelta::seconds(2));
        }
    }
    world.clock.advance(TimeDelta::days(30));
    world.deliver(&receiver).await;
    let requests = receiver.requests();
    assert_eq!(requests.len(), 10);
    assert!(requests.iter().all(|it| (it.id, &it.body) == (requests[0].id, &requests[0].body)));
    let times: Vec<_> = requests.iter().map(|it| it.timestamp).collect();
    assert!(times.is_sorted_by(|one, other| one < other), "{times:?}");
    let webhook = world.only_webhook().await;
    assert_eq!(counts(&webhook), (0, 1));
    assert_eq!(failed(&webhook), Some((FailureReason::HttpStatus, Some(500))));
}

async fn a_receiver_may_ask_for_a_longer_delay(db: TestDatabase) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    world.asks(&world.employee, "2026-12-01").await;
    let wish = TimeDelta::minutes(2);
    let busy = Receiver::new(move |_| Ok(WebhookResponse { status: 429, retry_after: Some(wish) }));
    world.deliver(&busy).await;
    world.clock.advance(wish - TimeDelta::seconds(1));
    assert_eq!(world.deliver(&Receiver::open()).await, 0);
    world.clock.advance(TimeDelta::seconds(1));
    assert_eq!(world.deliver(&Receiver::open()).await, 1);
}

async fn what_was_given_up_is_sent_when_it_is_replayed(db: TestDatabase) {
    let world = World::new(db).await;
    let webhook = world.webhook(&[]).await.webhook;
    world.asks(&world.employee, "2026-12-01").await;
    let broken = Receiver::new(|_| Err(FailureReason::Timeout));
    give_up(&world, &broken).await;
    assert_eq!(failed(&world.only_webhook().await), Some((FailureReason::Timeout, None)));
    let webhooks = world.service.webhooks();
    let all = WebhookReplayInput::default();
    let replayed = webhooks.replay(&world.admin, webhook.id, all.clone()).await.unwrap();
    assert_eq!(counts(&replayed), (1, 0));
    let receiver = Receiver::open();
    assert_eq!(world.deliver(&receiver).await, 1);
    assert_eq!(receiver.requests()[0].id, broken.requests()[0].id);
    assert_eq!(counts(&world.only_webhook().await), (0, 0));
    webhooks.replay(&world.admin, webhook.id, all).await.unwrap();
    assert_eq!(world.deliver(&receiver).await, 0);
}

async fn a_replay_after_a_cursor_sends_every_event_again_in_order(db: TestDatabase) {
    let world = World::new(db).await;
    let webhook = world.webhook(&[]).await.webhook;
    for day in ["2026-12-01", "2026-12-02", "2026-12-03"] {
        world.asks(&world.employee, day).await;
    }
    give_up(&world, &Receiver::with_status(404)).await;
    let first = Receiver::open();
    world.asks(&world.employee, "2026-12-07").await;
    assert_eq!(world.deliver(&first).await, 1);
    let replay = async |position| {
        let after = Some(EventCursor::after(position));
        let input = WebhookReplayInput { after };
        world.service.webhooks().replay(&world.admin, webhook.id, input).await
    };
    assert_eq!(code(replay(5).await), Code::ValidationFailed);
    let again = Receiver::open();
    replay(1).await.unwrap();
    assert_eq!(world.deliver(&again).await, 3);
    let events = world.events_after(EventCursor::after(1)).await;
    let sent: Vec<_> = again.requests().iter().map(|it| it.id).collect();
    assert_eq!(sent, events.iter().map(|it| it.id).collect::<Vec<_>>());
    assert_eq!(counts(&world.only_webhook().await), (0, 1), "the first event stays given up");
    replay(4).await.unwrap();
    assert_eq!(world.deliver(&again).await, 0);
}

async fn a_paused_webhook_holds_its_events_back_until_it_is_resumed(db: TestDatabase) {
    let world = World::new(db).await;
    let webhook = world.webhook(&[]).await.webhook;
    let set = async |status| {
        let patch = WebhookPatch { status: Some(status), ..WebhookPatch::default() };
        world.service.webhooks().change(&world.admin, webhook.id, patch).await.unwrap()
    };
    world.asks(&world.employee, "2026-12-01").await;
    assert_eq!(world.deliver(&Receiver::with_status(503)).await, 0);
    assert_eq!(set(WebhookStatus::Paused).await.webhook.status, WebhookStatus::Paused);
    world.asks(&world.employee, "2026-12-02").await;
    world.clock.advance(TimeDelta::hours(1));
    let receiver = Receiver::open();
    assert_eq!(world.deliver(&receiver).await, 0);
    set(WebhookStatus::Active).await;
    assert_eq!(world.deliver(&receiver).await, 2);
}

async fn a_receiver_that_is_gone_pauses_its_webhook(db: TestDatabase) {
    let world = World::new(db).await;
    let webhook = world.webhook(&[]).await.webhook;
    for day in ["2026-12-01", "2026-12-02"] {
        world.asks(&world.employee, day).await;
    }
    let gone = Receiver::with_status(410);
    assert_eq!(world.deliver(&gone).await, 0);
    assert_eq!(gone.requests().len(), 1, "nothing is sent after the first");
    let paused = world.only_webhook().await;
    assert_eq!((paused.status, counts(&paused)), (WebhookStatus::Paused, (2, 0)));
    assert_eq!(failed(&paused), Some((FailureReason::HttpStatus, Some(410))));
    let query = AuditQuery { action: Some(AuditAction::WebhookChanged), ..AuditQuery::default() };
    let entries = world.service.audit().list(&world.admin, query).await.unwrap().data;
    let [entry] = &entries[..] else { panic!("{entries:?}") };
    assert_eq!((entry.actor_id, &*entry.actor_name), (None, "System"));
    assert_eq!(entry.entity_id, Some(webhook.id.to_string()));

    let status = Some(WebhookStatus::Active);
    let patch = WebhookPatch { status, ..WebhookPatch::default() };
    world.service.webhooks().change(&world.admin, webhook.id, patch).await.unwrap();
    assert_eq!(world.deliver(&Receiver::open()).await, 2);
}

async fn a_deleted_webhook_gets_nothing_more(db: TestDatabase) {
    let world = World::new(db).await;
    let webhook = world.webhook(&[]).await.webhook;
    world.asks(&world.employee, "2026-12-01").await;
    world.deliver(&Receiver::with_status(500)).await;
    world.service.webhooks().delete(&world.admin, webhook.id).await.unwrap();
    world.clock.advance(TimeDelta::hours(1));
    world.asks(&world.employee, "2026-12-02").await;
    assert_eq!(world.deliver(&Receiver::open()).await, 0);
    assert!(world.service.webhooks().list(&world.admin).await.unwrap().is_empty());
    let again = world.service.webhooks().delete(&world.admin, webhook.id).await;
    assert_eq!(code(again), Code::NotFound);
}

async fn a_delivery_put_off_while_a_clock_ran_ahead_is_sent_once_it_is_right(db: TestDatabase) {
    let world = World::new(db).await;
    world.webhook(&[]).await;
    world.asks(&world.employee, "2026-12-01").await;
    world.clock.advance(TimeDelta::days(365));
    assert_eq!(world.deliver(&Receiver::with_status(500)).await, 0);
    world.clock.advance(-TimeDelta::days(365));
    assert_eq!(world.deliver(&Receiver::open()).await, 1);
}
