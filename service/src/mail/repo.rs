//! SQL of mail.

use chrono::{DateTime, Utc};
use shared::error::Result;
use shared::id::OrganizationId;
use uuid::Uuid;

use super::{BACK_OFF_MAX, Mail, StuckMail};
use database::{ReadTx, Scope, WriteTx, statements};

statements! {
    ADD = "INSERT INTO mails
        (organization_id, id, recipient, subject, text, html, created_at, next_attempt_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7)";
    /// A mail postponed further than any possible delay was postponed while a clock was wrong.
    DUE = "SELECT organization_id, id, recipient, subject, text, html, created_at, attempts
        FROM mails
        WHERE delivered_at IS NULL AND abandoned_at IS NULL
            AND (next_attempt_at <= $1 OR next_attempt_at > $2)
        ORDER BY next_attempt_at, id LIMIT 20";
    CLAIM = "UPDATE mails SET attempts = attempts + 1, next_attempt_at = $4
        WHERE organization_id = $1 AND id = $2 AND attempts = $3
            AND delivered_at IS NULL AND abandoned_at IS NULL";
    DELIVERED = "UPDATE mails SET delivered_at = $3, last_error = NULL
        WHERE organization_id = $1 AND id = $2 AND delivered_at IS NULL";
    FAILED = "UPDATE mails SET last_error = $4, next_attempt_at = $5, abandoned_at = $6
        WHERE organization_id = $1 AND id = $2 AND attempts = $3 AND delivered_at IS NULL";
    STUCK = "SELECT id, abandoned_at FROM mails
        WHERE organization_id = $1 AND delivered_at IS NULL
            AND (abandoned_at IS NOT NULL OR created_at < $2)
        ORDER BY created_at, id";
    RETRY = "UPDATE mails SET attempts = 0, next_attempt_at = $1, abandoned_at = NULL
        WHERE abandoned_at IS NOT NULL AND delivered_at IS NULL";
    DISCARD = "DELETE FROM mails
        WHERE id = $1 AND abandoned_at IS NOT NULL AND delivered_at IS NULL";
}

pub(super) async fn add(tx: &mut WriteTx<impl Scope>, mail: &Mail) -> Result<()> {
    tx.global(ADD)
        .bind(mail.organization_id)
        .bind(mail.id)
        .bind(&mail.recipient)
        .bind(&mail.subject)
        .bind(&mail.text)
        .bind(&mail.html)
        .bind(mail.created_at)
        .execute()
        .await?;
    Ok(())
}

/// The mails that are due; of all organizations, because a single worker serves all.
pub(super) async fn due(tx: &mut ReadTx<impl Scope>, now: DateTime<Utc>) -> Result<Vec<Mail>> {
    Ok(tx.global(DUE).bind(now).bind(now + BACK_OFF_MAX).all().await?)
}

/// Returns true if this transaction claimed the attempt.
pub(super) async fn claim(
    tx: &mut WriteTx<impl Scope>,
    mail: &Mail,
    until: DateTime<Utc>,
) -> Result<bool> {
    let claim = tx.global(CLAIM).bind(mail.organization_id).bind(mail.id);
    Ok(claim.bind(mail.attempts).bind(until).execute().await? == 1)
}

pub(super) async fn delivered(
    tx: &mut WriteTx<impl Scope>,
    mail: &Mail,
    now: DateTime<Utc>,
) -> Result<()> {
    let delivered = tx.global(DELIVERED).bind(mail.organization_id).bind(mail.id);
    delivered.bind(now).execute().await?;
    Ok(())
}

/// Mails that were given up, and mails that have waited since before `since`.
pub(super) async fn stuck(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
    since: DateTime<Utc>,
) -> Result<Vec<StuckMail>> {
    Ok(tx.global(STUCK).bind(organization).bind(since).all().await?)
}

/// Resets the attempts of every mail that was given up; returns their number.
pub(super) async fn retry(tx: &mut WriteTx<impl Scope>, now: DateTime<Utc>) -> Result<u64> {
    Ok(tx.global(RETRY).bind(now).execute().await?)
}

/// False when no such mail was given up.
pub(super) async fn discard(tx: &mut WriteTx<impl Scope>, id: Uuid) -> Result<bool> {
    Ok(tx.global(DISCARD).bind(id).execute().await? == 1)
}

/// `attempt` is the number of the failed attempt: a later attempt by another server is not
/// overwritten.
pub(super) async fn failed(
    tx: &mut WriteTx<impl Scope>,
    mail: &Mail,
    (attempt, error): (i64, &str),
    next: DateTime<Utc>,
    abandoned: Option<DateTime<Utc>>,
) -> Result<()> {
    tx.global(FAILED)
        .bind(mail.organization_id)
        .bind(mail.id)
        .bind(attempt)
        .bind(error)
        .bind(next)
        .bind(abandoned)
        .execute()
        .await?;
    Ok(())
}
