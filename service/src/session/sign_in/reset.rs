//! Resets of another person's sign-in by staff.

use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use uuid::Uuid;

use super::{SignIn, repo, throttle};
use crate::act::WriteTx;
use crate::audit::Actor;
use crate::mfa::Holder;
use crate::session::password;

/// A generated password, to be shown once.
pub(crate) struct Temporary {
    /// The password.
    pub password: String,
    /// The stored hash.
    pub hash: String,
}

impl SignIn<'_> {
    /// Generates a password.
    ///
    /// Errors: 503 when no core was free in time.
    pub(crate) async fn temporary_password(&self) -> Result<Temporary> {
        let password = password::temporary()?;
        let hash = self.context.passwords.hash(&self.context.secrets, &password).await?;
        Ok(Temporary { password, hash })
    }

    /// Issues a temporary password for an account, ends its sessions, and resets failed attempts
    /// with passwords and codes.
    pub(crate) async fn reset_password(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        (account, email): (Uuid, &str),
        temporary: &Temporary,
    ) -> Result<()> {
        let holder = Holder { organization: actor.organization, account };
        self.reset_credentials(tx, actor, (holder, email), temporary).await?;
        self.mfa().forgive(tx, holder).await?;
        self.record_fields(tx, actor, account, (AuditAction::PasswordReset, &["password"])).await
    }

    /// Removes the second factor of an account, and resets its password as well, so that the old
    /// password alone does not give access.
    ///
    /// Errors: 409 `MFA_NOT_ENABLED` when there is none.
    pub(crate) async fn reset_mfa(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        (account, email): (Uuid, &str),
        temporary: &Temporary,
    ) -> Result<()> {
        let holder = Holder { organization: actor.organization, account };
        self.reset_credentials(tx, actor, (holder, email), temporary).await?;
        if !self.mfa().remove(tx, holder).await? {
            return Err(Error::conflict(Code::MfaNotEnabled, "Two-step verification is not on."));
        }
        self.record_fields(tx, actor, account, (AuditAction::MfaReset, &["mfa", "password"])).await
    }

    async fn reset_credentials(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        (holder, email): (Holder, &str),
        temporary: &Temporary,
    ) -> Result<()> {
        let now = self.context.now();
        repo::reset_password(tx, self.realm, holder, &temporary.hash, now).await?;
        self.end_all(tx, actor, holder.account).await?;
        self.end_tokens(tx, actor, holder.account, &[]).await?;
        throttle::forgive(tx, self.realm, email).await
    }
}
