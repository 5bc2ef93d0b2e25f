//! The results of attempts.

use chrono::TimeDelta;
use shared::audit::AuditAction;
use shared::error::Result;
use shared::webhook::{FailureReason, Verdict, retry_delay};

use super::repo::{self, Delivery, Failure};
use super::{Key, WebhookResponse};
use crate::audit::{self, Actor};
use crate::caller::RequestContext;
use crate::random::random_bytes;
use crate::transaction::WriteTx;
use crate::webhook::{Webhooks, entry};

/// The name of the service in the audit log.
const SYSTEM: &str = "System";

impl Webhooks<'_> {
    /// Records the result of an attempt; true for a delivery.
    pub(super) async fn record(
        &self,
        key: Key,
        delivery: &Delivery,
        response: std::result::Result<WebhookResponse, FailureReason>,
    ) -> Result<bool> {
        let (organization, webhook) = key;
        let mut tx = self.0.begin_within(organization).await?;
        let verdict = response.map(|response| Verdict::of(response.status));
        match verdict {
            Ok(Verdict::Delivered) => {
                repo::delivered(&mut tx, webhook, delivery, self.0.now()).await?;
            }
            Ok(Verdict::Gone) => self.pause(&mut tx, key, delivery).await?,
            Ok(Verdict::Failed) | Err(_) => {
                let failure = self.failure(response);
                let wish = response.ok().and_then(|response| response.retry_after);
                self.fail(&mut tx, key, delivery, (failure, wish)).await?;
            }
        }
        tx.commit().await?;
        Ok(verdict == Ok(Verdict::Delivered))
    }

    fn failure(&self, response: std::result::Result<WebhookResponse, FailureReason>) -> Failure {
        let (reason, http_status) = match response {
            Ok(response) => (FailureReason::HttpStatus, Some(i64::from(response.status))),
            Err(reason) => (reason, None),
        };
        Failure { at: self.0.now(), reason, http_status }
    }

    /// Schedules the next attempt, or gives the delivery up.
    async fn fail(
        &self,
        tx: &mut WriteTx,
        (_, webhook): Key,
        delivery: &Delivery,
        (failure, retry_after): (Failure, Option<TimeDelta>),
    ) -> Result<()> {
        let [jitter] = random_bytes::<1>().unwrap_or_default();
        let attempts = delivery.attempts.saturating_add(1);
        let (event, reason) = (delivery.event.id, failure.reason);
        tracing::warn!(%webhook, %event, attempts, %reason, "a webhook could not be delivered");
        repo::note_failure(tx, webhook, failure).await?;
        match retry_delay(attempts, jitter, retry_after) {
            Some(delay) => repo::retry(tx, webhook, delivery, failure.at + delay).await,
            None => repo::give_up(tx, webhook, delivery).await,
        }
    }

    /// The receiver wants no further events: they wait until the webhook is resumed.
    async fn pause(&self, tx: &mut WriteTx, key: Key, delivery: &Delivery) -> Result<()> {
        let (organization, webhook) = key;
        let gone = WebhookResponse { status: 410, retry_after: None };
        repo::note_failure(tx, webhook, self.failure(Ok(gone))).await?;
        repo::retry(tx, webhook, delivery, self.0.now()).await?;
        if !repo::pause(tx, webhook).await? {
            return Ok(());
        }
        tracing::warn!(%webhook, "a webhook is paused: its receiver is gone");
        let request = RequestContext::default();
        let actor =
            Actor { organization, id: None, name: SYSTEM, api_token: None, request: &request };
        let entry = entry(AuditAction::WebhookChanged, webhook, &["status"]);
        audit::record_of(tx, self.0, &actor, entry).await
    }
}
