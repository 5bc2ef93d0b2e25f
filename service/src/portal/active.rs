//! Active sessions of a customer at the portal.

use shared::error::Result;
use shared::id::SessionId;
use shared::session::ActiveSession;

use super::{Portal, PortalCaller, actor};
use crate::mfa::Holder;

impl Portal<'_> {
    /// The active sessions of the caller, most recently used first.
    ///
    /// Errors: 403 while a temporary password is in use, or a required second factor is missing.
    pub async fn sessions(&self, caller: &PortalCaller) -> Result<Vec<ActiveSession>> {
        caller.require_ready()?;
        let holder = Holder { organization: caller.organization(), account: caller.account().0 };
        self.sign_in().sessions(holder, caller.session().0).await
    }

    /// Ends one session of the caller.
    ///
    /// Errors: the same 403; 404 for a session that has ended, or is not theirs.
    pub async fn end_session(&self, caller: &PortalCaller, session: SessionId) -> Result<()> {
        caller.require_ready()?;
        self.sign_in().end_session(&actor(caller), caller.account().0, session).await
    }

    /// Ends every session of the caller except the current one, and returns the remaining one.
    ///
    /// Errors: the same 403.
    pub async fn end_other_sessions(&self, caller: &PortalCaller) -> Result<Vec<ActiveSession>> {
        caller.require_ready()?;
        let own = (caller.account().0, caller.session().0);
        self.sign_in().end_other_sessions(&actor(caller), own).await
    }
}
