//! SQL of the mail that is to be sent.

use chrono::{DateTime, Utc};
use shared::error::Result;
use shared::id::OrganizationId;
use uuid::Uuid;

use super::{BACK_OFF_MAX, Mail};
use crate::database::{Tx, statements};

statements! {
    ADD = "INSERT INTO mails
        (organization_id, id, recipient, subject, text, html, created_at, next_attempt_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $7)";
    /// A mail put off for longer than any is was put off while a clock was wrong.
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
    STUCK = "SELECT id FROM mails
        WHERE organization_id = $1 AND delivered_at IS NULL
            AND (abandoned_at IS NOT NULL OR created_at < $2)
        ORDER BY created_at, id";
}

pub(super) async fn add(tx: &mut Tx, mail: &Mail) -> Result<()> {
    tx.sql(ADD)
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

/// The mails whose turn it is; of all organizations, because the one worker serves all.
pub(super) async fn due(tx: &mut Tx, now: DateTime<Utc>) -> Result<Vec<Mail>> {
    Ok(tx.sql(DUE).bind(now).bind(now + BACK_OFF_MAX).all().await?)
}

/// True when this transaction is the one that makes the attempt.
pub(super) async fn claim(tx: &mut Tx, mail: &Mail, until: DateTime<Utc>) -> Result<bool> {
    let claim = tx.sql(CLAIM).bind(mail.organization_id).bind(mail.id);
    Ok(claim.bind(mail.attempts).bind(until).execute().await? == 1)
}

pub(super) async fn delivered(tx: &mut Tx, mail: &Mail, now: DateTime<Utc>) -> Result<()> {
    let delivered = tx.sql(DELIVERED).bind(mail.organization_id).bind(mail.id);
    delivered.bind(now).execute().await?;
    Ok(())
}

/// Mails that were given up, and those that wait since before `since`.
pub(super) async fn stuck(
    tx: &mut Tx,
    organization: OrganizationId,
    since: DateTime<Utc>,
) -> Result<Vec<Uuid>> {
    Ok(tx.sql(STUCK).bind(organization).bind(since).scalars().await?)
}

/// `attempt` is the number of the attempt that failed: a later one, by another server, stands.
pub(super) async fn failed(
    tx: &mut Tx,
    mail: &Mail,
    (attempt, error): (i64, &str),
    next: DateTime<Utc>,
    abandoned: Option<DateTime<Utc>>,
) -> Result<()> {
    tx.sql(FAILED)
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
