//! Signing in with a password.

use shared::error::{Code, Error, Problem, Result};
use shared::mfa::LoginOutcome;
use shared::session::{LoginAnswer, LoginInput, TokenAnswer};

use super::password::Verdict;
use super::realm::Realm;
use super::throttle::{self, Slot};
use super::token::Proved;
use super::{Sessions, authentication_entry, begin, me, repo};
use crate::audit::{self, Actor};
use crate::caller::RequestContext;
use crate::database::Tx;
use crate::mfa::Mfa;

impl Sessions<'_> {
    /// Begins a session, or asks for the second factor of whoever has set one up.
    ///
    /// Errors: 401 `INVALID_CREDENTIALS`, the same and after the same time for an unknown
    /// address, a wrong password and somebody blocked; 429 after too many attempts; 503 when no
    /// core was free in time.
    pub async fn login(&self, input: LoginInput, request: RequestContext) -> Result<LoginOutcome> {
        let email = input.check()?;
        let ip = request.ip.as_deref();
        let slot = throttle::admit_login(self.0, Realm::Staff, ip, &email).await?;
        let (account, verdict) = match self.judge(&email, &input.password).await {
            Ok(judged) => judged,
            Err(error) => {
                slot.give_back(self.0).await?;
                return Err(error);
            }
        };
        match account {
            Some(account) if verdict.matches && !account.is_blocked => {
                self.welcome(&account, verdict, &slot, &request).await
            }
            account => self.refuse(account.as_ref(), &slot, &request).await,
        }
    }

    async fn judge(
        &self,
        email: &str,
        password: &str,
    ) -> Result<(Option<repo::AccountRow>, Verdict)> {
        let mut tx = self.0.db.read().await?;
        let account = repo::account_of_email(&mut tx, email).await?;
        drop(tx);
        let stored = account.as_ref().map(|account| account.password_hash.as_str());
        let verdict = self.0.passwords.verify(&self.0.secrets, password, stored).await?;
        Ok((account, verdict))
    }

    /// The password was right when it was read; the transaction makes sure that it still is, and
    /// that nobody has blocked the person meanwhile.
    async fn welcome(
        &self,
        account: &repo::AccountRow,
        verdict: Verdict,
        slot: &Slot,
        request: &RequestContext,
    ) -> Result<LoginOutcome> {
        let hash = verdict.better_hash.as_ref().unwrap_or(&account.password_hash);
        let mut tx = self.0.db.begin().await?;
        slot.clear(&mut tx).await?;
        if !repo::keep_password(&mut tx, account, hash).await? {
            drop(tx);
            return self.refuse(Some(account), slot, request).await;
        }
        let outcome = self.go_on(&mut tx, account, request).await?;
        tx.commit().await?;
        Ok(outcome)
    }

    /// The password was right: what comes next?
    async fn go_on(
        &self,
        tx: &mut Tx,
        account: &repo::AccountRow,
        request: &RequestContext,
    ) -> Result<LoginOutcome> {
        let mfa = Mfa::new(self.0, Realm::Staff);
        let holder = account.holder();
        if mfa.standing(tx, holder).await?.enabled {
            let version = account.password_version;
            let question = mfa.challenge(tx, holder, version, request).await?;
            let entry = authentication_entry("login.password_accepted", account.id);
            audit::record_of(tx, self.0, &actor(account, request), entry).await?;
            return Ok(LoginOutcome::MfaRequired(question));
        }
        let token = begin(tx, self.0, account, request, Proved::Password).await?;
        let answer = self.signed_in(tx, account, request, token).await?;
        Ok(LoginOutcome::SignedIn(Box::new(answer)))
    }

    /// Writes down that somebody has signed in, and tells them who they are.
    pub(super) async fn signed_in(
        &self,
        tx: &mut Tx,
        account: &repo::AccountRow,
        request: &RequestContext,
        token: TokenAnswer,
    ) -> Result<LoginAnswer> {
        let entry = authentication_entry("login.succeeded", account.id);
        audit::record_of(tx, self.0, &actor(account, request), entry).await?;
        let staff = me(tx, account.organization_id, account.id).await?;
        Ok(LoginAnswer {
            access_token: token.access_token,
            token_type: token.token_type,
            expires_in: token.expires_in,
            mfa_required: false,
            password_change_required: staff.password_change_required,
            staff,
        })
    }

    async fn refuse<T>(
        &self,
        account: Option<&repo::AccountRow>,
        slot: &Slot,
        request: &RequestContext,
    ) -> Result<T> {
        let mut tx = self.0.db.begin().await?;
        slot.lose(&mut tx).await?;
        if let Some(account) = account {
            let actor = Actor {
                organization: account.organization_id,
                id: None,
                name: "Not signed in",
                request,
            };
            let entry = authentication_entry("login.failed", account.id);
            audit::record_of(&mut tx, self.0, &actor, entry).await?;
        } else {
            tracing::info!(ip = request.ip, "a sign-in named an address that nobody has");
        }
        tx.commit().await?;
        Err(invalid_credentials())
    }
}

/// The person who is about to sign in.
pub(super) fn actor<'a>(account: &'a repo::AccountRow, request: &'a RequestContext) -> Actor<'a> {
    let (organization, id) = (account.organization_id, Some(account.id));
    Actor { organization, id, name: &account.name, request }
}

/// 401, the same whatever was wrong.
pub(crate) fn invalid_credentials() -> Error {
    Error::Unauthenticated(Problem {
        code: Code::InvalidCredentials,
        message: "Invalid email or password.".to_owned(),
        errors: Vec::new(),
    })
}
