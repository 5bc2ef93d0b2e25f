//! Management of one's own sign-in.

use shared::audit::AuditAction;
use shared::error::{Error, Result};
use shared::id::ApiTokenId;
use shared::mfa::{MfaCompleteInput, MfaEnabled, MfaSetup, RecoveryCodes, RegenerateInput};
use shared::session::{PasswordInput, TokenAnswer, invalid_current_password};
use uuid::Uuid;

use super::repo::{self, Account};
use super::{SignIn, throttle};
use crate::audit::Actor;
use crate::mfa::Holder;
use crate::session::throttle::Slot;
use crate::session::token::VerifiedFactors;
use crate::transaction::WriteTx;

impl SignIn<'_> {
    /// Changes the password of an account, ends all its sessions and begins a new one.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 400 naming `newPassword` when it is refused; 429
    /// after too many wrong ones; 503 when no core was free in time.
    pub(crate) async fn change_password(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        input: &PasswordInput,
    ) -> Result<TokenAnswer> {
        input.check()?;
        let slot = throttle::admit_password(self.context, self.realm, account).await?;
        let (account, hash) = match self.replacement(actor, account, input).await {
            Ok((account, Some(hash))) => (account, hash),
            Ok((account, None)) => return self.refuse_password(actor, account.id, &slot).await,
            Err(error) => {
                slot.give_back(self.context).await?;
                return Err(error);
            }
        };
        let mut tx = self.context.begin_within(actor.organization).await?;
        slot.clear(&mut tx).await?;
        let answer =
            self.replace_password(&mut tx, actor, account, (&hash, &input.keep_tokens)).await?;
        tx.commit().await?;
        Ok(answer)
    }

    /// The account, and the hash of its new password, or none when the current one is wrong.
    async fn replacement(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        input: &PasswordInput,
    ) -> Result<(Account, Option<String>)> {
        let (account, has_second_factor) = self.account(actor, account).await?;
        let words = [&*account.email, &*account.name, &*account.organization_name];
        let (passwords, secrets) = (&self.context.passwords, &self.context.secrets);
        let stored = (account.password_hash.as_str(), has_second_factor);
        let hash = passwords.replacement(secrets, input, stored, words).await?;
        Ok((account, hash))
    }

    /// The account of an authenticated caller, and whether it has a second factor.
    pub(super) async fn account(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
    ) -> Result<(Account, bool)> {
        let holder = Holder { organization: actor.organization, account };
        let mut tx = self.context.read_within(actor.organization).await?;
        let account = repo::account(&mut tx, self.realm, holder).await?;
        let account = account.ok_or_else(Error::unauthenticated)?;
        let status = self.mfa().status(&mut tx, holder).await?;
        Ok((account, status.enabled))
    }

    pub(super) async fn refuse_password<T>(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        slot: &Slot,
    ) -> Result<T> {
        let mut tx = self.context.begin_within(actor.organization).await?;
        slot.lose(&mut tx).await?;
        self.record(&mut tx, actor, account, AuditAction::PasswordRefused).await?;
        tx.commit().await?;
        Err(invalid_current_password())
    }

    async fn replace_password(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        account: Account,
        (hash, keep_tokens): (&str, &[ApiTokenId]),
    ) -> Result<TokenAnswer> {
        if !repo::set_password(tx, self.realm, &account, hash, self.context.now()).await? {
            return Err(Error::unauthenticated());
        }
        self.end_all(tx, actor, account.id).await?;
        self.end_tokens(tx, actor, account.id, keep_tokens).await?;
        self.record_fields(tx, actor, account.id, (AuditAction::PasswordChanged, &["password"]))
            .await?;
        let account = Account { password_version: account.password_version + 1, ..account };
        self.begin(tx, &account, actor.request, VerifiedFactors::Password).await
    }

    /// Begins the enrolment of a second factor; within 15 minutes always the same secret.
    ///
    /// Errors: 409 `MFA_ALREADY_ENABLED`.
    pub(crate) async fn mfa_setup(&self, actor: &Actor<'_>, account: Uuid) -> Result<MfaSetup> {
        let (account, _) = self.account(actor, account).await?;
        self.mfa().setup(actor, account.id, &account.email).await
    }

    /// The same after the password was entered again.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 409 `MFA_ALREADY_ENABLED`; 429 after too many wrong
    /// passwords.
    pub(crate) async fn mfa_begin(
        &self,
        actor: &Actor<'_>,
        own: (Uuid, Uuid),
        password: &str,
    ) -> Result<MfaSetup> {
        self.confirm_password(actor, own, password).await?;
        self.mfa_setup(actor, own.0).await
    }

    /// Enables a second factor with the first code, and returns the recovery codes, this once. The
    /// password must have been entered recently, or be sent with the code.
    ///
    /// Errors: 400 `INVALID_MFA_CODE`, 400 naming `currentPassword`; 400
    /// `INVALID_CURRENT_PASSWORD`; 409 when nothing is pending; 429 `MFA_LOCKED`.
    pub(crate) async fn mfa_complete(
        &self,
        actor: &Actor<'_>,
        (account, session): (Uuid, Uuid),
        input: &MfaCompleteInput,
    ) -> Result<MfaEnabled> {
        input.check()?;
        let holder = Holder { organization: actor.organization, account };
        self.mfa().require_pending(holder).await?;
        self.require_confirmed(actor, (account, session), input.current_password.as_deref())
            .await?;
        self.mfa().complete(actor, (account, Some(session)), input).await
    }

    /// Replaces the recovery codes, with password and code.
    ///
    /// Errors: 400 `REAUTHENTICATION_FAILED`; 409 `MFA_NOT_ENABLED`; 429 after too many.
    pub(crate) async fn regenerate_recovery_codes(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        input: &RegenerateInput,
    ) -> Result<RecoveryCodes> {
        let (account, _) = self.account(actor, account).await?;
        let person = (account.id, account.password_hash.as_str());
        self.mfa().regenerate(actor, person, input).await
    }
}
