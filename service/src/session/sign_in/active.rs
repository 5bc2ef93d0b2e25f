//! The active sessions of an account, and their end.

use shared::audit::AuditAction;
use shared::error::{Error, Result};
use shared::id::SessionId;
use shared::session::ActiveSession;
use uuid::Uuid;

use super::{IDLE, SignIn, repo};
use crate::audit::Actor;
use crate::mfa::Holder;
use crate::transaction::WriteTx;

impl SignIn<'_> {
    /// The active sessions of an account, most recently used first.
    ///
    /// * `current`: the session of the request.
    pub(crate) async fn sessions(
        &self,
        holder: Holder,
        current: Uuid,
    ) -> Result<Vec<ActiveSession>> {
        let now = self.context.now();
        let mut tx = self.context.db.autocommit_read().await?.limited_to(holder.organization);
        let rows = repo::list(&mut tx, self.realm, holder, (now, now - IDLE)).await?;
        let sessions = rows.into_iter().map(|row| ActiveSession {
            id: SessionId(row.id),
            created_at: row.created_at,
            last_seen_at: row.last_seen_at,
            ip: row.ip,
            user_agent: row.user_agent,
            current: row.id == current,
        });
        Ok(sessions.collect())
    }

    /// Ends one session of an account.
    ///
    /// Errors: 404 for a session that has ended, and for that of another account.
    pub(crate) async fn end_session(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        session: SessionId,
    ) -> Result<()> {
        let holder = Holder { organization: actor.organization, account };
        let mut tx = self.context.begin_within(actor.organization).await?;
        let now = self.context.now();
        if !repo::revoke_one(&mut tx, self.realm, (holder, session.0), now).await? {
            return Err(Error::not_found("Session"));
        }
        self.record(&mut tx, actor, account, AuditAction::SessionEnded).await?;
        Ok(tx.commit().await?)
    }

    /// Ends every session of an account except one, and every sign-in that waits for its second
    /// factor, and writes an audit entry if there was any session.
    pub(crate) async fn end_others(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        (account, current): (Uuid, Uuid),
    ) -> Result<()> {
        let holder = Holder { organization: actor.organization, account };
        self.mfa().burn_all(tx, holder).await?;
        let now = self.context.now();
        if repo::revoke_others(tx, self.realm, (holder, current), now).await? == 0 {
            return Ok(());
        }
        self.record(tx, actor, account, AuditAction::SessionsRevoked).await
    }

    /// The same in a transaction of its own; returns the remaining sessions.
    pub(crate) async fn end_other_sessions(
        &self,
        actor: &Actor<'_>,
        (account, current): (Uuid, Uuid),
    ) -> Result<Vec<ActiveSession>> {
        let mut tx = self.context.begin_within(actor.organization).await?;
        self.end_others(&mut tx, actor, (account, current)).await?;
        tx.commit().await?;
        self.sessions(Holder { organization: actor.organization, account }, current).await
    }
}
