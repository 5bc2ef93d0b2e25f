//! Requests that are sent again: the first answer is kept, and given again.
//!
//! The key is taken in the transaction of the act itself. Of two requests at once the second waits
//! for the first; if the first fails, the second acts.

mod repo;

use chrono::TimeDelta;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use shared::error::{Code, Error, Result};
use shared::id::OrganizationId;
use uuid::Uuid;

use crate::audit::hexadecimal;
use crate::caller::Caller;
use crate::context::{Context, Service};
use crate::database::Tx;

/// How long an answer is kept.
const KEPT: TimeDelta = TimeDelta::hours(24);

/// The longest key, in characters.
const KEY_LENGTH_MAX: usize = 255;

/// What a caller names a request by, so that it may be sent again: 1 to 255 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Reads a key.
    ///
    /// Errors: 400 for an empty or too long one, or one with control characters.
    pub fn parse(text: &str) -> Result<Self> {
        let length = text.chars().count();
        if (1..=KEY_LENGTH_MAX).contains(&length) && !text.chars().any(char::is_control) {
            return Ok(Self(text.to_owned()));
        }
        Err(Error::field("Idempotency-Key", "INVALID", "Give a key of 1 to 255 characters."))
    }

    /// A key that nobody has used, for a form that may be sent twice.
    pub fn fresh() -> String {
        Uuid::now_v7().simple().to_string()
    }
}

/// The keys of every organization.
#[derive(Debug)]
pub struct IdempotencyKeys<'s>(&'s Context);

impl Service {
    /// The keys of requests that may be sent again.
    pub fn idempotency_keys(&self) -> IdempotencyKeys<'_> {
        IdempotencyKeys(self.context())
    }
}

impl IdempotencyKeys<'_> {
    /// Removes those that count no more; answers how many.
    pub async fn prune(&self) -> Result<u64> {
        let mut tx = self.0.db.begin().await?;
        let removed = repo::forget(&mut tx, self.0.now() - KEPT).await?;
        tx.commit().await?;
        Ok(removed)
    }
}

/// A request that may be sent again.
#[derive(Debug)]
pub(in crate::credit) struct Request {
    organization: OrganizationId,
    /// The act and the caller, so that one caller's keys are not another's.
    scope: String,
    key: String,
    hash: String,
}

impl Request {
    /// A request under a key, if one is given: the act, what it is done to and with.
    ///
    /// Errors: 500 when the body cannot be written, which no body of ours causes.
    pub(in crate::credit) fn new(
        caller: &Caller,
        act: &str,
        key: Option<&IdempotencyKey>,
        body: &impl Serialize,
    ) -> Result<Option<Self>> {
        let Some(key) = key else { return Ok(None) };
        let body = serde_json::to_vec(body).map_err(unwritable)?;
        Ok(Some(Self {
            organization: caller.organization(),
            scope: format!("{act} {}", caller.staff()),
            key: key.0.clone(),
            hash: hexadecimal(&Sha256::digest(body)),
        }))
    }
}

/// Takes the key; answers what was answered when it was taken before.
///
/// Errors: 409 `IDEMPOTENCY_KEY_REUSED` when that was for another request.
pub(in crate::credit) async fn begin<T: DeserializeOwned>(
    tx: &mut Tx,
    context: &Context,
    request: Option<&Request>,
) -> Result<Option<T>> {
    let Some(request) = request else { return Ok(None) };
    let now = context.now();
    if repo::take(tx, request, now, now - KEPT).await? {
        return Ok(None);
    }
    let kept = repo::find(tx, request).await?;
    if kept.request_hash != request.hash {
        return Err(Error::conflict(
            Code::IdempotencyKeyReused,
            "The Idempotency-Key was used for another request; give this one a key of its own.",
        ));
    }
    serde_json::from_str(&kept.answer).map(Some).map_err(unwritable)
}

/// Keeps the answer under the key that was taken.
pub(in crate::credit) async fn keep(
    tx: &mut Tx,
    request: Option<&Request>,
    answer: &impl Serialize,
) -> Result<()> {
    let Some(request) = request else { return Ok(()) };
    let answer = serde_json::to_string(answer).map_err(unwritable)?;
    Ok(repo::keep(tx, request, &answer).await?)
}

fn unwritable(error: serde_json::Error) -> Error {
    tracing::error!(%error, "an answer cannot be kept or read back");
    Error::internal()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_1_to_255_characters() {
        for text in ["k", &"k".repeat(255), "é"] {
            assert!(IdempotencyKey::parse(text).is_ok());
        }
        for text in ["", &"k".repeat(256), "a\nb"] {
            assert!(IdempotencyKey::parse(text).is_err());
        }
    }
}
