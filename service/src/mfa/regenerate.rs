//! A new set of recovery codes, after both factors are proved again.

use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::mfa::{RecoveryCodes, RegenerateInput, TypedCode, reauthentication_failed, typed_code};
use uuid::Uuid;

use super::prove::require_unrefused;
use super::repo::{self, CredentialRow};
use super::{Holder, Mfa, cipher, recovery, totp};
use crate::audit::Actor;
use crate::session::throttle::{self, Slot};

/// The limits that an attempt has passed.
struct Admission {
    code: Slot,
    password: Slot,
    successes: Vec<Slot>,
}

/// The results of the two checks.
struct Checked {
    password: bool,
    is_totp: bool,
    step: Option<i64>,
}

impl Mfa<'_> {
    /// Replaces all recovery codes. `password_hash` is the stored one of the same person.
    ///
    /// Errors: 409 `MFA_NOT_ENABLED`; 400 `REAUTHENTICATION_FAILED`, for either wrong factor; 429
    /// after too many attempts, or three sets within an hour; 503 when the secret cannot be read,
    /// or no core was free in time.
    pub(crate) async fn regenerate(
        &self,
        actor: &Actor<'_>,
        (account, password_hash): (Uuid, &str),
        input: &RegenerateInput,
    ) -> Result<RecoveryCodes> {
        input.check()?;
        let holder = Holder { organization: actor.organization, account };
        let mut tx = self.context.read_within(actor.organization).await?;
        let row = repo::find(&mut tx, self.realm, holder).await?.filter(|row| row.enabled);
        drop(tx);
        let row = row.ok_or_else(|| {
            Error::conflict(Code::MfaNotEnabled, "Two-step verification is not set up.")
        })?;
        require_unrefused(&row)?;
        let admission = self.admit(account).await?;
        let checked = match self.check(holder, &row, password_hash, input).await {
            Ok(checked) => checked,
            Err(error) => {
                self.give_back(&admission, true, true).await?;
                return Err(error);
            }
        };
        let (true, Some(step)) = (checked.password, checked.step) else {
            self.refuse_both(actor, holder, &admission, &checked).await?;
            return Err(reauthentication_failed());
        };
        let made = match recovery::make(self.context, self.realm.recovery_codes()).await {
            Ok(made) => made,
            Err(error) => {
                self.give_back(&admission, true, true).await?;
                return Err(error);
            }
        };
        let mut tx = self.context.begin_within(actor.organization).await?;
        let credential = (holder.organization, row.id);
        let stored = (step, &*made.hashes);
        if !repo::regenerate(&mut tx, self.realm, credential, stored).await? {
            drop(tx);
            let checked = Checked { step: None, ..checked };
            self.refuse_both(actor, holder, &admission, &checked).await?;
            return Err(reauthentication_failed());
        }
        admission.code.clear(&mut tx).await?;
        admission.password.clear(&mut tx).await?;
        self.record(&mut tx, actor, account, AuditAction::MfaRecoveryCodesRegenerated).await?;
        tx.commit().await?;
        let recovery_codes_remaining = super::count(&made.hashes);
        Ok(RecoveryCodes { recovery_codes: made.shown, recovery_codes_remaining })
    }

    async fn admit(&self, account: Uuid) -> Result<Admission> {
        let word = self.realm.word();
        let successes = throttle::admit_regeneration(self.context, word, account).await?;
        let code = match throttle::admit_code(self.context, word, account).await {
            Ok(code) => code,
            Err(error) => {
                self.give_slots_back(&successes).await?;
                return Err(error);
            }
        };
        match throttle::admit_password(self.context, self.realm, account).await {
            Ok(password) => Ok(Admission { code, password, successes }),
            Err(error) => {
                self.give_slots_back(&successes).await?;
                code.give_back(self.context).await?;
                Err(error)
            }
        }
    }

    /// Checks both factors, even if the first one is wrong: neither the response nor its time
    /// reveals which.
    async fn check(
        &self,
        holder: Holder,
        row: &CredentialRow,
        password_hash: &str,
        input: &RegenerateInput,
    ) -> Result<Checked> {
        let location = self.location(holder, row.id);
        let opened = cipher::open(self.settings(), &location, &row.encrypted_secret)?;
        let (passwords, secrets) = (&self.context.passwords, &self.context.secrets);
        let verdict =
            passwords.verify(secrets, &input.current_password, Some(password_hash)).await?;
        let code = match typed_code(&input.code) {
            Some(TypedCode::Totp(code)) => Some(code),
            Some(TypedCode::Recovery(_)) | None => None,
        };
        let step = code
            .as_ref()
            .and_then(|code| totp::matched_step(&opened.secret, code, self.context.now()))
            .filter(|step| row.totp_last_step.is_none_or(|last| last < *step));
        Ok(Checked { password: verdict.matches, is_totp: code.is_some(), step })
    }

    /// Counts the wrong factor, but not the correct one.
    async fn refuse_both(
        &self,
        actor: &Actor<'_>,
        holder: Holder,
        admission: &Admission,
        checked: &Checked,
    ) -> Result<()> {
        let is_wrong_guess = checked.is_totp && checked.step.is_none();
        let mut tx = self.context.begin_within(holder.organization).await?;
        if is_wrong_guess {
            repo::fail(&mut tx, self.realm, holder).await?;
            if admission.code.lose(&mut tx).await? {
                self.record(&mut tx, actor, holder.account, AuditAction::MfaLocked).await?;
            }
        }
        if !checked.password {
            admission.password.lose(&mut tx).await?;
        }
        self.record(&mut tx, actor, holder.account, AuditAction::MfaRegenerationRefused).await?;
        tx.commit().await?;
        self.give_back(admission, !is_wrong_guess, checked.password).await
    }

    async fn give_back(&self, admission: &Admission, code: bool, password: bool) -> Result<()> {
        self.give_slots_back(&admission.successes).await?;
        if code {
            admission.code.give_back(self.context).await?;
        }
        if password {
            admission.password.give_back(self.context).await?;
        }
        Ok(())
    }

    async fn give_slots_back(&self, slots: &[Slot]) -> Result<()> {
        for slot in slots {
            slot.give_back(self.context).await?;
        }
        Ok(())
    }
}
