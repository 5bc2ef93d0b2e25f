//! Signing in to the portal with a password.

use shared::error::Result;
use shared::portal::PortalLoginAnswer;
use shared::session::LoginInput;

use super::repo::{self, AccountRow};
use super::{Portal, authentication_entry, begin};
use crate::audit::{self, Actor};
use crate::caller::RequestContext;
use crate::session::login::invalid_credentials;
use crate::session::password::Verdict;
use crate::session::realm::Realm;
use crate::session::throttle::{self, Slot};

impl Portal<'_> {
    /// Begins a session.
    ///
    /// Errors: 401 `INVALID_CREDENTIALS`, the same and after the same time for an unknown
    /// address, a wrong password and a blocked account; 429 after too many attempts; 503 when no
    /// core was free in time.
    pub async fn login(
        &self,
        input: LoginInput,
        request: RequestContext,
    ) -> Result<PortalLoginAnswer> {
        let email = input.check()?;
        let ip = request.ip.as_deref();
        let slot = throttle::admit_login(self.0, Realm::Customer, ip, &email).await?;
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

    async fn judge(&self, email: &str, password: &str) -> Result<(Option<AccountRow>, Verdict)> {
        let mut tx = self.0.db.read().await?;
        let account = repo::account_of_email(&mut tx, email).await?;
        drop(tx);
        let stored = account.as_ref().map(|account| account.password_hash.as_str());
        let verdict = self.0.passwords.verify(&self.0.secrets, password, stored).await?;
        Ok((account, verdict))
    }

    /// The password was right when it was read; the transaction makes sure that it still is, and
    /// that nobody has blocked the account meanwhile.
    async fn welcome(
        &self,
        account: &AccountRow,
        verdict: Verdict,
        slot: &Slot,
        request: &RequestContext,
    ) -> Result<PortalLoginAnswer> {
        let hash = verdict.better_hash.as_ref().unwrap_or(&account.password_hash);
        let mut tx = self.0.db.begin().await?;
        slot.clear(&mut tx).await?;
        if !repo::keep_password(&mut tx, account, hash).await? {
            drop(tx);
            return self.refuse(Some(account), slot, request).await;
        }
        let token = begin(&mut tx, self.0, account, request).await?;
        let actor =
            Actor { organization: account.organization_id, id: None, name: &account.name, request };
        let entry = authentication_entry("login.succeeded", account.id);
        audit::record_of(&mut tx, self.0, &actor, entry).await?;
        tx.commit().await?;
        Ok(PortalLoginAnswer {
            mfa_required: false,
            access_token: token.access_token,
            token_type: token.token_type,
            expires_in: token.expires_in,
            password_change_required: account.password_change_required,
        })
    }

    async fn refuse<T>(
        &self,
        account: Option<&AccountRow>,
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
            tracing::info!(ip = request.ip, "a portal sign-in named an address that nobody has");
        }
        tx.commit().await?;
        Err(invalid_credentials())
    }
}
