//! The second factor: codes of an authenticator app, and recovery codes.
//!
//! Staff and customers share this code and nothing else: a [`Realm`] has tables, keys, an issuer
//! and a number of recovery codes of its own. This module is independent of accounts and sessions:
//! a sign-in requests a token from [`Mfa::challenge`], proves a code with [`Mfa::prove`], and
//! redeems the proof in the transaction that begins the session.

mod cipher;
mod enrol;
mod pre_auth;
mod prove;
mod recovery;
mod reencrypt;
mod regenerate;
mod repo;
#[cfg(test)]
mod tests;
mod totp;

use chrono::TimeDelta;
use shared::audit::AuditAction;
use shared::error::{Error, Result};
use shared::id::OrganizationId;
pub(crate) use shared::realm::Realm;
use uuid::Uuid;

use crate::audit::{self, Actor, Entry};
use crate::context::Context;
use crate::secret::MfaSettings;
use crate::session::throttle;
use crate::transaction::{ReadTx, WriteTx};
pub(crate) use prove::{Proof, Redeemed};
pub use reencrypt::{Reencrypted, SecondFactors};

/// The lifetime of an unconfirmed secret, after which it is replaced.
const PENDING: TimeDelta = TimeDelta::minutes(15);
/// The number of consecutive wrong codes after which an app is refused permanently.
const FAILURES_MAX: i64 = 100;
/// The waiting time in seconds that is reported once an app is refused permanently.
const REFUSED_SECONDS: u32 = 86_400;

/// The owner of a second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Holder {
    pub organization: OrganizationId,
    /// A member of staff, or a portal account.
    pub account: Uuid,
}

/// The state of an account's second factor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FactorStatus {
    /// True if a second factor is required.
    pub enabled: bool,
    /// Recovery codes left; none without a second factor.
    pub recovery_codes_remaining: Option<u32>,
}

/// The second factor of one realm.
#[derive(Debug)]
pub(crate) struct Mfa<'c> {
    context: &'c Context,
    realm: Realm,
}

impl<'c> Mfa<'c> {
    /// The second factor of the given realm.
    pub(crate) fn new(context: &'c Context, realm: Realm) -> Self {
        Self { context, realm }
    }

    fn settings(&self) -> &MfaSettings {
        self.context.secrets.mfa(self.realm)
    }

    /// The state of the second factor: whether it is required, and the number of recovery codes
    /// left.
    pub(crate) async fn status(&self, tx: &mut ReadTx, holder: Holder) -> Result<FactorStatus> {
        let row = repo::find(tx, self.realm, holder).await?.filter(|row| row.enabled);
        let remaining = row.as_ref().map(repo::CredentialRow::hashes).transpose()?;
        Ok(FactorStatus {
            enabled: row.is_some(),
            recovery_codes_remaining: remaining.map(|hashes| count(&hashes)),
        })
    }

    /// Removes the second factor; false when there is none: an unconfirmed one does not count. The
    /// caller ends the sessions and writes the audit entry.
    pub(crate) async fn remove(&self, tx: &mut WriteTx, holder: Holder) -> Result<bool> {
        let removed = repo::delete(tx, self.realm, holder).await?;
        throttle::clear_codes(tx, self.realm.word(), holder.account).await?;
        Ok(removed)
    }

    /// Resets the counts of failed attempts: for a reset of the password.
    pub(crate) async fn forgive(&self, tx: &mut WriteTx, holder: Holder) -> Result<()> {
        repo::forgive(tx, self.realm, holder).await?;
        throttle::clear_codes(tx, self.realm.word(), holder.account).await
    }

    /// Writes the audit entry of an action on a second factor.
    async fn record(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        account: Uuid,
        action: AuditAction,
    ) -> Result<()> {
        let entry = Entry {
            action,
            entity_type: self.realm.entity_type(),
            entity_id: Some(account.to_string()),
            fields: &[],
        };
        audit::record_of(tx, self.context, actor, entry).await
    }
}

/// The number of recovery codes in the stored array.
///
/// Errors: 503 when the array is invalid.
pub(crate) fn recovery_codes(array: &str) -> Result<u32> {
    repo::hashes(array).map(|hashes| count(&hashes))
}

fn count(hashes: &[String]) -> u32 {
    u32::try_from(hashes.len()).unwrap_or(u32::MAX)
}

/// 500, after the cause was logged.
fn fault(what: &str, error: &dyn std::fmt::Display) -> Error {
    tracing::error!(%error, "{what}");
    Error::internal()
}
