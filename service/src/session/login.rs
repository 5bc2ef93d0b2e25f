//! Signing in with a password.

use shared::error::{Code, Error, Problem, Result};
use shared::session::{LoginAnswer, LoginInput};

use super::password::Verdict;
use super::realm::Realm;
use super::throttle::{self, Slot};
use super::{Sessions, authentication_entry, begin, me, repo};
use crate::audit::{self, Actor};
use crate::caller::RequestContext;

impl Sessions<'_> {
    /// Begins a session.
    ///
    /// Errors: 401 `INVALID_CREDENTIALS`, the same and after the same time for an unknown
    /// address, a wrong password and somebody blocked; 429 after too many attempts; 503 when no
    /// core was free in time.
    pub async fn login(&self, input: LoginInput, request: RequestContext) -> Result<LoginAnswer> {
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
    ) -> Result<LoginAnswer> {
        let hash = verdict.better_hash.as_ref().unwrap_or(&account.password_hash);
        let mut tx = self.0.db.begin().await?;
        slot.clear(&mut tx).await?;
        if !repo::keep_password(&mut tx, account, hash).await? {
            drop(tx);
            return self.refuse(Some(account), slot, request).await;
        }
        let token = begin(&mut tx, self.0, account, request).await?;
        let actor = Actor {
            organization: account.organization_id,
            id: Some(account.id),
            name: &account.name,
            request,
        };
        let entry = authentication_entry("login.succeeded", account.id);
        audit::record_of(&mut tx, self.0, &actor, entry).await?;
        let staff = me(&mut tx, account.organization_id, account.id).await?;
        tx.commit().await?;
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

/// 401, the same whatever was wrong.
pub(crate) fn invalid_credentials() -> Error {
    Error::Unauthenticated(Problem {
        code: Code::InvalidCredentials,
        message: "Invalid email or password.".to_owned(),
        errors: Vec::new(),
    })
}
