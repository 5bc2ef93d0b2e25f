//! Resets of another person's sign-in by staff.

use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use uuid::Uuid;

use super::{SignIn, repo, throttle};
use crate::audit::Actor;
use crate::mfa::Holder;
use crate::session::password;
use crate::transaction::WriteTx;

/// A reset for another person, by staff.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Reset {
    /// The password, and failed attempts with codes.
    Password,
    /// The second factor, and the password as well, so that the old password alone does not give
    /// access.
    SecondFactor,
}

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

    /// Issues a temporary password for an account, ends its sessions, and resets failed attempts.
    ///
    /// Errors: 409 `MFA_NOT_ENABLED` when there is no second factor to remove.
    pub(crate) async fn reset(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        (account, email): (Uuid, &str),
        reset: Reset,
        temporary: &Temporary,
    ) -> Result<()> {
        let holder = Holder { organization: actor.organization, account };
        repo::reset_password(tx, self.realm, holder, &temporary.hash, self.context.now()).await?;
        self.end_all(tx, actor, account).await?;
        self.end_tokens(tx, actor, account, &[]).await?;
        throttle::forgive(tx, self.realm, email).await?;
        let changed: (AuditAction, &[&str]) = match reset {
            Reset::Password => {
                self.mfa().forgive(tx, holder).await?;
                (AuditAction::PasswordReset, &["password"])
            }
            Reset::SecondFactor => {
                if !self.mfa().remove(tx, holder).await? {
                    let message = "Two-step verification is not on.";
                    return Err(Error::conflict(Code::MfaNotEnabled, message));
                }
                (AuditAction::MfaReset, &["mfa", "password"])
            }
        };
        self.record_fields(tx, actor, account, changed).await
    }
}
