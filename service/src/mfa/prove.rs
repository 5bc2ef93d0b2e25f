//! The second step of a sign-in. A code is verified before the transaction that begins the session,
//! because that takes a while; it is consumed inside it, unless it was consumed in the meantime.

use shared::audit::AuditAction;
use shared::error::{Code, Error, Result};
use shared::mfa::{
    MfaLoginAnswer, MfaLoginInput, TypedCode, invalid_code, invalid_pre_auth_token, locked,
    typed_code,
};
use uuid::Uuid;

use super::repo::{self, CredentialRow};
use super::{FAILURES_MAX, Holder, Mfa, REFUSED_SECONDS, cipher, pre_auth, recovery, totp};
use crate::audit::Actor;
use crate::caller::RequestContext;
use crate::session::throttle::{self, Slot};
use crate::transaction::WriteTx;

/// A token and a code that were valid when checked.
pub(crate) struct Proof {
    /// The owner of the code.
    pub holder: Holder,
    /// The version of the password that the token was issued for.
    pub password_version: i64,
    token_hash: String,
    credential: Uuid,
    factor: Factor,
}

enum Factor {
    Totp { step: i64, slot: Slot, reencrypted: Option<(String, String)> },
    Recovery { hash: String },
}

/// The result of a redeemed proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Redeemed {
    /// True if it was a recovery code. With none left, the last one is consumed.
    pub used_recovery_code: bool,
    /// Recovery codes left.
    pub recovery_codes_remaining: u32,
}

impl Redeemed {
    /// Returns true if the last recovery code was just consumed.
    pub(crate) fn is_exhausting(self) -> bool {
        self.used_recovery_code && self.recovery_codes_remaining == 0
    }

    /// The response to the second step of a sign-in.
    pub(crate) fn answer<A>(self, login: A) -> MfaLoginAnswer<A> {
        let Self { used_recovery_code, recovery_codes_remaining } = self;
        MfaLoginAnswer { login, used_recovery_code, recovery_codes_remaining }
    }
}

impl Mfa<'_> {
    /// Checks a token and a code, and counts failures.
    ///
    /// Errors: 401 `INVALID_PRE_AUTH_TOKEN`, 401 `INVALID_MFA_CODE`; 429 `MFA_LOCKED` for codes of
    /// an app after too many wrong ones; 429 for too many attempts from one network address; 503
    /// when the secret cannot be read, or no core was free in time.
    pub(crate) async fn prove(
        &self,
        input: &MfaLoginInput,
        request: &RequestContext,
    ) -> Result<Proof> {
        input.check()?;
        throttle::admit_second_step(self.context, self.realm, request.ip.as_deref()).await?;
        let token_hash = pre_auth::hash(&input.pre_auth_token);
        let mut tx = self.context.db.begin().await?;
        let limits = (self.context.now(), pre_auth::ATTEMPTS_MAX);
        let token = repo::reserve(&mut tx, self.realm, &token_hash, limits).await?;
        tx.commit().await?;
        let token = token.ok_or_else(invalid_pre_auth_token)?;
        let holder = token.holder();
        let judged = match self.enabled(holder).await {
            Ok(Some(row)) => self.judge(holder, &row, &input.code, request).await,
            Ok(None) => Err(invalid_pre_auth_token()),
            Err(error) => Err(error),
        };
        match judged {
            Ok((credential, factor)) => {
                let password_version = token.password_version;
                Ok(Proof { holder, password_version, token_hash, credential, factor })
            }
            Err(error) => {
                if !matches!(error, Error::Unauthenticated(_)) {
                    // The code was not checked.
                    let mut tx = self.context.db.begin().await?;
                    repo::give_back(&mut tx, self.realm, &token_hash).await?;
                    tx.commit().await?;
                }
                Err(error)
            }
        }
    }

    async fn enabled(&self, holder: Holder) -> Result<Option<CredentialRow>> {
        let mut tx = self.context.read_within(holder.organization).await?;
        let row = repo::find(&mut tx, self.realm, holder).await?;
        Ok(row.filter(|row| row.enabled))
    }

    async fn judge(
        &self,
        holder: Holder,
        row: &CredentialRow,
        code: &str,
        request: &RequestContext,
    ) -> Result<(Uuid, Factor)> {
        let factor = match typed_code(code) {
            Some(TypedCode::Totp(code)) => self.judge_totp(holder, row, &code, request).await?,
            Some(TypedCode::Recovery(code)) => {
                let found = recovery::matching(self.context, row.hashes()?, code).await?;
                found.map(|hash| Factor::Recovery { hash })
            }
            None => None,
        };
        if let Some(factor) = factor {
            return Ok((row.id, factor));
        }
        if !matches!(typed_code(code), Some(TypedCode::Totp(_))) {
            self.fail(&nobody(holder, request), holder, None).await?;
        }
        Err(invalid_code())
    }

    async fn judge_totp(
        &self,
        holder: Holder,
        row: &CredentialRow,
        code: &str,
        request: &RequestContext,
    ) -> Result<Option<Factor>> {
        require_unrefused(row)?;
        let location = self.location(holder, row.id);
        let opened = cipher::open(self.settings(), &location, &row.encrypted_secret)?;
        let slot = throttle::admit_code(self.context, self.realm.word(), holder.account).await?;
        let step = totp::matched_step(&opened.secret, code, self.context.now());
        let Some(step) = step.filter(|step| row.totp_last_step.is_none_or(|last| last < *step))
        else {
            self.fail(&nobody(holder, request), holder, Some(&slot)).await?;
            return Ok(None);
        };
        let reencrypted = if opened.is_outdated {
            let sealed = cipher::seal(self.settings(), &location, &opened.secret)?;
            Some((row.encrypted_secret.clone(), sealed))
        } else {
            None
        };
        Ok(Some(Factor::Totp { step, slot, reencrypted }))
    }

    /// Consumes token and code, in the transaction that begins the session. The caller must hold
    /// the lock on the account, and must have verified that it may sign in and that the password is
    /// still the one of the proof.
    ///
    /// Errors: 401 when one of the two was consumed in the meantime; then nothing else may be
    /// written, and [`Mfa::refuse`] counts the failure.
    pub(crate) async fn redeem(&self, tx: &mut WriteTx, proof: &Proof) -> Result<Redeemed> {
        if !repo::burn(tx, self.realm, &proof.token_hash, self.context.now()).await? {
            return Err(invalid_pre_auth_token());
        }
        let credential = (proof.holder.organization, proof.credential);
        match &proof.factor {
            Factor::Totp { step, slot, reencrypted } => {
                if !repo::burn_step(tx, self.realm, credential, *step).await? {
                    return Err(invalid_code());
                }
                if let Some((before, after)) = reencrypted {
                    repo::reencrypt(tx, self.realm, credential, (before, after)).await?;
                }
                slot.clear(tx).await?;
                let status = self.status(tx, proof.holder).await?;
                let recovery_codes_remaining = status.recovery_codes_remaining.unwrap_or(0);
                Ok(Redeemed { used_recovery_code: false, recovery_codes_remaining })
            }
            Factor::Recovery { hash } => {
                let left = repo::remove_hash(tx, self.realm, credential, hash).await?;
                let left = left.ok_or_else(invalid_code)?;
                let recovery_codes_remaining = super::count(&left);
                Ok(Redeemed { used_recovery_code: true, recovery_codes_remaining })
            }
        }
    }

    /// Writes the audit entries of a used recovery code, in the transaction that consumed it.
    pub(crate) async fn record_redeemed(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        account: Uuid,
        redeemed: Redeemed,
    ) -> Result<()> {
        if !redeemed.used_recovery_code {
            return Ok(());
        }
        self.record(tx, actor, account, AuditAction::MfaRecoveryCodeUsed).await?;
        if redeemed.is_exhausting() {
            self.record(tx, actor, account, AuditAction::MfaRecoveryCodesExhausted).await?;
        }
        Ok(())
    }

    /// Counts a proof that came too late, after its transaction was rolled back, and returns the
    /// error.
    pub(crate) async fn refuse<T>(
        &self,
        proof: &Proof,
        error: Error,
        request: &RequestContext,
    ) -> Result<T> {
        let slot = match &proof.factor {
            Factor::Totp { slot, .. } => Some(slot),
            Factor::Recovery { .. } => None,
        };
        match error.code() {
            Code::InvalidMfaCode => {
                self.fail(&nobody(proof.holder, request), proof.holder, slot).await?;
            }
            _ => {
                if let Some(slot) = slot {
                    slot.give_back(self.context).await?;
                }
            }
        }
        Err(error)
    }

    /// Counts a wrong code and writes the audit entry. The slot belongs to a code of the app.
    pub(super) async fn fail(
        &self,
        actor: &Actor<'_>,
        holder: Holder,
        slot: Option<&Slot>,
    ) -> Result<()> {
        let mut tx = self.context.begin_within(holder.organization).await?;
        if let Some(slot) = slot {
            repo::fail(&mut tx, self.realm, holder).await?;
            if slot.lose(&mut tx).await? {
                self.record(&mut tx, actor, holder.account, AuditAction::MfaLocked).await?;
            }
        }
        self.record(&mut tx, actor, holder.account, AuditAction::MfaCodeRefused).await?;
        Ok(tx.commit().await?)
    }
}

/// Errors: 429 `MFA_LOCKED` after a hundred wrong codes in a row; a reset lifts it.
pub(super) fn require_unrefused(row: &CredentialRow) -> Result<()> {
    if row.totp_failures < FAILURES_MAX { Ok(()) } else { Err(locked(REFUSED_SECONDS)) }
}

fn nobody(holder: Holder, request: &RequestContext) -> Actor<'_> {
    let organization = holder.organization;
    Actor { organization, id: None, name: "Not signed in", api_token: None, request }
}
