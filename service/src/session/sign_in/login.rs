//! Sign-in with a password, and with a code if a second factor is set up.

use shared::audit::AuditAction;
use shared::error::{Code, Error, Problem, Result};
use shared::mfa::{MfaLoginInput, MfaRequired, invalid_pre_auth_token};
use shared::session::{LoginInput, TokenAnswer};

use super::repo::{self, Account};
use super::{SignIn, throttle};
use crate::audit::Actor;
use crate::caller::RequestContext;
use crate::mfa::{Proof, Redeemed};
use crate::session::password::Verdict;
use crate::session::throttle::Slot;
use crate::session::token::VerifiedFactors;
use crate::transaction::WriteTx;

/// A successful sign-in in an open transaction: the caller adds the rest of the change, and
/// commits.
pub(crate) struct AcceptedSignIn<N> {
    pub tx: WriteTx,
    pub account: Account,
    /// The outcome of the step.
    pub next: N,
}

/// The outcome of a correct password.
pub(crate) enum Next {
    /// No second factor is required.
    Session(TokenAnswer),
    /// A code is required.
    Code(MfaRequired),
}

impl SignIn<'_> {
    /// Begins a session, or requests the second factor of an account that has one.
    ///
    /// Errors: 401 `INVALID_CREDENTIALS`, the same and after the same time for an unknown address,
    /// a wrong password and a blocked account; 429 after too many attempts; 503 when no core was
    /// free in time.
    pub(crate) async fn login(
        &self,
        input: &LoginInput,
        request: &RequestContext,
    ) -> Result<AcceptedSignIn<Next>> {
        let email = input.check()?;
        let ip = request.ip.as_deref();
        let slot = throttle::admit_login(self.context, self.realm, ip, &email).await?;
        let (account, verdict) = match self.judge(&email, &input.password).await {
            Ok(judged) => judged,
            Err(error) => {
                slot.give_back(self.context).await?;
                return Err(error);
            }
        };
        match account {
            Some(account) if verdict.matches && !account.is_blocked => {
                self.accept(account, verdict, &slot, request).await
            }
            account => self.refuse(account.as_ref(), &slot, request).await,
        }
    }

    async fn judge(&self, email: &str, password: &str) -> Result<(Option<Account>, Verdict)> {
        let mut tx = self.context.db.read().await?;
        let account = repo::account_of_email(&mut tx, self.realm, email).await?;
        drop(tx);
        let stored = account.as_ref().map(|account| account.password_hash.as_str());
        let (passwords, secrets) = (&self.context.passwords, &self.context.secrets);
        let verdict = passwords.verify(secrets, password, stored).await?;
        Ok((account, verdict))
    }

    /// Continues after a correct password; the transaction ensures that the password is still
    /// current, and that the account was not blocked in the meantime.
    async fn accept(
        &self,
        account: Account,
        verdict: Verdict,
        slot: &Slot,
        request: &RequestContext,
    ) -> Result<AcceptedSignIn<Next>> {
        let hash = verdict.better_hash.as_ref().unwrap_or(&account.password_hash);
        let mut tx = self.context.begin_within(account.organization_id).await?;
        slot.clear(&mut tx).await?;
        if !repo::keep_password(&mut tx, self.realm, &account, hash).await? {
            drop(tx);
            return self.refuse(Some(&account), slot, request).await;
        }
        let next = self.next_step(&mut tx, &account, request).await?;
        Ok(AcceptedSignIn { tx, account, next })
    }

    /// Determines the next step after a correct password.
    async fn next_step(
        &self,
        tx: &mut WriteTx,
        account: &Account,
        request: &RequestContext,
    ) -> Result<Next> {
        let (mfa, holder) = (self.mfa(), account.holder());
        let actor = self.arrival(account, request);
        if mfa.status(tx, holder).await?.enabled {
            let version = account.password_version;
            let question = mfa.challenge(tx, holder, version, request).await?;
            self.record(tx, &actor, account.id, AuditAction::LoginPasswordAccepted).await?;
            return Ok(Next::Code(question));
        }
        self.notify_of_sign_in(tx, account, request).await?;
        let token = self.begin(tx, account, request, VerifiedFactors::Password).await?;
        self.record(tx, &actor, account.id, AuditAction::LoginSucceeded).await?;
        Ok(Next::Session(token))
    }

    async fn refuse<T>(
        &self,
        account: Option<&Account>,
        slot: &Slot,
        request: &RequestContext,
    ) -> Result<T> {
        if let Some(account) = account {
            let organization = account.organization_id;
            let mut tx = self.context.begin_within(organization).await?;
            slot.lose(&mut tx).await?;
            let name = "Not signed in";
            let actor = Actor { organization, id: None, name, api_token: None, request };
            self.record(&mut tx, &actor, account.id, AuditAction::LoginFailed).await?;
            tx.commit().await?;
        } else {
            let mut tx = self.context.db.begin().await?;
            slot.lose(&mut tx).await?;
            tx.commit().await?;
            let realm = self.realm;
            tracing::info!(?realm, "a sign-in named an address without an account");
        }
        Err(invalid_credentials())
    }

    /// Begins the session of an account whose password was correct, with a code of its
    /// authenticator app or with a recovery code.
    ///
    /// Errors: 401 `INVALID_PRE_AUTH_TOKEN`, 401 `INVALID_MFA_CODE`, 429 `MFA_LOCKED`; 429 after
    /// too many attempts; 503 when the code cannot be checked at the moment.
    pub(crate) async fn login_mfa(
        &self,
        input: &MfaLoginInput,
        request: &RequestContext,
    ) -> Result<AcceptedSignIn<(TokenAnswer, Redeemed)>> {
        let proof = self.mfa().prove(input, request).await?;
        match self.redeem(&proof, request).await {
            Err(error @ Error::Unauthenticated(_)) => {
                self.mfa().refuse(&proof, error, request).await
            }
            accepted => accepted,
        }
    }

    /// The lock on the account, the token, the code, the session and the entries: all or nothing.
    async fn redeem(
        &self,
        proof: &Proof,
        request: &RequestContext,
    ) -> Result<AcceptedSignIn<(TokenAnswer, Redeemed)>> {
        let mut tx = self.context.begin_within(proof.holder.organization).await?;
        let account = repo::account(&mut tx, self.realm, proof.holder).await?;
        let account = account.filter(|it| it.password_version == proof.password_version);
        let account = account.ok_or_else(invalid_pre_auth_token)?;
        if !repo::keep_password(&mut tx, self.realm, &account, &account.password_hash).await? {
            return Err(invalid_pre_auth_token());
        }
        let redeemed = self.mfa().redeem(&mut tx, proof).await?;
        self.notify_of_sign_in(&mut tx, &account, request).await?;
        let token = self.begin(&mut tx, &account, request, verified_factors(redeemed)).await?;
        let actor = self.arrival(&account, request);
        self.mfa().record_redeemed(&mut tx, &actor, account.id, redeemed).await?;
        self.record(&mut tx, &actor, account.id, AuditAction::LoginSucceeded).await?;
        Ok(AcceptedSignIn { tx, account, next: (token, redeemed) })
    }
}

fn verified_factors(redeemed: Redeemed) -> VerifiedFactors {
    if redeemed.used_recovery_code { VerifiedFactors::RecoveryCode } else { VerifiedFactors::Code }
}

/// 401, the same for every cause.
fn invalid_credentials() -> Error {
    Error::Unauthenticated(Problem {
        code: Code::InvalidCredentials,
        message: "Invalid email or password.".to_owned(),
        errors: Vec::new(),
    })
}
