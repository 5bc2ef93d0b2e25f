//! A list and the feed of events, read to their ends beside 1,000 inserts and 100 rollbacks a
//! second.

use std::collections::{BTreeMap, HashSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use chrono::{DateTime, TimeDelta, Utc};
use database::test_support::TestDatabase;
use database::{Db, WriteTx, on_both};
use futures::future::{join_all, join3};
use service::clock::Clock;
use service::random::Ids;
use shared::customer::CustomerQuery;
use shared::event::{EventCursor, EventQuery};
use shared::id::{CustomerId, EventId, OrganizationId};

use super::walk;
use crate::event::casual;
use crate::portal::customer;
use crate::support::World;

on_both!(a_walk_beside_a_thousand_inserts_a_second_reads_every_committed_row_once);

const WRITERS: usize = 4;
/// Each writer commits one transaction and rolls back another: together 100 of each a second.
const INTERVAL: Duration = Duration::from_millis(40);
/// The customers, and the events, of a transaction: together 1,000 rows a second.
const ROWS: usize = 5;

const COPY_CUSTOMER: &str =
    "INSERT INTO customers (organization_id, id, name, email, type, name_folded, name_sort_key,
        details_folded, created_at, updated_at)
    SELECT organization_id, $1, name, email, type, name_folded, name_sort_key, details_folded,
        $2, updated_at
    FROM customers WHERE organization_id = $4 AND id = $3";
const COPY_EVENT: &str =
    "INSERT INTO events (organization_id, id, type, occurred_at, entity_type, entity_id, data)
    SELECT organization_id, $1, type, occurred_at, entity_type, $2, data
    FROM events WHERE organization_id = $4 AND id = $3";

/// How long a test takes.
struct Length {
    /// Customers before the walk.
    before: usize,
    /// Transactions of each writer.
    rounds: u32,
}

impl Length {
    const SHORT: Self = Self { before: 500, rounds: 25 };
    const LONG: Self = Self { before: 100_000, rounds: 1500 };
}

/// The committed rows.
#[derive(Default)]
struct Committed {
    customers: HashSet<CustomerId>,
    /// By record, in the order of the commits.
    events: BTreeMap<String, Vec<EventId>>,
}

/// Copies the same customer and the same event.
#[derive(Clone)]
struct Writer {
    db: Db,
    organization: OrganizationId,
    customer: CustomerId,
    event: EventId,
    created_at: DateTime<Utc>,
    record: String,
    committed: Arc<Mutex<Committed>>,
}

impl Writer {
    async fn write(self, rounds: u32) {
        let mut pace = tokio::time::interval(INTERVAL);
        for _ in 0..rounds {
            pace.tick().await;
            let mut tx = self.db.begin().await.unwrap();
            let customers = self.customers(&mut tx, ROWS).await;
            let events = self.events(&mut tx).await;
            tx.commit().await.unwrap();
            self.keep(customers, events);

            let mut tx = self.db.begin().await.unwrap();
            self.customers(&mut tx, 1).await;
            self.events(&mut tx).await;
            drop(tx);
        }
    }

    /// Commits so many customers.
    async fn fill(&self, count: usize) {
        let mut tx = self.db.begin().await.unwrap();
        let first = self.customers(&mut tx, count.min(500)).await;
        // Until it knows the table, PostgreSQL plans to read all of it for each copy.
        tx.sql("ANALYZE customers").execute().await.unwrap();
        let rest = self.customers(&mut tx, count - first.len()).await;
        tx.commit().await.unwrap();
        self.committed.lock().unwrap().customers.extend([first, rest].concat());
    }

    fn keep(&self, customers: Vec<CustomerId>, events: Vec<EventId>) {
        let mut committed = self.committed.lock().unwrap();
        committed.customers.extend(customers);
        committed.events.entry(self.record.clone()).or_default().extend(events);
    }

    /// Customers that were created at random times within a second, so that a walk meets new ones
    /// everywhere.
    async fn customers(&self, tx: &mut WriteTx, count: usize) -> Vec<CustomerId> {
        let mut ids = Vec::new();
        for _ in 0..count {
            let id = Ids::default().unordered();
            let micros = i64::try_from(id.as_u128() % 1_000_000).unwrap();
            let created_at = self.created_at + TimeDelta::microseconds(micros);
            let copy = tx.sql(COPY_CUSTOMER).bind(CustomerId(id)).bind(created_at);
            copy.bind(self.customer).bind(self.organization).execute().await.unwrap();
            ids.push(CustomerId(id));
        }
        ids
    }

    async fn events(&self, tx: &mut WriteTx) -> Vec<EventId> {
        let ids: Vec<_> = (0..ROWS).map(|_| EventId(Ids::default().unordered())).collect();
        for id in &ids {
            let copy = tx.sql(COPY_EVENT).bind(*id).bind(self.record.as_str()).bind(self.event);
            copy.bind(self.organization).execute().await.unwrap();
        }
        ids
    }
}

/// A customer and an event to copy.
async fn templates(world: &World) -> Writer {
    let input = customer("Template");
    let customer = world.service.customers().create(&world.admin, input).await.unwrap().id;
    world.service.leave().request(&world.employee, casual("2026-12-01")).await.unwrap();
    let event = world.feed(EventQuery::default()).await.data.remove(0).id;
    let committed = Arc::new(Mutex::new(Committed::default()));
    committed.lock().unwrap().customers.insert(customer);
    Writer {
        db: world.db.clone(),
        organization: world.organization,
        customer,
        event,
        created_at: world.clock.now(),
        record: String::new(),
        committed,
    }
}

/// Walks through the customers until nothing is written any more. Each walk reads what was
/// committed before it once, and the last one nothing else.
async fn walk_customers(world: &World, committed: &Mutex<Committed>, is_over: &AtomicBool) {
    let list = async |page| {
        let query = CustomerQuery { page, ..CustomerQuery::default() };
        world.service.customers().list(&world.admin, query).await
    };
    loop {
        let is_last = is_over.load(Ordering::SeqCst);
        let before = committed.lock().unwrap().customers.clone();
        let walked = walk(100, &list).await;
        let ids: HashSet<_> = walked.iter().map(|it| it.id).collect();
        assert_eq!(ids.len(), walked.len(), "a row was read twice");
        assert_eq!(before.difference(&ids).count(), 0, "a row was lost");
        if is_last {
            assert_eq!(ids.len(), before.len(), "a row was read that was rolled back");
            return;
        }
    }
}

/// The ids in the feed after the template, by record, read until nothing is written any more.
async fn read_feed(world: &World, is_over: &AtomicBool) -> BTreeMap<String, Vec<EventId>> {
    let mut read = BTreeMap::<_, Vec<_>>::new();
    let mut query = EventQuery { after: Some(EventCursor::after(1)), ..EventQuery::default() };
    loop {
        let is_last = is_over.load(Ordering::SeqCst);
        let page = world.feed(query.clone()).await;
        if is_last && page.data.is_empty() {
            return read;
        }
        for event in page.data {
            read.entry(event.entity_id).or_default().push(event.id);
        }
        query.after = Some(page.next_cursor);
    }
}

async fn a_walk_beside_a_thousand_inserts_a_second_reads_every_committed_row_once(
    db: TestDatabase,
) {
    let is_long = std::env::var_os("MIZAN_TEST_LONG").is_some();
    let Length { before, rounds } = if is_long { Length::LONG } else { Length::SHORT };
    let world = World::new(db).await;
    let writer = templates(&world).await;
    writer.fill(before).await;

    let (started, is_over) = (Instant::now(), AtomicBool::new(false));
    let writing = async {
        let writers = (0..WRITERS).map(|number| {
            let writer = Writer { record: format!("record-{number}"), ..writer.clone() };
            tokio::spawn(writer.write(rounds))
        });
        let written = join_all(writers).await;
        is_over.store(true, Ordering::SeqCst);
        assert!(written.iter().all(Result::is_ok), "{written:?}");
        started.elapsed()
    };
    let walking = walk_customers(&world, &writer.committed, &is_over);
    let (took, (), read) = join3(writing, walking, read_feed(&world, &is_over)).await;
    assert_eq!(read, writer.committed.lock().unwrap().events);
    if is_long {
        assert!(took < INTERVAL * rounds * 21 / 20, "below 1,000 inserts a second: {took:?}");
    }
}
