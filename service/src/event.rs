//! Domain events: written in the transaction of the change, processed after it.
//!
//! A row of `events` is an event in the feed for integrators and, if it concerns an appraisal, a
//! pending notification. The dispatcher marks such an event and writes its notifications in one
//! transaction, so that a crash at any moment neither loses a notification nor writes it twice.

mod dispatch;
mod feed;
mod repo;
mod row;
pub(crate) mod signals;

use std::time::Duration;

use shared::error::{Error, Result};
use shared::event::{EventData, EventType};
use shared::id::EventId;

use crate::context::{Context, Service, use_cases};
use crate::transaction::WriteTx;
use repo::NewRow;
pub(crate) use row::EventRow;

/// The maximum waiting time for an event written by another, possibly failed, server.
const SWEEP_EVERY: Duration = Duration::from_secs(2);
/// Writes an event, in the transaction of the change: one statement.
pub(crate) async fn record(
    tx: &mut WriteTx,
    context: &Context,
    event_type: EventType,
    data: &EventData,
) -> Result<()> {
    repo::add(tx, &row(context, event_type, data)?).await
}

/// Writes events of the same type for several records: no more statements than for one.
pub(crate) async fn record_each(
    tx: &mut WriteTx,
    context: &Context,
    event_type: EventType,
    data: &[EventData],
) -> Result<()> {
    let rows = data.iter().map(|data| row(context, event_type, data));
    repo::add_each(tx, &rows.collect::<Result<Vec<_>>>()?).await
}

fn row(context: &Context, event_type: EventType, data: &EventData) -> Result<NewRow> {
    let (entity_type, entity_id) = data.entity();
    Ok(NewRow {
        id: EventId(context.id()),
        event_type,
        occurred_at: context.now(),
        entity_type,
        entity_id,
        data: serde_json::to_string(data).map_err(|error| {
            tracing::error!(%error, "an event cannot be written");
            Error::internal()
        })?,
    })
}

use_cases! {
    /// Events: their dispatch to notifications, and their feed.
    Events, events
}

impl Service {
    /// Dispatches and numbers events, passes them to webhooks and seals audit entries until the
    /// future is dropped.
    pub async fn run_dispatcher(&self) {
        loop {
            if let Err(error) = self.events().dispatch_waiting().await {
                tracing::error!(%error, "events wait: they could not be dispatched");
            }
            if let Err(error) = self.events().number_all().await {
                tracing::error!(%error, "events wait: they could not be numbered");
            }
            if let Err(error) = self.webhooks().enqueue_all().await {
                tracing::error!(%error, "webhooks wait: events could not be passed to them");
            }
            if let Err(error) = self.audit().seal_all().await {
                tracing::error!(%error, "audit entries wait: they could not be sealed");
            }
            let woken = self.context().signals.wait();
            drop(tokio::time::timeout(SWEEP_EVERY, woken).await);
        }
    }
}

impl Events<'_> {
    /// Writes the notifications of every event that has none yet; returns the number of events.
    ///
    /// Safe to run on several servers at once: an event is claimed in the transaction that writes
    /// its notifications.
    pub async fn dispatch_waiting(&self) -> Result<usize> {
        let mut dispatched = 0;
        loop {
            let mut tx = self.0.db.read().await?;
            let events = repo::waiting(&mut tx).await?;
            drop(tx);
            let before = dispatched;
            for event in &events {
                match dispatch::dispatch(self.0, event).await {
                    Ok(()) => dispatched += 1,
                    // A failed event does not delay the others, and is retried in the next round.
                    Err(error) => {
                        tracing::error!(%error, event = %event.id, "an event waits");
                        continue;
                    }
                }
                self.0.signals.changed(event.organization_id);
            }
            if dispatched == before {
                return Ok(dispatched);
            }
        }
    }
}
