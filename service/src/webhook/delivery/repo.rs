//! SQL of the deliveries of webhooks.

use chrono::{DateTime, Utc};
use shared::error::{Error, Result};
use shared::event::Event;
use shared::id::{OrganizationId, WebhookId};
use shared::webhook::{FailureReason, RETRY_DELAY_MAX};

use super::Key;
use crate::event::EventRow;
use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    BEHIND = "SELECT w.organization_id, w.id FROM webhooks w
        JOIN event_feeds f ON f.organization_id = w.organization_id
        WHERE w.status = 'active' AND w.feed_position < f.last_position
        ORDER BY w.organization_id, w.id";

    /// Locks the webhook until the end of the transaction.
    LOCK = "UPDATE webhooks SET status = status
        WHERE organization_id = $1 AND id = $2 AND status = 'active'
        RETURNING feed_position, types";

    END = "SELECT COALESCE((SELECT last_position FROM event_feeds
        WHERE organization_id = $1), 0)";

    /// $5 the types separated by commas, those of later versions included; by default every type
    /// of leave and credit. A delivery that was given up starts again.
    ENQUEUE = "INSERT INTO webhook_deliveries (organization_id, webhook_id, event_id,
            feed_position, entity_id, state, attempts, next_attempt_at)
        SELECT organization_id, $2, id, feed_position, entity_id, 'pending', 0, $6 FROM events
        WHERE organization_id = $1 AND feed_position > $3 AND feed_position <= $4
            AND (',' || $5 || ',' LIKE '%,' || type || ',%'
                OR $5 = '' AND (type LIKE 'leave.%' OR type LIKE 'credit.%'))
        ON CONFLICT (organization_id, webhook_id, event_id) DO UPDATE
            SET state = 'pending', attempts = 0, next_attempt_at = excluded.next_attempt_at
            WHERE webhook_deliveries.state = 'dead'";

    ADVANCE = "UPDATE webhooks SET feed_position = $3 WHERE organization_id = $1 AND id = $2";

    /// A delivery postponed further than any possible delay was postponed while a clock was wrong.
    DUE = "SELECT w.organization_id, w.id FROM webhooks w
        WHERE w.status = 'active' AND EXISTS (SELECT 1 FROM webhook_deliveries d
            WHERE d.organization_id = w.organization_id AND d.webhook_id = w.id
                AND d.state = 'pending' AND (d.next_attempt_at <= $1 OR d.next_attempt_at > $2)
                AND NOT EXISTS (SELECT 1 FROM webhook_deliveries earlier
                    WHERE earlier.organization_id = d.organization_id
                        AND earlier.webhook_id = d.webhook_id
                        AND earlier.entity_id = d.entity_id AND earlier.state = 'pending'
                        AND earlier.feed_position < d.feed_position))
        ORDER BY w.organization_id, w.id";

    NEXT = "SELECT w.url, w.secret, w.previous_secret, w.previous_secret_expires_at, d.attempts,
            e.organization_id, e.id, e.type, e.occurred_at, e.entity_type, e.entity_id, e.data
        FROM webhook_deliveries d
        JOIN webhooks w ON w.organization_id = d.organization_id AND w.id = d.webhook_id
        JOIN events e ON e.organization_id = d.organization_id AND e.id = d.event_id
        WHERE d.organization_id = $1 AND d.webhook_id = $2 AND d.state = 'pending'
            AND w.status = 'active' AND (d.next_attempt_at <= $3 OR d.next_attempt_at > $4)
            AND NOT EXISTS (SELECT 1 FROM webhook_deliveries earlier
                WHERE earlier.organization_id = d.organization_id
                    AND earlier.webhook_id = d.webhook_id AND earlier.entity_id = d.entity_id
                    AND earlier.state = 'pending' AND earlier.feed_position < d.feed_position)
        ORDER BY d.feed_position LIMIT 1";

    CLAIM = "UPDATE webhook_deliveries SET attempts = attempts + 1, next_attempt_at = $5
        WHERE organization_id = $1 AND webhook_id = $2 AND event_id = $3 AND attempts = $4
            AND state = 'pending'";

    NOTE_DELIVERY = "UPDATE webhooks SET last_delivered_at = $3
        WHERE organization_id = $1 AND id = $2";

    DELIVERED = "DELETE FROM webhook_deliveries
        WHERE organization_id = $1 AND webhook_id = $2 AND event_id = $3";

    NOTE_FAILURE = "UPDATE webhooks
        SET last_failed_at = $3, last_failure = $4, last_failure_status = $5
        WHERE organization_id = $1 AND id = $2";

    RETRY = "UPDATE webhook_deliveries SET next_attempt_at = $5
        WHERE organization_id = $1 AND webhook_id = $2 AND event_id = $3 AND attempts = $4
            AND state = 'pending'";

    GIVE_UP = "UPDATE webhook_deliveries SET state = 'dead'
        WHERE organization_id = $1 AND webhook_id = $2 AND event_id = $3 AND attempts = $4
            AND state = 'pending'";

    PAUSE = "UPDATE webhooks SET status = 'paused'
        WHERE organization_id = $1 AND id = $2 AND status = 'active'";
}

/// The place of a webhook in the feed, and its types separated by commas.
#[derive(Debug, database::FromRow)]
pub(super) struct Place {
    pub(super) feed_position: i64,
    pub(super) types: String,
}

/// An event to be sent, and the receiver.
#[derive(Debug)]
pub(super) struct Delivery {
    pub(super) url: String,
    /// Sealed, as is the previous one.
    pub(super) secret: String,
    pub(super) previous_secret: Option<String>,
    pub(super) previous_expires_at: Option<DateTime<Utc>>,
    /// The number of previous attempts.
    pub(super) attempts: i64,
    pub(super) event: Event,
}

#[derive(Debug, database::FromRow)]
struct DeliveryRow {
    url: String,
    secret: String,
    previous_secret: Option<String>,
    previous_secret_expires_at: Option<DateTime<Utc>>,
    attempts: i64,
    #[sqlx(flatten)]
    event: EventRow,
}

impl TryFrom<DeliveryRow> for Delivery {
    type Error = Error;

    fn try_from(row: DeliveryRow) -> Result<Self> {
        Ok(Self {
            url: row.url,
            secret: row.secret,
            previous_secret: row.previous_secret,
            previous_expires_at: row.previous_secret_expires_at,
            attempts: row.attempts,
            event: row.event.try_into()?,
        })
    }
}

/// A failed attempt.
#[derive(Clone, Copy, Debug)]
pub(super) struct Failure {
    pub(super) at: DateTime<Utc>,
    pub(super) reason: FailureReason,
    pub(super) http_status: Option<i64>,
}

/// The active webhooks that have not been passed every event; of all organizations, because the
/// dispatcher serves all.
pub(super) async fn behind(tx: &mut database::ReadTx) -> Result<Vec<Key>> {
    Ok(tx.sql(BEHIND).all::<(OrganizationId, WebhookId)>().await?)
}

/// Locks a webhook until the end of the transaction; none unless it is active.
pub(super) async fn lock(tx: &mut WriteTx, webhook: WebhookId) -> Result<Option<Place>> {
    Ok(tx.sql(LOCK).bind(webhook).optional().await?)
}

/// The last position in the feed.
pub(super) async fn end(tx: &mut ReadTx) -> Result<i64> {
    Ok(tx.sql(END).scalar().await?)
}

/// Writes deliveries for the events after the first position, up to the second.
pub(super) async fn enqueue(
    tx: &mut WriteTx,
    webhook: WebhookId,
    ((after, to), types): ((i64, i64), &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let enqueue = tx.sql(ENQUEUE).bind(webhook).bind(after).bind(to);
    enqueue.bind(types).bind(now).execute().await?;
    Ok(())
}

pub(super) async fn advance(tx: &mut WriteTx, webhook: WebhookId, position: i64) -> Result<()> {
    tx.sql(ADVANCE).bind(webhook).bind(position).execute().await?;
    Ok(())
}

/// The webhooks with deliveries that are due; of all organizations, because one sender serves all.
pub(super) async fn due(tx: &mut database::ReadTx, now: DateTime<Utc>) -> Result<Vec<Key>> {
    let due = tx.sql(DUE).bind(now).bind(now + RETRY_DELAY_MAX);
    Ok(due.all::<(OrganizationId, WebhookId)>().await?)
}

/// The first delivery that is due. A delivery waits for earlier ones of the same record.
pub(super) async fn next(
    tx: &mut ReadTx,
    webhook: WebhookId,
    now: DateTime<Utc>,
) -> Result<Option<Delivery>> {
    let next = tx.sql(NEXT).bind(webhook).bind(now).bind(now + RETRY_DELAY_MAX);
    next.optional::<DeliveryRow>().await?.map(Delivery::try_from).transpose()
}

/// Returns true if this transaction claimed the attempt.
pub(super) async fn claim(
    tx: &mut WriteTx,
    webhook: WebhookId,
    delivery: &Delivery,
    until: DateTime<Utc>,
) -> Result<bool> {
    let claim = tx.sql(CLAIM).bind(webhook).bind(delivery.event.id).bind(delivery.attempts);
    Ok(claim.bind(until).execute().await? == 1)
}

pub(super) async fn delivered(
    tx: &mut WriteTx,
    webhook: WebhookId,
    delivery: &Delivery,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(NOTE_DELIVERY).bind(webhook).bind(now).execute().await?;
    tx.sql(DELIVERED).bind(webhook).bind(delivery.event.id).execute().await?;
    Ok(())
}

pub(super) async fn note_failure(
    tx: &mut WriteTx,
    webhook: WebhookId,
    failure: Failure,
) -> Result<()> {
    let note = tx.sql(NOTE_FAILURE).bind(webhook).bind(failure.at).bind(failure.reason);
    note.bind(failure.http_status).execute().await?;
    Ok(())
}

/// Schedules the attempt after the failed one: a later attempt by another server is not
/// overwritten.
pub(super) async fn retry(
    tx: &mut WriteTx,
    webhook: WebhookId,
    delivery: &Delivery,
    next: DateTime<Utc>,
) -> Result<()> {
    let retry = tx.sql(RETRY).bind(webhook).bind(delivery.event.id);
    retry.bind(delivery.attempts.saturating_add(1)).bind(next).execute().await?;
    Ok(())
}

/// The same after the last attempt.
pub(super) async fn give_up(
    tx: &mut WriteTx,
    webhook: WebhookId,
    delivery: &Delivery,
) -> Result<()> {
    let give_up = tx.sql(GIVE_UP).bind(webhook).bind(delivery.event.id);
    give_up.bind(delivery.attempts.saturating_add(1)).execute().await?;
    Ok(())
}

/// Pauses an active webhook; false for others.
pub(super) async fn pause(tx: &mut WriteTx, webhook: WebhookId) -> Result<bool> {
    Ok(tx.sql(PAUSE).bind(webhook).execute().await? == 1)
}
