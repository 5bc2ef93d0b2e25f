//! Active sessions of a member of staff.

use shared::error::Result;
use shared::id::SessionId;
use shared::session::ActiveSession;

use super::Sessions;
use crate::audit::Actor;
use crate::caller::Caller;
use crate::mfa::Holder;

impl Sessions<'_> {
    /// The active sessions of the caller, most recently used first.
    ///
    /// Errors: 403 for API tokens, and while a temporary password is in use.
    pub async fn list(&self, caller: &Caller) -> Result<Vec<ActiveSession>> {
        caller.require_own_sign_in()?;
        let current = caller.require_session()?;
        let holder = Holder { organization: caller.organization(), account: caller.staff().0 };
        self.sign_in().sessions(holder, current.0).await
    }

    /// Ends one session of the caller.
    ///
    /// Errors: 403 for API tokens, and while a temporary password is in use; 404 for a session that
    /// has ended, or is not theirs.
    pub async fn end(&self, caller: &Caller, session: SessionId) -> Result<()> {
        caller.require_own_sign_in()?;
        self.sign_in().end_session(&Actor::of(caller), caller.staff().0, session).await
    }

    /// Ends every session of the caller except the current one, and returns the remaining one.
    ///
    /// Errors: 403 for API tokens, and while a temporary password is in use.
    pub async fn end_others(&self, caller: &Caller) -> Result<Vec<ActiveSession>> {
        caller.require_own_sign_in()?;
        let current = caller.require_session()?;
        self.sign_in().end_other_sessions(&Actor::of(caller), (caller.staff().0, current.0)).await
    }
}
