//! The stream that moves badges without a reload.

use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::Stream;
use futures::stream;
use shared::id::OrganizationId;
use shared::notification::{Counts, Notification};
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use super::repo;
use crate::caller::Caller;
use crate::context::Service;

/// How long a change made through another server may stay unseen.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// What the stream says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StreamEvent {
    /// Something new.
    Notification(Box<Notification>),
    /// The badges now.
    Counts(Counts),
}

struct Listener {
    service: Service,
    caller: Caller,
    changes: broadcast::Receiver<OrganizationId>,
    seen_until: DateTime<Utc>,
    counts: Option<Counts>,
}

impl super::Notifications<'_> {
    /// The badges at once, then every new notification and every change of the badges, until the
    /// reader may no longer know.
    pub fn subscribe(&self, caller: &Caller) -> impl Stream<Item = StreamEvent> + Send + use<> {
        let listener = Listener {
            service: self.service.clone(),
            caller: caller.clone(),
            changes: self.context.signals.listen(),
            seen_until: self.context.now(),
            counts: None,
        };
        let batches = stream::unfold(listener, |mut listener| async move {
            let batch = listener.next_batch().await?;
            Some((stream::iter(batch), listener))
        });
        futures::StreamExt::flatten(batches)
    }
}

impl Listener {
    async fn next_batch(&mut self) -> Option<Vec<StreamEvent>> {
        loop {
            if self.counts.is_some() {
                self.wait().await?;
            }
            match self.look().await {
                Ok(batch) if batch.is_empty() => {}
                Ok(batch) => return Some(batch),
                Err(error) => {
                    tracing::debug!(%error, "a notification stream ends");
                    return None;
                }
            }
        }
    }

    /// Waits until something of the organization changed, or for a while.
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
        tokio::time::timeout(LOOK_EVERY, changed).await.unwrap_or(Some(()))
    }

    async fn look(&mut self) -> shared::Result<Vec<StreamEvent>> {
        self.service.sessions().require_alive(&self.caller).await?;
        let reader = (self.caller.organization(), self.caller.staff());
        let mut tx = self.service.db().read().await?;
        let new = repo::list_since(&mut tx, reader, self.seen_until).await?;
        drop(tx);
        let counts = self.service.notifications().counts(&self.caller).await?;
        let mut batch = Vec::new();
        for notification in new {
            self.seen_until = self.seen_until.max(notification.created_at);
            batch.push(StreamEvent::Notification(Box::new(notification)));
        }
        if self.counts != Some(counts) {
            self.counts = Some(counts);
            batch.push(StreamEvent::Counts(counts));
        }
        Ok(batch)
    }
}
