//! Idempotent requests: the first response is recorded and returned for each repetition.
//!
//! The key is claimed in the transaction of the action itself. Of two simultaneous requests the
//! second waits for the first; if the first fails, the second acts. A refused request therefore
//! records nothing, and its key may be reused with a corrected body.

pub(crate) mod key;
mod repo;

use chrono::TimeDelta;
use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};
use shared::error::{Code, Error, Result};
use shared::id::OrganizationId;
use zeroize::Zeroizing;

use crate::caller::Caller;
use crate::cipher::{self, VERSION};
use crate::context::{Context, use_cases};
use crate::hexadecimal::hexadecimal;
use database::{Scope, WriteTx};
pub use key::IdempotencyKey;

/// The retention period of responses.
const RETENTION: TimeDelta = TimeDelta::hours(24);

/// The hidden form field with the idempotency key.
pub const FORM_FIELD: &str = "idempotency_key";

use_cases! {
    /// The keys of every organization.
    IdempotencyKeys, idempotency_keys
}

impl IdempotencyKeys<'_> {
    /// A new key, for a form that may be submitted twice.
    pub fn fresh(&self) -> String {
        self.0.id().simple().to_string()
    }

    /// Removes expired keys; returns their number.
    pub async fn prune(&self) -> Result<u64> {
        let mut tx = self.0.db.begin().await?;
        let removed = repo::forget(&mut tx, self.0.now() - RETENTION).await?;
        tx.commit().await?;
        Ok(removed)
    }
}

/// An idempotent request.
#[derive(Debug)]
pub(crate) struct Request {
    organization: OrganizationId,
    /// The action and the caller, so that callers do not share keys.
    scope: String,
    key: String,
    hash: String,
}

impl Request {
    /// The request of the caller, if it carries a key: the action and its input.
    ///
    /// Errors: 500 when the body cannot be serialized, which does not happen for any type in use.
    pub(crate) fn of(caller: &Caller, act: &str, body: &impl Serialize) -> Result<Option<Self>> {
        let Some(key) = caller.idempotency_key() else { return Ok(None) };
        let body = serde_json::to_vec(body).map_err(unwritable)?;
        Ok(Some(Self {
            organization: caller.organization(),
            scope: format!("{act} {}", caller.staff()),
            key: key.as_str().to_owned(),
            hash: hexadecimal(&Sha256::digest(body)),
        }))
    }

    /// The associated data of a sealed response: it cannot be opened in the row of another request.
    fn associated_data(&self) -> String {
        format!("idempotency|{VERSION}|{}|{}|{}", self.organization, self.scope, self.key)
    }
}

/// Claims the key; returns the recorded response if it was claimed before.
///
/// Errors: 409 `IDEMPOTENCY_KEY_REUSED` when the key belongs to a different request.
pub(crate) async fn begin<T: DeserializeOwned>(
    tx: &mut WriteTx<impl Scope>,
    context: &Context,
    request: Option<&Request>,
) -> Result<Option<T>> {
    let Some(request) = request else { return Ok(None) };
    let now = context.now();
    if repo::take(tx, request, now, now - RETENTION).await? {
        return Ok(None);
    }
    let stored = repo::find(tx, request).await?;
    if stored.request_hash != request.hash {
        return Err(Error::conflict(
            Code::IdempotencyKeyReused,
            "This Idempotency-Key was already used with other values. Use a new \
             Idempotency-Key, or reload the form.",
        ));
    }
    if !stored.answer.starts_with(VERSION) {
        return serde_json::from_str(&stored.answer).map(Some).map_err(unwritable);
    }
    let opened =
        cipher::open(&context.secrets.staff_mfa, &request.associated_data(), &stored.answer);
    let opened = opened.ok_or_else(|| {
        tracing::error!(scope = request.scope, "a recorded response cannot be decrypted");
        Error::unavailable()
    })?;
    serde_json::from_slice(&opened.secret).map(Some).map_err(unwritable)
}

/// Records the response under the claimed key.
pub(crate) async fn keep(
    tx: &mut WriteTx<impl Scope>,
    request: Option<&Request>,
    answer: &impl Serialize,
) -> Result<()> {
    let Some(request) = request else { return Ok(()) };
    let answer = serde_json::to_string(answer).map_err(unwritable)?;
    Ok(repo::store_response(tx, request, &answer).await?)
}

/// Records a response that contains a secret, such as a temporary password: encrypted, so that the
/// database and its backups never contain the secret in plain text.
pub(crate) async fn store_secret_response(
    tx: &mut WriteTx<impl Scope>,
    context: &Context,
    request: Option<&Request>,
    answer: &impl Serialize,
) -> Result<()> {
    let Some(request) = request else { return Ok(()) };
    let answer = Zeroizing::new(serde_json::to_vec(answer).map_err(unwritable)?);
    let data = request.associated_data();
    let sealed = cipher::seal(&context.secrets.staff_mfa, &data, &answer)?;
    Ok(repo::store_response(tx, request, &sealed).await?)
}

fn unwritable(error: serde_json::Error) -> Error {
    tracing::error!(%error, "a response cannot be recorded or read back");
    Error::internal()
}
