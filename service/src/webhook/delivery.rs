//! The delivery of events to webhooks.
//!
//! The dispatcher passes numbered events to webhooks: it writes a delivery for each and moves the
//! position of the webhook in the same transaction. The sender claims a delivery for a while, sends
//! it and records the result. Delivery is at least once: when a server fails between the two, the
//! next one sends again under the same id, by which a receiver recognizes duplicates.

mod client;
mod enqueue;
mod record;
mod repo;

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use chrono::TimeDelta;
use futures::FutureExt;
use futures::stream::{FuturesUnordered, StreamExt};
use shared::error::Result;
use shared::event::Event;
use shared::id::{OrganizationId, WebhookId};
use shared::webhook::{FailureReason, WebhookPayload};

use super::{Webhooks, secret};
use crate::context::Service;
pub use client::{WebhookClient, WebhookRequest, WebhookResponse};
use repo::Delivery;

/// The polling interval of the sender; the first retry follows after five seconds.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The duration of a claim on a delivery; longer than a request may take.
const CLAIM: TimeDelta = TimeDelta::minutes(2);
/// The number of webhooks to which requests are sent at the same time, one to each.
const AT_ONCE: usize = 32;
/// The number of deliveries to one webhook before others that wait have their turn.
const BATCH: usize = 50;

/// A webhook of an organization.
type Key = (OrganizationId, WebhookId);

/// The order in which webhooks are served: those first whose last turn is longest ago.
#[derive(Debug, Default)]
struct Turns {
    busy: HashSet<Key>,
    last: HashMap<Key, u64>,
    count: u64,
}

impl Turns {
    /// The webhooks whose turn begins.
    fn next(&mut self, mut due: Vec<Key>) -> Vec<Key> {
        let waiting: HashSet<Key> = due.iter().copied().collect();
        self.last.retain(|key, _| self.busy.contains(key) || waiting.contains(key));
        due.retain(|key| !self.busy.contains(key));
        due.sort_by_key(|key| self.last.get(key).copied());
        due.truncate(AT_ONCE.saturating_sub(self.busy.len()));
        for key in &due {
            self.count += 1;
            self.last.insert(*key, self.count);
            self.busy.insert(*key);
        }
        due
    }

    fn end(&mut self, key: Key) {
        self.busy.remove(&key);
    }
}

impl Service {
    /// Sends events to webhooks until the future is dropped. A slow receiver does not delay the
    /// others.
    pub async fn run_webhooks(&self, client: &dyn WebhookClient) {
        let webhooks = self.webhooks();
        let (mut sending, mut turns) = (FuturesUnordered::new(), Turns::default());
        loop {
            match webhooks.due().await {
                Ok(due) => {
                    for key in turns.next(due) {
                        sending.push(webhooks.try_send(key, client).map(move |()| key));
                    }
                }
                Err(error) => tracing::error!(%error, "webhooks wait: they could not be read"),
            }
            let woken = self.context().signals.until_deliveries_due();
            tokio::select! {
                Some(key) = sending.next() => turns.end(key),
                _ = tokio::time::timeout(POLL_INTERVAL, woken) => {}
            }
        }
    }
}

impl Webhooks<'_> {
    /// Passes the committed events to the webhooks, and sends those that are due; returns the
    /// number of delivered events.
    ///
    /// Safe to run on several servers at once: an attempt is claimed before it is made.
    pub async fn deliver_due(&self, client: &dyn WebhookClient) -> Result<usize> {
        crate::event::Events(self.0).number_all().await?;
        self.enqueue_all().await?;
        let mut delivered = 0;
        loop {
            let due = self.due().await?;
            if due.is_empty() {
                return Ok(delivered);
            }
            for key in due {
                delivered += self.send(key, client).await?;
            }
        }
    }

    /// The webhooks with deliveries that are due.
    async fn due(&self) -> Result<Vec<Key>> {
        let mut tx = self.0.db.autocommit_read().await?;
        repo::due(&mut tx, self.0.now()).await
    }

    /// Sends what is due to one webhook. After a fault of the database it waits, so that it is not
    /// repeated at once.
    async fn try_send(&self, key: Key, client: &dyn WebhookClient) {
        if let Err(error) = self.send(key, client).await {
            tracing::error!(%error, webhook = %key.1, "events wait: they could not be sent");
            tokio::time::sleep(POLL_INTERVAL).await;
        }
    }

    /// Sends the next events that are due to one webhook, one after another, until one fails;
    /// returns the number of delivered events.
    async fn send(&self, key: Key, client: &dyn WebhookClient) -> Result<usize> {
        let mut delivered = 0;
        for _ in 0..BATCH {
            let Some(delivery) = self.next(key).await? else { break };
            // Another server may have claimed it.
            if !self.claim(key, &delivery).await? {
                continue;
            }
            if !self.attempt(key, &delivery, client).await? {
                break;
            }
            delivered += 1;
        }
        Ok(delivered)
    }

    async fn next(&self, (organization, webhook): Key) -> Result<Option<Delivery>> {
        let tx = self.0.db.autocommit_read().await?;
        repo::next(&mut tx.limited_to(organization), webhook, self.0.now()).await
    }

    async fn claim(&self, (organization, webhook): Key, delivery: &Delivery) -> Result<bool> {
        let mut tx = self.0.begin_within(organization).await?;
        let claimed = repo::claim(&mut tx, webhook, delivery, self.0.now() + CLAIM).await?;
        tx.commit().await?;
        Ok(claimed)
    }

    /// No transaction is open during the request.
    async fn attempt(
        &self,
        key: Key,
        delivery: &Delivery,
        client: &dyn WebhookClient,
    ) -> Result<bool> {
        let response = match self.request(key, delivery)? {
            Some(request) => client.post(&request).await,
            None => Err(FailureReason::SecretUnreadable),
        };
        self.record(key, delivery, response).await
    }

    /// The signed request; none if a secret cannot be decrypted. Until the previous secret expires,
    /// both sign.
    fn request(&self, key: Key, delivery: &Delivery) -> Result<Option<WebhookRequest>> {
        let (event, now): (&Event, _) = (&delivery.event, self.0.now());
        let body = serde_json::to_string(&WebhookPayload::from(event)).map_err(|error| {
            tracing::error!(%error, event = %event.id, "an event cannot be written");
            shared::error::Error::internal()
        })?;
        let timestamp = now.timestamp();
        let previous = delivery.previous_secret.as_deref();
        let previous = previous.filter(|_| delivery.previous_expires_at.is_some_and(|at| at > now));
        let secrets = std::iter::once(&*delivery.secret).chain(previous);
        let signatures = secrets.map(|sealed| {
            let opened = secret::open(self.0, key, sealed)?;
            secret::sign(&opened.secret, event.id, timestamp, &body)
        });
        let Some(signatures) = signatures.collect::<Option<Vec<_>>>() else { return Ok(None) };
        Ok(Some(WebhookRequest {
            url: delivery.url.clone(),
            id: event.id,
            timestamp,
            signature: signatures.join(" "),
            body,
        }))
    }
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    #[test]
    fn webhooks_take_turns_and_one_at_work_has_to_finish_first() {
        let key = |number| (OrganizationId(Uuid::nil()), WebhookId(Uuid::from_u128(number)));
        let due: Vec<Key> = (1..=40).map(key).collect();
        let mut turns = Turns::default();
        assert_eq!(turns.next(due.clone()), due[..AT_ONCE]);
        assert!(turns.next(due.clone()).is_empty());
        turns.end(due[0]);
        turns.end(due[1]);
        assert_eq!(turns.next(due.clone()), due[AT_ONCE..AT_ONCE + 2]);
        for key in &due[2..AT_ONCE] {
            turns.end(*key);
        }
        let next = turns.next(due.clone());
        assert_eq!(next[..6], due[AT_ONCE + 2..]);
        assert_eq!(next[6..8], due[..2]);
    }
}
