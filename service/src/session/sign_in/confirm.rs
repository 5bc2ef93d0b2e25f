//! Actions that require a recently entered password in addition to a session.

use chrono::TimeDelta;
use shared::error::{Error, FieldCode, Result};
use shared::session::{PASSWORD_BYTES_MAX, invalid_current_password};
use uuid::Uuid;

use super::repo::{self, Account};
use super::{SignIn, throttle};
use crate::audit::Actor;

/// The time for which an entered password remains confirmed.
const CONFIRMED: TimeDelta = TimeDelta::minutes(15);

impl SignIn<'_> {
    /// Checks the password of an authenticated caller, and records the time in the session.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 429 after too many wrong ones; 503 when no core was
    /// free in time.
    pub(super) async fn confirm_password(
        &self,
        actor: &Actor<'_>,
        (account, session): (Uuid, Uuid),
        password: &str,
    ) -> Result<()> {
        if !(1..=PASSWORD_BYTES_MAX).contains(&password.len()) {
            return Err(invalid_current_password());
        }
        let slot = throttle::admit_password(self.context, self.realm, account).await?;
        match self.is_password(actor, account, password).await {
            Ok((_, true)) => {}
            Ok((account, false)) => return self.refuse_password(actor, account.id, &slot).await,
            Err(error) => {
                slot.give_back(self.context).await?;
                return Err(error);
            }
        }
        let mut tx = self.context.begin_within(actor.organization).await?;
        slot.clear(&mut tx).await?;
        let session = (actor.organization, session);
        repo::confirm(&mut tx, self.realm, session, self.context.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Errors: 400 naming `currentPassword` when it was entered too long ago and is missing in the
    /// request; else those of [`Self::confirm_password`].
    pub(super) async fn require_confirmed(
        &self,
        actor: &Actor<'_>,
        own: (Uuid, Uuid),
        password: Option<&str>,
    ) -> Result<()> {
        if let Some(password) = password {
            return self.confirm_password(actor, own, password).await;
        }
        let mut tx = self.context.db.autocommit_read().await?.limited_to(actor.organization);
        let session = (actor.organization, own.1);
        let at = repo::confirmed_at(&mut tx, self.realm, session).await?;
        if at.is_some_and(|at| self.context.now() - at <= CONFIRMED) {
            return Ok(());
        }
        let message = "Enter your current password: you signed in more than 15 minutes ago.";
        Err(Error::field("currentPassword", FieldCode::Required, message))
    }

    async fn is_password(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        password: &str,
    ) -> Result<(Account, bool)> {
        let (account, _) = self.account(actor, account).await?;
        let (passwords, secrets) = (&self.context.passwords, &self.context.secrets);
        let verdict = passwords.verify(secrets, password, Some(&account.password_hash)).await?;
        Ok((account, verdict.matches))
    }
}
