//! The feed of events for integrators.

mod order;

use database::on_both;
use database::test_support::TestDatabase;
use service::Caller;
use shared::appraisal::{Outcome, Status};
use shared::error::Code;
use shared::event::{
    Event, EventCursor, EventData, EventPage, EventQuery, EventType, StoredEventData,
};
use shared::leave::LeaveType;
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::leave::status::LeaveStatus;

use crate::appraisal::code;
use crate::credit::actions;
use crate::credit_desk::{CreditDesk, Terms};
use crate::support::World;

on_both!(
    each_stage_of_an_appraisal_is_an_event,
    each_decision_on_leave_is_an_event,
    each_act_on_a_facility_is_one_event,
    an_event_names_nobody_and_quotes_nobody,
    a_filter_leaves_out_other_types_and_its_cursor_passes_them,
    a_limit_divides_the_feed_without_a_gap,
    a_cursor_beyond_the_feed_is_refused,
    the_feed_is_for_those_who_may_read_it,
    organizations_have_feeds_of_their_own,
    a_reading_takes_as_many_statements_whatever_its_length,
);

impl World {
    /// The events that a caller of the first organization reads.
    pub(crate) async fn feed(&self, query: EventQuery) -> EventPage {
        self.service.events().feed(&self.admin, query).await.unwrap()
    }

    /// The events after a cursor.
    pub(crate) async fn events_after(&self, after: EventCursor) -> Vec<Event> {
        self.feed(EventQuery { after: Some(after), ..EventQuery::default() }).await.data
    }

    /// The current end of the feed.
    pub(crate) async fn end_of_feed(&self) -> EventCursor {
        let mut query = EventQuery::default();
        loop {
            let page = self.feed(query.clone()).await;
            if page.data.is_empty() {
                return page.next_cursor;
            }
            query.after = Some(page.next_cursor);
        }
    }
}

fn types(events: &[Event]) -> Vec<EventType> {
    events.iter().map(|it| it.event_type.known().unwrap()).collect()
}

pub(crate) fn casual(day: &str) -> LeaveRequestInput {
    LeaveRequestInput {
        leave_type: LeaveType::Casual,
        start_date: day.parse().unwrap(),
        end_date: day.parse().unwrap(),
        start_half: false,
        end_half: false,
        reason: "Moving house".to_owned(),
    }
}

fn word() -> LeaveDecisionInput {
    LeaveDecisionInput { comment: Some("Seen by me".to_owned()) }
}

async fn request_leave(world: &World, caller: &Caller, day: &str) -> shared::id::LeaveRequestId {
    world.service.leave().request(caller, casual(day)).await.unwrap().id
}

async fn each_stage_of_an_appraisal_is_an_event(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.at(Status::Finalized).await;
    let events = world.feed(EventQuery::default()).await.data;
    let statuses = events.iter().map(|event| match &event.data {
        StoredEventData::Known(EventData::Appraisal(data)) => {
            assert_eq!((data.appraisal_id, data.staff_id), (detail.id, world.employee.staff()));
            assert_eq!(event.entity_id, detail.id.to_string());
            (event.event_type.known().unwrap(), data.actor_id, data.status, data.outcome)
        }
        _ => panic!("{event:?}"),
    });
    let advanced = EventType::AppraisalStageAdvanced;
    let expected = [
        (EventType::AppraisalStarted, world.hr.staff(), Status::PendingSelf, None),
        (advanced, world.employee.staff(), Status::PendingLm, None),
        (advanced, world.manager.staff(), Status::PendingDeptHead, None),
        (advanced, world.head.staff(), Status::PendingMd, None),
        (advanced, world.md.staff(), Status::PendingHr, None),
        (
            EventType::AppraisalFinalized,
            world.hr.staff(),
            Status::Finalized,
            Some(Outcome::Confirm),
        ),
    ];
    assert_eq!(statuses.collect::<Vec<_>>(), expected);
}

async fn each_decision_on_leave_is_an_event(db: TestDatabase) {
    let world = World::new(db).await;
    let leave = world.service.leave();
    let id = request_leave(&world, &world.employee, "2026-12-01").await;
    leave.reject(&world.manager, id, word()).await.unwrap();
    leave.resubmit(&world.employee, id).await.unwrap();
    leave.approve(&world.manager, id, word()).await.unwrap();
    leave.cancel(&world.employee, id, word()).await.unwrap();
    let events = world.feed(EventQuery::default()).await.data;
    let seen = events.iter().map(|event| match &event.data {
        StoredEventData::Known(EventData::Leave(data)) => {
            assert_eq!((data.leave_request_id, data.staff_id), (id, world.employee.staff()));
            (event.event_type.known().unwrap(), data.actor_id, data.status)
        }
        _ => panic!("{event:?}"),
    });
    let (employee, manager) = (world.employee.staff(), world.manager.staff());
    let expected = [
        (EventType::LeaveRequested, employee, LeaveStatus::Pending),
        (EventType::LeaveRejected, manager, LeaveStatus::Rejected),
        (EventType::LeaveResubmitted, employee, LeaveStatus::Pending),
        (EventType::LeaveApproved, manager, LeaveStatus::Approved),
        (EventType::LeaveCancelled, employee, LeaveStatus::Cancelled),
    ];
    assert_eq!(seen.collect::<Vec<_>>(), expected);
}

async fn each_act_on_a_facility_is_one_event(db: TestDatabase) {
    let desk = CreditDesk::on(db, actions::FIRST_DAY).await;
    for action in actions::ACTIONS {
        let subject = action.subject(&desk).await;
        let before = desk.world.end_of_feed().await;
        action.attempt(&desk, &subject, None).await.unwrap();
        let events = desk.world.events_after(before).await;
        let [event] = &events[..] else { panic!("{action:?}: {events:?}") };
        assert_eq!(event.event_type, action.event(), "{action:?}");
        let StoredEventData::Known(EventData::Facility(data)) = &event.data else {
            panic!("{event:?}")
        };
        assert_eq!(event.entity_id, data.facility_ref);
        assert_eq!(data.status, desk.facility(&data.facility_ref).await.status, "{action:?}");
        if action != actions::Action::Create {
            assert_eq!(data.facility_ref, subject.reference, "{action:?}");
        }
        if event.event_type == EventType::PaymentReversed {
            assert_eq!(data.payment_id, subject.payment, "{action:?}");
        }
        let is_payment = event.event_type.as_str().starts_with("credit.payment.");
        let parts = (data.payment_id.is_some(), data.payment_date.is_some());
        assert_eq!(parts, (is_payment, is_payment), "{action:?}");
        let has_journal = is_payment || action == actions::Action::Activate;
        assert!(data.journal_id.is_some() || !has_journal, "{action:?}");
    }
}

async fn an_event_names_nobody_and_quotes_nobody(db: TestDatabase) {
    let desk = CreditDesk::on(db, actions::FIRST_DAY).await;
    for action in actions::ACTIONS {
        let subject = action.subject(&desk).await;
        action.attempt(&desk, &subject, None).await.unwrap();
    }
    let world = &desk.world;
    desk.go_to("2026-11-21");
    let id = request_leave(world, &world.employee, "2026-12-01").await;
    world.service.leave().reject(&world.manager, id, word()).await.unwrap();
    world.at(Status::Finalized).await;
    let events = world.feed(EventQuery { limit: 500, ..EventQuery::default() }).await.data;
    let text = serde_json::to_string(&events).unwrap();
    for words in [
        "Moving", "Seen by", "Bilal", "Omar", "Layan", "Since it", "Deed", "Invoice", "Transfer",
        "Hardship", "@",
    ] {
        assert!(!text.contains(words), "{words}");
    }
}

async fn a_filter_leaves_out_other_types_and_its_cursor_passes_them(db: TestDatabase) {
    let world = World::new(db).await;
    let id = request_leave(&world, &world.employee, "2026-12-01").await;
    let query = |after, types: &[EventType]| EventQuery {
        after,
        types: types.to_vec(),
        ..EventQuery::default()
    };
    let wanted = [EventType::LeaveApproved, EventType::LeaveCancelled];
    let page = world.feed(query(None, &wanted)).await;
    assert!(page.data.is_empty());
    assert_eq!(page.next_cursor, world.end_of_feed().await);
    world.service.leave().approve(&world.manager, id, word()).await.unwrap();
    world.initiated().await;
    let page = world.feed(query(Some(page.next_cursor), &wanted)).await;
    assert_eq!(types(&page.data), [EventType::LeaveApproved]);
    assert_eq!(page.next_cursor, world.end_of_feed().await);
    assert_eq!(types(&world.feed(query(None, &[EventType::LeaveRequested])).await.data).len(), 1);
}

async fn a_limit_divides_the_feed_without_a_gap(db: TestDatabase) {
    let world = World::new(db).await;
    for day in ["2026-12-01", "2026-12-02", "2026-12-03", "2026-12-07", "2026-12-08"] {
        request_leave(&world, &world.employee, day).await;
    }
    let whole = world.feed(EventQuery::default()).await.data;
    let (mut parts, mut query) = (Vec::new(), EventQuery { limit: 2, ..EventQuery::default() });
    for length in [2, 2, 1, 0] {
        let page = world.feed(query.clone()).await;
        assert_eq!(page.data.len(), length);
        // The same cursor returns the same events.
        assert_eq!(world.feed(query.clone()).await, page);
        parts.extend(page.data);
        query.after = Some(page.next_cursor);
    }
    assert_eq!((parts.len(), parts), (5, whole));
}

async fn a_cursor_beyond_the_feed_is_refused(db: TestDatabase) {
    let world = World::new(db).await;
    let read = async |position| {
        let after = Some(EventCursor::after(position));
        let query = EventQuery { after, ..EventQuery::default() };
        world.service.events().feed(&world.admin, query).await
    };
    assert!(read(0).await.is_ok());
    assert_eq!(code(read(1).await), Code::ValidationFailed);
    request_leave(&world, &world.employee, "2026-12-01").await;
    assert!(read(1).await.unwrap().data.is_empty());
    assert_eq!(code(read(2).await), Code::ValidationFailed);
}

async fn the_feed_is_for_those_who_may_read_it(db: TestDatabase) {
    let world = World::new(db).await;
    request_leave(&world, &world.employee, "2026-12-01").await;
    for caller in [&world.hr, &world.md, &world.manager, &world.employee] {
        let read = world.service.events().feed(caller, EventQuery::default()).await;
        assert_eq!(code(read), Code::Forbidden);
    }
}

async fn organizations_have_feeds_of_their_own(db: TestDatabase) {
    let world = World::new(db).await;
    let foreign = async || {
        world.service.events().feed(&world.foreign_admin, EventQuery::default()).await.unwrap()
    };
    request_leave(&world, &world.employee, "2026-12-01").await;
    assert!(foreign().await.data.is_empty());
    request_leave(&world, &world.stranger, "2026-12-01").await;
    request_leave(&world, &world.bystander, "2026-12-01").await;
    let page = foreign().await;
    assert_eq!(page.data.len(), 1);
    assert_eq!(page.data[0].organization_id, world.stranger.organization());
    assert_eq!(page.next_cursor, EventCursor::after(1));
    let own = world.feed(EventQuery::default()).await;
    assert!(own.data.iter().all(|event| event.organization_id == world.organization));
    assert_eq!((own.data.len(), own.next_cursor), (2, EventCursor::after(2)));
}

async fn a_reading_takes_as_many_statements_whatever_its_length(db: TestDatabase) {
    let desk = CreditDesk::new(db).await;
    let cost = async || {
        let before = desk.world.db.statements();
        desk.world.feed(EventQuery::default()).await;
        desk.world.db.statements() - before
    };
    assert_eq!(cost().await, 3);
    for _ in 0..3 {
        desk.live(Terms::SMALL).await;
        assert_eq!((cost().await, cost().await), (6, 3));
    }
}
