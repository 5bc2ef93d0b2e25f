//! Sign-in of a realm: everything that staff and customers have in common in signing in and in
//! managing their own sign-in. Profiles are outside of this module.

mod active;
mod confirm;
mod login;
mod own;
mod repo;
mod reset;

use chrono::{DateTime, TimeDelta, Utc};
use shared::audit::AuditAction;
use shared::error::Result;
use shared::id::{ApiTokenId, OrganizationId, StaffId};
use shared::session::{TokenAnswer, TokenType};
use uuid::Uuid;

use super::throttle;
use super::token::{self, Claims, VerifiedFactors};
use crate::api_token;
use crate::audit::{self, Actor, Entry};
use crate::caller::RequestContext;
use crate::context::Context;
use crate::leave;
use crate::mfa::{Holder, Mfa};
use crate::transaction::WriteTx;
pub(crate) use login::{AcceptedSignIn, Next};
pub(crate) use repo::Account;
pub(crate) use reset::Reset;
use shared::realm::Realm;

/// The absolute lifetime of a session.
const ABSOLUTE: TimeDelta = TimeDelta::hours(8);
/// The idle timeout of a session.
pub(crate) const IDLE: TimeDelta = TimeDelta::minutes(30);
/// The maximum number of sessions per account; the oldest is ended.
const SESSIONS_MAX: i64 = 10;
/// The maximum number of stored characters of a user agent.
const USER_AGENT_LENGTH_MAX: usize = 300;
/// The time after which ended sessions are removed.
const RETENTION: TimeDelta = TimeDelta::days(30);

/// The sign-in of one realm.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SignIn<'c> {
    context: &'c Context,
    realm: Realm,
}

impl<'c> SignIn<'c> {
    /// The sign-in of that realm.
    pub(crate) fn new(context: &'c Context, realm: Realm) -> Self {
        Self { context, realm }
    }

    fn mfa(&self) -> Mfa<'c> {
        Mfa::new(self.context, self.realm)
    }

    /// Ends one session of an account.
    pub(crate) async fn leave(
        &self,
        actor: &Actor<'_>,
        account: Uuid,
        session: Uuid,
    ) -> Result<()> {
        let mut tx = self.context.begin_within(actor.organization).await?;
        let session = (actor.organization, session);
        repo::revoke(&mut tx, self.realm, session, self.context.now()).await?;
        self.record(&mut tx, actor, account, AuditAction::SessionEnded).await?;
        Ok(tx.commit().await?)
    }

    /// Ends every session of an account, and every sign-in that waits for its second factor, and
    /// writes an audit entry if there was any session.
    pub(crate) async fn end_all(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        account: Uuid,
    ) -> Result<()> {
        let holder = Holder { organization: actor.organization, account };
        self.mfa().burn_all(tx, holder).await?;
        let ended = repo::revoke_all(tx, self.realm, holder, self.context.now()).await?;
        if ended == 0 {
            return Ok(());
        }
        self.record(tx, actor, account, AuditAction::SessionsRevoked).await
    }

    /// Revokes the calendar feed of an account and its API tokens, except those to keep. Call it
    /// after [`Self::end_all`], so that no session can create another one.
    async fn end_tokens(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        account: Uuid,
        keep: &[ApiTokenId],
    ) -> Result<()> {
        match self.realm {
            Realm::Staff => {
                leave::end_feed_of(tx, self.context, actor, StaffId(account)).await?;
                api_token::end_of(tx, self.context, actor, (StaffId(account), keep)).await
            }
            Realm::Customer => Ok(()),
        }
    }

    /// Records the use of a session.
    pub(crate) async fn seen(&self, organization: OrganizationId, session: Uuid) -> Result<()> {
        let mut tx = self.context.begin_within(organization).await?;
        let session = (organization, session);
        repo::seen(&mut tx, self.realm, session, self.context.now()).await?;
        Ok(tx.commit().await?)
    }

    /// Removes sessions that ended long ago, in every organization.
    pub(crate) async fn prune(
        &self,
        tx: &mut database::WriteTx<impl database::Scope>,
        now: DateTime<Utc>,
    ) -> Result<u64> {
        let sessions = repo::prune(tx, self.realm, now - RETENTION).await?;
        Ok(sessions + self.mfa().prune(tx).await?)
    }

    /// Notifies a member of staff who holds API tokens of a sign-in from a new device.
    async fn notify_of_sign_in(
        &self,
        tx: &mut WriteTx,
        account: &Account,
        request: &RequestContext,
    ) -> Result<()> {
        match self.realm {
            Realm::Staff => {
                let holder = StaffId(account.id);
                let user_agent = request.user_agent.as_deref().map(shortened);
                let device = (request, user_agent.as_deref());
                api_token::notify_of_sign_in(tx, self.context, holder, device).await
            }
            Realm::Customer => Ok(()),
        }
    }

    /// Begins a session, ends the oldest beyond the limit, and signs the token. The caller must
    /// hold the lock on the row of the account, so that the limit holds under parallel sign-ins.
    async fn begin(
        &self,
        tx: &mut WriteTx,
        account: &Account,
        request: &RequestContext,
        factors: VerifiedFactors,
    ) -> Result<TokenAnswer> {
        let now = self.context.now();
        let session = repo::NewSession {
            id: self.context.ids.unordered(),
            account,
            now,
            expires_at: now + ABSOLUTE,
            ip: request.ip.as_deref(),
            user_agent: request.user_agent.as_deref().map(shortened),
        };
        repo::add(tx, self.realm, &session).await?;
        let others_max = SESSIONS_MAX - 1;
        repo::revoke_oldest(tx, self.realm, &session, now - IDLE, others_max).await?;
        self.sign(&session, factors)
    }

    fn sign(
        &self,
        session: &repo::NewSession<'_>,
        factors: VerifiedFactors,
    ) -> Result<TokenAnswer> {
        let person = (session.account.organization_id, session.account.id);
        let jti = self.context.ids.unordered().to_string();
        let times = (session.now, session.expires_at);
        let claims = Claims::new(self.realm, person, session.id, jti, times).with_factors(factors);
        Ok(TokenAnswer {
            access_token: token::sign(&self.context.secrets, self.realm, &claims)?,
            token_type: TokenType::Bearer,
            expires_in: (session.expires_at - session.now).num_seconds(),
        })
    }

    /// The actor for an account that has just authenticated. The id of an actor is that of a member
    /// of staff: customers have none, and their entries name the account instead.
    fn arrival<'a>(&self, account: &'a Account, request: &'a RequestContext) -> Actor<'a> {
        let id = match self.realm {
            Realm::Staff => Some(StaffId(account.id)),
            Realm::Customer => None,
        };
        let organization = account.organization_id;
        Actor { organization, id, name: &account.name, api_token: None, request }
    }

    async fn record(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        account: Uuid,
        action: AuditAction,
    ) -> Result<()> {
        self.record_fields(tx, actor, account, (action, &[])).await
    }

    async fn record_fields(
        &self,
        tx: &mut WriteTx,
        actor: &Actor<'_>,
        account: Uuid,
        (action, fields): (AuditAction, &[&str]),
    ) -> Result<()> {
        let entry = Entry {
            action,
            entity_type: self.realm.entity_type(),
            entity_id: Some(account.to_string()),
            fields,
        };
        audit::record_of(tx, self.context, actor, entry).await
    }
}

fn shortened(user_agent: &str) -> String {
    user_agent.chars().take(USER_AGENT_LENGTH_MAX).collect()
}
