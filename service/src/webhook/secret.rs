//! The signing secrets of webhooks, and signatures of the version `v1` of Standard Webhooks.

mod repo;

use std::fmt::Display;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, Mac};
use sha2::Sha256;
use shared::error::{Error, Result};
use shared::id::{OrganizationId, WebhookId};
use shared::webhook::WEBHOOK_SECRET_PREFIX;
use zeroize::Zeroizing;

use crate::cipher::{self, Opened, VERSION};
use crate::context::Context;
use crate::mfa::Reencrypted;
use crate::random::random_bytes;
use repo::SecretRow;

/// The version of the signature scheme.
const SIGNATURE: &str = "v1";

/// A new random secret: `whsec_` and 32 bytes in base64.
pub(super) fn generate() -> Result<String> {
    let bytes = random_bytes::<32>().map_err(|error| {
        tracing::error!(%error, "the operating system has no randomness");
        Error::internal()
    })?;
    Ok(format!("{WEBHOOK_SECRET_PREFIX}{}", STANDARD.encode(bytes)))
}

/// Encrypts a secret with the key of staff secrets; it cannot be opened for another webhook.
pub(super) fn seal(
    context: &Context,
    webhook: (OrganizationId, WebhookId),
    secret: &str,
) -> Result<String> {
    cipher::seal(&context.secrets.staff_mfa, &associated_data(webhook), secret.as_bytes())
}

/// Decrypts a secret; none if no key can.
pub(super) fn open(
    context: &Context,
    webhook: (OrganizationId, WebhookId),
    sealed: &str,
) -> Option<Opened> {
    cipher::open(&context.secrets.staff_mfa, &associated_data(webhook), sealed)
}

fn associated_data((organization, id): (OrganizationId, WebhookId)) -> String {
    format!("webhook|{VERSION}|{organization}|{id}")
}

/// The signature of a request: `v1,` and an HMAC-SHA256 in base64. None for a text that is no
/// secret.
///
/// * `timestamp`: the time of the attempt, in seconds since 1970.
pub(super) fn sign(secret: &[u8], id: impl Display, timestamp: i64, body: &str) -> Option<String> {
    let key = secret.strip_prefix(WEBHOOK_SECRET_PREFIX.as_bytes())?;
    let key = Zeroizing::new(STANDARD.decode(key).ok()?);
    let mut mac = Hmac::<Sha256>::new_from_slice(&key).ok()?;
    mac.update(format!("{id}.{timestamp}.{body}").as_bytes());
    Some(format!("{SIGNATURE},{}", STANDARD.encode(mac.finalize().into_bytes())))
}

/// The webhooks of an organization whose secret no key can decrypt.
pub(crate) async fn unreadable(
    context: &Context,
    organization: OrganizationId,
) -> Result<Vec<WebhookId>> {
    let mut tx = context.read_within(organization).await?;
    let rows = repo::secrets(&mut tx).await?;
    let is_unreadable =
        |row: &&SecretRow| open(context, (organization, row.id), &row.secret).is_none();
    Ok(rows.iter().filter(is_unreadable).map(|row| row.id).collect())
}

/// Encrypts the secrets that use an old key with the current key.
pub(crate) async fn reencrypt(
    context: &Context,
    organization: OrganizationId,
) -> Result<Reencrypted> {
    let mut report = Reencrypted::default();
    let mut tx = context.begin_within(organization).await?;
    for row in repo::secrets(&mut tx).await? {
        let webhook = (organization, row.id);
        let current = reencrypted(context, webhook, &row.secret)?;
        let previous = row.previous_secret.as_deref();
        let previous = previous.map(|it| reencrypted(context, webhook, it)).transpose()?;
        let texts = [Some(current), previous];
        for text in texts.iter().flatten() {
            match text {
                Text::Current => {}
                Text::New(_) => report.done += 1,
                Text::Unreadable => report.unreadable += 1,
            }
        }
        let [current, previous] = texts.map(|it| it.and_then(Text::into_new));
        repo::reencrypt(&mut tx, &row, (current, previous)).await?;
    }
    tx.commit().await?;
    Ok(report)
}

/// A sealed secret after a change of keys.
enum Text {
    /// It is under the current key already.
    Current,
    /// Encrypted again.
    New(String),
    /// No key can decrypt it.
    Unreadable,
}

impl Text {
    fn into_new(self) -> Option<String> {
        match self {
            Self::New(sealed) => Some(sealed),
            Self::Current | Self::Unreadable => None,
        }
    }
}

fn reencrypted(
    context: &Context,
    webhook: (OrganizationId, WebhookId),
    sealed: &str,
) -> Result<Text> {
    let Some(opened) = open(context, webhook, sealed) else { return Ok(Text::Unreadable) };
    if !opened.is_outdated {
        return Ok(Text::Current);
    }
    let data = associated_data(webhook);
    cipher::seal(&context.secrets.staff_mfa, &data, &opened.secret).map(Text::New)
}

#[cfg(test)]
mod tests;
