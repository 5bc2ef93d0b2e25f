//! The second factor of staff: the second step of a sign-in, and looking after one's own.

use shared::error::{Error, Result};
use shared::id::StaffId;
use shared::mfa::{
    MfaCompleteInput, MfaEnabled, MfaLoginAnswer, MfaLoginInput, MfaSetup, RecoveryCodes,
    RegenerateInput, invalid_pre_auth_token,
};

use super::login::actor;
use super::token::Proved;
use super::{Sessions, begin, repo, session_of};
use crate::audit::Actor;
use crate::caller::{Caller, RequestContext};
use crate::mfa::{Mfa, Proof, Realm, Redeemed};

impl Sessions<'_> {
    /// Begins the session of somebody whose password was right, with a code of their
    /// authenticator app or with a recovery code.
    ///
    /// Errors: 401 `INVALID_PRE_AUTH_TOKEN`, 401 `INVALID_MFA_CODE`, 429 `MFA_LOCKED`; 429 after
    /// too many attempts; 503 when the code cannot be checked right now.
    pub async fn login_mfa(
        &self,
        input: MfaLoginInput,
        request: RequestContext,
    ) -> Result<MfaLoginAnswer> {
        let proof = self.mfa().prove(&input, &request).await?;
        match self.redeem(&proof, &request).await {
            Err(error @ Error::Unauthenticated(_)) => {
                self.mfa().refuse(&proof, error, &request).await
            }
            answer => answer,
        }
    }

    /// The lock on the person, the token, the code, the session and the entries: all or nothing.
    async fn redeem(&self, proof: &Proof, request: &RequestContext) -> Result<MfaLoginAnswer> {
        let holder = proof.holder;
        let mut tx = self.0.db.begin().await?;
        let account = repo::account(&mut tx, holder.organization, StaffId(holder.account)).await?;
        let account = account.filter(|it| it.password_version == proof.password_version);
        let account = account.ok_or_else(invalid_pre_auth_token)?;
        if !repo::keep_password(&mut tx, &account, &account.password_hash).await? {
            return Err(invalid_pre_auth_token());
        }
        let redeemed = self.mfa().redeem(&mut tx, proof).await?;
        let token = begin(&mut tx, self.0, &account, request, proved(redeemed)).await?;
        let who = actor(&account, request);
        self.mfa().record_redeemed(&mut tx, &who, account.id.0, redeemed).await?;
        let login = self.signed_in(&mut tx, &account, request, token).await?;
        tx.commit().await?;
        let Redeemed { used_recovery_code, recovery_codes_remaining } = redeemed;
        Ok(MfaLoginAnswer { login, used_recovery_code, recovery_codes_remaining })
    }

    /// Begins to set up the caller's second factor; within 15 minutes always the same secret.
    ///
    /// Errors: 409 `MFA_ALREADY_ENABLED`; 403 for tokens of integrations.
    pub async fn mfa_setup(&self, caller: &Caller) -> Result<MfaSetup> {
        require_own(caller)?;
        let account = self.account(caller).await?;
        self.mfa().setup(&actor_of(caller), account.id.0, &account.email).await
    }

    /// Sets the caller's second factor up with the first code, and answers with the recovery
    /// codes, this once.
    ///
    /// Errors: 400 `INVALID_MFA_CODE`; 409 when nothing is pending; 429 `MFA_LOCKED`.
    pub async fn mfa_complete(
        &self,
        caller: &Caller,
        input: MfaCompleteInput,
    ) -> Result<MfaEnabled> {
        require_own(caller)?;
        self.mfa().complete(&actor_of(caller), caller.staff().0, &input).await
    }

    /// Replaces the caller's recovery codes, with password and code.
    ///
    /// Errors: 400 `REAUTHENTICATION_FAILED`; 409 `MFA_NOT_ENABLED`; 429 after too many.
    pub async fn regenerate_recovery_codes(
        &self,
        caller: &Caller,
        input: RegenerateInput,
    ) -> Result<RecoveryCodes> {
        require_own(caller)?;
        let account = self.account(caller).await?;
        let person = (account.id.0, account.password_hash.as_str());
        self.mfa().regenerate(&actor_of(caller), person, &input).await
    }

    /// How often a core was kept busy with a hash so far.
    #[cfg(any(test, feature = "test-support"))]
    pub fn hashes_for_testing(&self) -> u64 {
        self.0.passwords.runs()
    }

    fn mfa(&self) -> Mfa<'_> {
        Mfa::new(self.0, Realm::Staff)
    }
}

/// Errors: 403 for tokens of integrations, and while a temporary password stands.
fn require_own(caller: &Caller) -> Result<()> {
    session_of(caller)?;
    caller.require_own_password()
}

fn actor_of(caller: &Caller) -> Actor<'_> {
    Actor {
        organization: caller.organization(),
        id: Some(caller.staff()),
        name: caller.name(),
        request: caller.request(),
    }
}

fn proved(redeemed: Redeemed) -> Proved {
    if redeemed.used_recovery_code { Proved::RecoveryCode } else { Proved::Code }
}
