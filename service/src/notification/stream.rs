//! The stream that updates badges without a reload.

use std::collections::HashSet;
use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use futures::Stream;
use futures::stream;
use shared::error::Result;
use shared::id::{NotificationId, OrganizationId};
use shared::notification::{Counts, Notification};
use shared::permission::Permission;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::{RecvError, TryRecvError};
use tokio::time::Instant;

use super::repo;
use super::stream_slot::StreamSlot;
use crate::caller::Caller;
use crate::context::Service;

/// The maximum delay of a change made through another server.
const POLL_INTERVAL: Duration = Duration::from_secs(10);

/// The minimum interval between two polls: many simultaneous changes cause one poll.
const REST: Duration = Duration::from_millis(250);

/// The maximum time by which a notification may be older than one seen before it: it is dated
/// before its transaction ends, and by the clock of the server that writes it.
const LATE_MAX: TimeDelta = TimeDelta::minutes(2);

/// The maximum absence after which missed notifications are still sent.
const MISSED_MAX: TimeDelta = TimeDelta::days(1);

/// An event of the stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// A new notification.
    Notification(Box<Notification>),
    /// The current counts of the badges.
    Counts(Counts),
}

struct Listener {
    service: Service,
    _slot: StreamSlot,
    caller: Caller,
    changes: broadcast::Receiver<OrganizationId>,
    polled_at: Instant,
    /// The time from which there may be new notifications.
    from: DateTime<Utc>,
    /// The notifications sent since then.
    known: HashSet<NotificationId>,
    counts: Option<Counts>,
}

impl super::Notifications<'_> {
    /// The badges at once, then every new notification and every change of the badges, until the
    /// reader loses the permission.
    ///
    /// * `last`: the last notification that the reader received from another stream; later ones
    ///   follow at once.
    ///
    /// Errors: 429 when the reader has too many open streams; database errors.
    pub async fn subscribe(
        &self,
        caller: &Caller,
        last: Option<NotificationId>,
    ) -> Result<impl Stream<Item = StreamEvent> + Send + use<>> {
        let slot = self.context.stream_slots.take(caller.staff())?;
        let changes = self.context.signals.listen();
        let from = self.context.now() - LATE_MAX;
        let mut listener = Listener {
            service: self.service.clone(),
            _slot: slot,
            caller: caller.clone(),
            changes,
            polled_at: Instant::now(),
            from,
            known: HashSet::new(),
            counts: None,
        };
        listener.begin(last).await?;
        let batches = stream::unfold(listener, |mut listener| async move {
            let batch = listener.next_batch().await?;
            Some((stream::iter(batch), listener))
        });
        Ok(futures::StreamExt::flatten(batches))
    }
}

impl Listener {
    /// Treats existing notifications as sent, except those that the reader missed between two
    /// streams.
    async fn begin(&mut self, last: Option<NotificationId>) -> Result<()> {
        let reader = self.caller.staff();
        let mut tx = self.service.context().read(self.caller.signed_in()).await?;
        let last = match last {
            Some(id) => repo::find(&mut tx, reader, id).await?,
            None => None,
        };
        let missed_after = last.as_ref().map(|last| last.created_at);
        let oldest = self.from - MISSED_MAX;
        self.from = missed_after.map_or(self.from, |at| self.from.min(at - LATE_MAX).max(oldest));
        let there = repo::list_since(&mut tx, reader, self.from).await?;
        let is_known = |it: &&Notification| missed_after.is_none_or(|at| it.created_at <= at);
        self.known = there.iter().filter(is_known).map(|it| it.id).collect();
        Ok(())
    }

    async fn next_batch(&mut self) -> Option<Vec<StreamEvent>> {
        loop {
            if self.counts.is_some() {
                self.wait().await?;
            }
            match self.poll().await {
                Ok(batch) if batch.is_empty() => {}
                Ok(batch) => return Some(batch),
                Err(error) => {
                    tracing::debug!(%error, "a notification stream ends");
                    return None;
                }
            }
        }
    }

    /// Waits for a change in the organization, or for the polling interval.
    async fn wait(&mut self) -> Option<()> {
        let organization = self.caller.organization();
        let changed = async {
            loop {
                match self.changes.recv().await {
                    Ok(changed) if changed == organization => return Some(()),
                    Ok(_) => {}
                    Err(RecvError::Lagged(_)) => return Some(()),
                    Err(RecvError::Closed) => return None,
                }
            }
        };
        tokio::time::timeout(POLL_INTERVAL, changed).await.unwrap_or(Some(()))?;
        tokio::time::sleep_until(self.polled_at + REST).await;
        // The poll that follows covers all signals received so far.
        while matches!(self.changes.try_recv(), Ok(_) | Err(TryRecvError::Lagged(_))) {}
        Some(())
    }

    async fn poll(&mut self) -> Result<Vec<StreamEvent>> {
        self.polled_at = Instant::now();
        self.caller = self.service.sessions().again(&self.caller).await?;
        let caller = self.caller.require(Permission::AppraisalsRespond)?;
        let reader = caller.staff();
        let mut tx = self.service.context().read(caller).await?;
        let there = repo::list_since(&mut tx, reader, self.from).await?;
        drop(tx);
        let counts = self.service.notifications().counts(&self.caller).await?;
        let newest = there.iter().map(|it| it.created_at).max();
        self.from = newest.map_or(self.from, |newest| self.from.max(newest - LATE_MAX));
        let known: HashSet<_> =
            there.iter().filter(|it| it.created_at >= self.from).map(|it| it.id).collect();
        let new = there.into_iter().filter(|it| !self.known.contains(&it.id));
        let new = new.map(|notification| StreamEvent::Notification(Box::new(notification)));
        let mut batch: Vec<_> = new.collect();
        self.known = known;
        if self.counts != Some(counts) {
            self.counts = Some(counts);
            batch.push(StreamEvent::Counts(counts));
        }
        Ok(batch)
    }
}
