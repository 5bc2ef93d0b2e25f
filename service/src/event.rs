//! Domain events: written in the transaction of the change, dispatched after it.
//!
//! A row of `events` is a pending notification. The dispatcher marks the event and writes the
//! notifications in one transaction, so that a crash at any moment neither loses a notification nor
//! writes it twice.

mod dispatch;
mod repo;

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};
use shared::appraisal::{Outcome, Status};
use shared::error::Result;
use shared::id::{AppraisalId, EventId, OrganizationId, StaffId};
use shared::notification::NotificationKind;
use tokio::sync::{Notify, broadcast};

use crate::context::{Context, Service};
use database::{Scope, WriteTx};

/// The maximum waiting time for an event written by another, possibly failed, server.
const SWEEP_EVERY: Duration = Duration::from_secs(2);
/// Listeners that fall behind by more than this reload everything, which they do on any signal.
const LISTENER_BACKLOG: usize = 256;

/// An event of an appraisal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, database::FromRow)]
#[serde(rename_all = "camelCase")]
pub struct Event {
    /// Its id.
    pub id: EventId,
    /// The kind of event.
    #[serde(rename = "type")]
    #[sqlx(rename = "type")]
    pub kind: NotificationKind,
    /// The time.
    pub occurred_at: DateTime<Utc>,
    /// The organization.
    pub organization_id: OrganizationId,
    /// The appraisal.
    pub appraisal_id: AppraisalId,
    /// The subject.
    pub staff_id: StaffId,
    /// The actor.
    pub actor_id: StaffId,
    /// The new status.
    pub status: Status,
    /// The outcome, on `appraisal.finalized`.
    pub outcome: Option<Outcome>,
}

/// Wakes the dispatcher, and signals a change of an organization to listeners.
#[derive(Debug)]
pub struct Signals {
    dispatcher: Notify,
    changed: broadcast::Sender<OrganizationId>,
}

impl Default for Signals {
    fn default() -> Self {
        let (changed, _) = broadcast::channel(LISTENER_BACKLOG);
        Self { dispatcher: Notify::new(), changed }
    }
}

impl Signals {
    /// Call after a commit that wrote an event or an audit entry.
    pub(crate) fn committed(&self, organization: OrganizationId) {
        self.dispatcher.notify_one();
        self.changed(organization);
    }

    /// Signals a change of the counts in badges.
    pub(crate) fn changed(&self, organization: OrganizationId) {
        // A send without listeners is not an error.
        drop(self.changed.send(organization));
    }

    pub(crate) fn listen(&self) -> broadcast::Receiver<OrganizationId> {
        self.changed.subscribe()
    }
}

/// Writes an event into the outbox, in the transaction of the change.
pub(crate) async fn record(tx: &mut WriteTx<impl Scope>, event: &Event) -> Result<()> {
    repo::add(tx, event).await
}

/// The dispatcher of events.
#[derive(Debug)]
pub struct Events<'s>(&'s Context);

impl Service {
    /// The dispatcher of events.
    pub fn events(&self) -> Events<'_> {
        Events(self.context())
    }

    /// Dispatches events and seals audit entries until the future is dropped.
    pub async fn run_dispatcher(&self) {
        loop {
            if let Err(error) = self.events().dispatch_waiting().await {
                tracing::error!(%error, "events wait: they could not be dispatched");
            }
            if let Err(error) = self.audit().seal_all().await {
                tracing::error!(%error, "audit entries wait: they could not be sealed");
            }
            let woken = self.context().signals.dispatcher.notified();
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
