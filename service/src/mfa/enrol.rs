//! Enrolment: a pending secret, and its confirmation by the first code.

use chrono::{DateTime, Utc};
use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::mfa::{MfaCompleteInput, MfaEnabled, MfaSetup, invalid_first_code};
use uuid::Uuid;

use super::cipher::{self, SecretLocation};
use super::prove::require_unrefused;
use super::recovery::{self, CodeSet};
use super::repo::{self, CredentialRow};
use super::{Holder, Mfa, PENDING, totp};
use crate::audit::Actor;
use crate::session::sign_in::SignIn;
use crate::session::throttle;

impl Mfa<'_> {
    /// Begins an enrolment, or returns the pending one: within 15 minutes the same secret. `label`
    /// is displayed by the app, the address of the account.
    ///
    /// Errors: 409 `MFA_ALREADY_ENABLED`; 429 after ten within an hour.
    pub(crate) async fn setup(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        label: &str,
    ) -> Result<MfaSetup> {
        let holder = Holder { organization: actor.organization, account };
        let mut tx = self.context.read_within(actor.organization).await?;
        let found = repo::find(&mut tx, self.realm, holder).await?;
        drop(tx);
        require_not_enabled(found.as_ref())?;
        throttle::admit_setup(self.context, self.realm.word(), account).await?;
        let now = self.context.now();
        let row = match found.filter(|row| row.started_at > now - PENDING) {
            Some(row) => row,
            None => self.start(actor, holder, now).await?,
        };
        require_not_enabled(Some(&row))?;
        let location = self.location(holder, row.id);
        let opened = cipher::open(self.settings(), &location, &row.encrypted_secret)?;
        totp::setup(&opened.secret, &self.settings().issuer, label, (row.started_at, now))
    }

    /// Stores a new secret; of two simultaneous requests, both get the stored one.
    async fn start(
        &self,
        actor: &Actor<'_>,
        holder: Holder,
        now: DateTime<Utc>,
    ) -> Result<CredentialRow> {
        let id = self.context.id();
        let secret = totp::new_secret()?;
        let sealed = cipher::seal(self.settings(), &self.location(holder, id), &secret)?;
        let pending_over = now - PENDING;
        let new = repo::NewCredential { id, encrypted_secret: &sealed, now, pending_over };
        let mut tx = self.context.begin_within(actor.organization).await?;
        repo::start(&mut tx, self.realm, holder, &new).await?;
        let row = repo::find(&mut tx, self.realm, holder).await?;
        let row = row.ok_or_else(Error::internal)?;
        if row.id == id {
            self.record(&mut tx, actor, holder.account, AuditAction::MfaSetupStarted).await?;
        }
        tx.commit().await?;
        Ok(row)
    }

    /// Completes the enrolment with the first code, and creates the recovery codes. Every other
    /// session ends: its owner may only have known the password.
    ///
    /// * `session`: the session of the request.
    ///
    /// Errors: 409 when no enrolment is pending; 400 `INVALID_MFA_CODE`; 429 `MFA_LOCKED`; 503 when
    /// the secret cannot be read, or no core was free in time.
    pub(crate) async fn complete(
        &self,
        actor: &Actor<'_>,
        (account, session): (Uuid, Option<Uuid>),
        input: &MfaCompleteInput,
    ) -> Result<MfaEnabled> {
        let code = input.check()?;
        let holder = Holder { organization: actor.organization, account };
        let row = self.pending(holder).await?;
        let location = self.location(holder, row.id);
        let opened = cipher::open(self.settings(), &location, &row.encrypted_secret)?;
        require_unrefused(&row)?;
        let slot = throttle::admit_code(self.context, self.realm.word(), account).await?;
        let Some(step) = totp::matched_step(&opened.secret, &code, self.context.now()) else {
            self.fail(actor, holder, Some(&slot)).await?;
            return Err(invalid_first_code());
        };
        let made = match self.recovery_codes_for(holder).await {
            Ok(made) => made,
            Err(error) => {
                slot.give_back(self.context).await?;
                return Err(error);
            }
        };
        let now = self.context.now();
        let mut tx = self.context.begin_within(holder.organization).await?;
        let credential = (holder.organization, row.id);
        let stored = (step, &*made.hashes);
        let times = (now, now - PENDING);
        if !repo::enable(&mut tx, self.realm, credential, stored, times).await? {
            drop(tx);
            slot.give_back(self.context).await?;
            // This enrolment has expired, or another code has completed it.
            self.pending(holder).await?;
            return Err(already_enabled());
        }
        slot.clear(&mut tx).await?;
        self.record(&mut tx, actor, account, AuditAction::MfaEnabled).await?;
        if let Some(session) = session {
            let sign_in = SignIn::new(self.context, self.realm);
            sign_in.end_others(&mut tx, actor, (account, session)).await?;
        }
        tx.commit().await?;
        let recovery_codes_remaining = super::count(&made.hashes);
        Ok(MfaEnabled { mfa_enabled: true, recovery_codes: made.shown, recovery_codes_remaining })
    }

    /// Creates recovery codes if the enrolment is still pending: a request that waited for a slot
    /// while another one completed it needs none, and they are expensive.
    async fn recovery_codes_for(&self, holder: Holder) -> Result<CodeSet> {
        self.pending(holder).await?;
        recovery::make(self.context, self.realm.recovery_codes()).await
    }

    /// Enables a second factor immediately, for the demo: its app does not exist, so only a reset
    /// gives access.
    pub(crate) async fn pretend(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        label: &str,
    ) -> Result<()> {
        let setup = self.setup(actor, account, label).await?;
        let code = totp::code_of(&setup.secret, self.context.now())?;
        let input = MfaCompleteInput::new(code);
        self.complete(actor, (account, None), &input).await.map(drop)
    }

    /// Errors: 409 when no enrolment is pending.
    pub(crate) async fn require_pending(&self, holder: Holder) -> Result<()> {
        self.pending(holder).await.map(drop)
    }

    async fn pending(&self, holder: Holder) -> Result<CredentialRow> {
        let mut tx = self.context.read_within(holder.organization).await?;
        let Some(row) = repo::find(&mut tx, self.realm, holder).await? else {
            let message = "Start setting up two-step verification first.";
            return Err(Error::conflict(Code::MfaNotPending, message));
        };
        require_not_enabled(Some(&row))?;
        if row.started_at <= self.context.now() - PENDING {
            let message = "This setup has expired. Start again and scan the new code.";
            return Err(Error::conflict(Code::MfaSetupExpired, message));
        }
        Ok(row)
    }

    pub(super) fn location(&self, holder: Holder, credential: Uuid) -> SecretLocation {
        SecretLocation { realm: self.realm, holder, credential }
    }
}

fn require_not_enabled(row: Option<&CredentialRow>) -> Result<()> {
    if row.is_some_and(|row| row.enabled) { Err(already_enabled()) } else { Ok(()) }
}

fn already_enabled() -> Error {
    Error::conflict(Code::MfaAlreadyEnabled, "Two-step verification is already on.")
}
