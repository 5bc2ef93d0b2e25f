//! SQL of webhooks.

use std::fmt::Display;

use chrono::{DateTime, Utc};
use shared::error::Result;
use shared::event::EventType;
use shared::extensible::Extensible;
use shared::id::WebhookId;
use shared::webhook::{FailureReason, Webhook, WebhookFailure, WebhookInput, WebhookStatus};

use crate::transaction::{ReadTx, WriteTx};
use database::statements;

statements! {
    LIST = "SELECT * FROM webhook_details WHERE organization_id = $1
        ORDER BY created_at DESC, id DESC LIMIT 1000";

    FIND = "SELECT * FROM webhook_details WHERE organization_id = $1 AND id = $2";

    COUNT = "SELECT COUNT(*) FROM webhooks WHERE organization_id = $1";

    LOCK = "UPDATE webhooks SET status = status WHERE organization_id = $1 AND id = $2";

    ADD = "INSERT INTO webhooks
            (organization_id, id, url, types, status, secret, feed_position, created_at)
        VALUES ($1, $2, $3, $4, 'active', $5, COALESCE((SELECT last_position FROM event_feeds
            WHERE organization_id = $1), 0), $6)";

    SAVE = "UPDATE webhooks SET url = $3, types = $4, status = $5
        WHERE organization_id = $1 AND id = $2";

    ROTATE = "UPDATE webhooks
        SET previous_secret = secret, previous_secret_expires_at = $4, secret = $3
        WHERE organization_id = $1 AND id = $2";

    DELETE_DELIVERIES = "DELETE FROM webhook_deliveries
        WHERE organization_id = $1 AND webhook_id = $2";

    DELETE = "DELETE FROM webhooks WHERE organization_id = $1 AND id = $2";

    END = "SELECT COALESCE((SELECT last_position FROM event_feeds
        WHERE organization_id = $1), 0)";

    REWIND = "UPDATE webhooks SET feed_position = $3
        WHERE organization_id = $1 AND id = $2 AND feed_position > $3";

    REVIVE = "UPDATE webhook_deliveries
        SET state = 'pending', attempts = 0, next_attempt_at = $3
        WHERE organization_id = $1 AND webhook_id = $2 AND state = 'dead'";

    FORGET_PREVIOUS_SECRETS = "UPDATE webhooks
        SET previous_secret = NULL, previous_secret_expires_at = NULL
        WHERE previous_secret_expires_at <= $1";
}

#[derive(Debug, database::FromRow)]
pub(super) struct WebhookRow {
    id: WebhookId,
    url: String,
    types: String,
    status: WebhookStatus,
    created_at: DateTime<Utc>,
    previous_secret_expires_at: Option<DateTime<Utc>>,
    last_delivered_at: Option<DateTime<Utc>>,
    last_failed_at: Option<DateTime<Utc>>,
    last_failure: Option<Extensible<FailureReason>>,
    last_failure_status: Option<i64>,
    pending: i64,
    dead: i64,
}

impl From<WebhookRow> for Webhook {
    fn from(row: WebhookRow) -> Self {
        let http_status = row.last_failure_status.and_then(|status| u16::try_from(status).ok());
        let last_failure = row.last_failed_at.zip(row.last_failure);
        Self {
            id: row.id,
            url: row.url,
            types: parse_types(&row.types),
            status: row.status,
            created_at: row.created_at,
            previous_secret_expires_at: row.previous_secret_expires_at,
            pending: row.pending,
            dead: row.dead,
            last_delivered_at: row.last_delivered_at,
            last_failure: last_failure.map(|(at, reason)| WebhookFailure {
                at,
                reason,
                http_status,
            }),
        }
    }
}

/// The types between commas.
fn format_types(types: &[impl Display]) -> String {
    types.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

fn parse_types(text: &str) -> Vec<Extensible<EventType>> {
    let types = text.split(',').filter(|name| !name.is_empty());
    types.map(Extensible::of).collect()
}

pub(super) async fn list(tx: &mut ReadTx) -> Result<Vec<WebhookRow>> {
    Ok(tx.sql(LIST).all().await?)
}

pub(super) async fn find(tx: &mut ReadTx, id: WebhookId) -> Result<Option<WebhookRow>> {
    Ok(tx.sql(FIND).bind(id).optional().await?)
}

pub(super) async fn count(tx: &mut ReadTx) -> Result<i64> {
    Ok(tx.sql(COUNT).scalar().await?)
}

/// Serializes changes of one webhook.
pub(super) async fn lock(tx: &mut WriteTx, id: WebhookId) -> Result<()> {
    tx.sql(LOCK).bind(id).execute().await?;
    Ok(())
}

/// Adds a webhook that begins at the end of the feed.
pub(super) async fn add(
    tx: &mut WriteTx,
    id: WebhookId,
    (input, secret): (&WebhookInput, &str),
    now: DateTime<Utc>,
) -> Result<()> {
    let types = format_types(&input.types);
    let add = tx.sql(ADD).bind(id).bind(&input.url).bind(types);
    add.bind(secret).bind(now).execute().await?;
    Ok(())
}

pub(super) async fn save(tx: &mut WriteTx, webhook: &Webhook) -> Result<()> {
    let types = format_types(&webhook.types);
    let save = tx.sql(SAVE).bind(webhook.id).bind(&webhook.url).bind(types);
    save.bind(webhook.status).execute().await?;
    Ok(())
}

pub(super) async fn rotate(
    tx: &mut WriteTx,
    id: WebhookId,
    secret: &str,
    previous_expires_at: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ROTATE).bind(id).bind(secret).bind(previous_expires_at).execute().await?;
    Ok(())
}

/// Deletes a webhook with its deliveries; false when there is none.
pub(super) async fn delete(tx: &mut WriteTx, id: WebhookId) -> Result<bool> {
    tx.sql(DELETE_DELIVERIES).bind(id).execute().await?;
    Ok(tx.sql(DELETE).bind(id).execute().await? == 1)
}

/// The last position in the feed.
pub(super) async fn end(tx: &mut ReadTx) -> Result<i64> {
    Ok(tx.sql(END).scalar().await?)
}

/// Makes the dispatcher pass the events after the position to the webhook again.
pub(super) async fn rewind(tx: &mut WriteTx, id: WebhookId, position: i64) -> Result<()> {
    tx.sql(REWIND).bind(id).bind(position).execute().await?;
    Ok(())
}

/// Makes the deliveries that were given up due, with as many attempts as new ones.
pub(super) async fn revive(tx: &mut WriteTx, id: WebhookId, now: DateTime<Utc>) -> Result<()> {
    tx.sql(REVIVE).bind(id).bind(now).execute().await?;
    Ok(())
}

/// Removes expired secrets; of all organizations, because a single task serves all.
pub(super) async fn forget_previous_secrets(
    tx: &mut database::WriteTx,
    now: DateTime<Utc>,
) -> Result<u64> {
    Ok(tx.sql(FORGET_PREVIOUS_SECRETS).bind(now).execute().await?)
}
