//! From the feed to the deliveries of webhooks.

use shared::error::Result;

use super::{Key, repo};
use crate::webhook::Webhooks;

/// The maximum number of events that one transaction passes to a webhook.
const BATCH: i64 = 1_000;

impl Webhooks<'_> {
    /// Writes deliveries for the numbered events that active webhooks have not been passed yet.
    /// Safe at any time, on any number of servers at once.
    pub(crate) async fn enqueue_all(&self) -> Result<()> {
        let mut tx = self.0.db.autocommit_read().await?;
        let behind = repo::behind(&mut tx).await?;
        drop(tx);
        // A fault in one webhook does not stop the others.
        let mut enqueued = Ok(());
        for key in behind {
            enqueued = self.enqueue(key).await.and(enqueued);
            self.0.signals.deliveries_due();
        }
        enqueued
    }

    async fn enqueue(&self, (organization, webhook): Key) -> Result<()> {
        loop {
            let mut tx = self.0.begin_within(organization).await?;
            // Another server may have passed the events, and the webhook may be paused or deleted.
            let Some(place) = repo::lock(&mut tx, webhook).await? else { return Ok(()) };
            let end = repo::end(&mut tx).await?;
            let to = end.min(place.feed_position.saturating_add(BATCH));
            if to <= place.feed_position {
                return Ok(());
            }
            let range = (place.feed_position, to);
            repo::enqueue(&mut tx, webhook, (range, &place.types), self.0.now()).await?;
            repo::advance(&mut tx, webhook, to).await?;
            tx.commit().await?;
        }
    }
}
