//! Sign-in of staff: sessions begin, authenticate requests, and end.

mod active;
pub(crate) mod authenticate;
mod login;
pub(crate) mod password;
pub(crate) mod repo;
mod second_factor;
pub(crate) mod sign_in;
pub(crate) mod throttle;
pub(crate) mod token;

use chrono::TimeDelta;
use shared::error::{Error, Result};
use shared::id::{OrganizationId, StaffId};
use shared::session::{Me, PasswordInput, TokenAnswer};

use crate::audit::Actor;
use crate::caller::Caller;
use crate::context::use_cases;
use database::{ReadTx, Scope};
use shared::realm::Realm;
pub(crate) use sign_in::IDLE;
use sign_in::SignIn;

/// The minimum interval between updates of the last use of a session or a token.
pub(crate) const LAST_SEEN_INTERVAL: TimeDelta = TimeDelta::minutes(1);

use_cases! {
    /// Sign-in of staff.
    Sessions, sessions
}

impl Sessions<'_> {
    /// The member of staff who is signed in.
    pub async fn me(&self, caller: &Caller) -> Result<Me> {
        let mut tx = self.0.read_within(caller.organization()).await?;
        me(&mut tx, caller.organization(), caller.staff()).await.map(|mut me| {
            me.permissions = caller.permissions().iter().copied().collect();
            me
        })
    }

    /// Ends the session of the caller.
    ///
    /// Errors: 403 for API tokens, which have none.
    pub async fn logout(&self, caller: &Caller) -> Result<()> {
        let session = caller.require_session()?;
        self.sign_in().leave(&Actor::of(caller), caller.staff().0, session.0).await
    }

    /// Changes the caller's password, ends all their sessions and begins a new one.
    ///
    /// Errors: 400 `INVALID_CURRENT_PASSWORD`; 400 naming `newPassword` when it is refused; 429
    /// after too many wrong ones; 503 when no core was free in time.
    pub async fn change_password(
        &self,
        caller: &Caller,
        input: PasswordInput,
    ) -> Result<TokenAnswer> {
        caller.require_session()?;
        self.sign_in().change_password(&Actor::of(caller), caller.staff().0, &input).await
    }

    /// The hash of a password, in its stored form; for the command line.
    ///
    /// Errors: 503 when no core was free in time.
    pub async fn hash_password(&self, password: &str) -> Result<String> {
        self.0.passwords.hash(&self.0.secrets, password).await
    }

    /// Removes sessions that ended long ago and expired sign-in attempts.
    pub async fn prune(&self) -> Result<u64> {
        let now = self.0.now();
        let mut tx = self.0.db.begin().await?;
        let mut removed = throttle::forget(&mut tx, now).await?;
        for realm in [Realm::Staff, Realm::Customer] {
            removed += SignIn::new(self.0, realm).prune(&mut tx, now).await?;
        }
        tx.commit().await?;
        Ok(removed)
    }

    fn sign_in(&self) -> SignIn<'_> {
        SignIn::new(self.0, Realm::Staff)
    }
}

async fn me(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
    staff: StaffId,
) -> Result<Me> {
    let row = repo::me(tx, organization, staff).await?.ok_or_else(Error::unauthenticated)?;
    row.try_into()
}
