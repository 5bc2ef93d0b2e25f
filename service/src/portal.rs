//! Sign-in of customers at the portal. It shares passwords, limits and the making of tokens with
//! the sign-in of staff, and neither keys nor records.

mod authenticate;
mod caller;
mod login;
mod password;
pub(crate) mod repo;

pub use caller::PortalCaller;

use shared::audit::Category;
use shared::error::{Error, Result};
use shared::id::{PortalAccountId, PortalSessionId};
use shared::portal::PortalMe;
use shared::session::TokenAnswer;

use crate::audit::{self, Actor, Entry};
use crate::caller::{Caller, RequestContext};
use crate::context::{Context, Service};
use crate::database::Tx;
use crate::session::realm::Realm;
use crate::session::token::Proved;
use crate::session::{ABSOLUTE, IDLE, SESSIONS_MAX, answer, shortened, throttle};
use repo::AccountRow;

/// Sign-in of customers.
#[derive(Debug)]
pub struct Portal<'s>(pub(crate) &'s Context);

impl Service {
    /// Sign-in of customers.
    pub fn portal(&self) -> Portal<'_> {
        Portal(self.context())
    }
}

impl Portal<'_> {
    /// Who is signed in.
    pub async fn me(&self, caller: &PortalCaller) -> Result<PortalMe> {
        let mut tx = self.0.db.read().await?;
        let row = repo::me(&mut tx, caller.organization(), caller.account()).await?;
        row.map(PortalMe::from).ok_or_else(Error::unauthenticated)
    }

    /// Ends the session of the caller.
    pub async fn logout(&self, caller: &PortalCaller) -> Result<()> {
        let mut tx = self.0.db.begin().await?;
        let now = self.0.now();
        repo::revoke(&mut tx, caller.organization(), caller.session(), now).await?;
        let entry = authentication_entry("session.ended", caller.account());
        audit::record_of(&mut tx, self.0, &actor(caller), entry).await?;
        Ok(tx.commit().await?)
    }
}

/// Begins a session, ends the oldest beyond the limit, and signs the token. The caller holds the
/// lock on the row of the account, so that the limit holds under parallel sign-ins.
async fn begin(
    tx: &mut Tx,
    context: &Context,
    account: &AccountRow,
    request: &RequestContext,
) -> Result<TokenAnswer> {
    let now = context.now();
    let session = repo::NewSession {
        id: PortalSessionId(context.ids.unordered()),
        account_id: account.id,
        password_version: account.password_version,
        now,
        expires_at: now + ABSOLUTE,
        ip: request.ip.as_deref(),
        user_agent: request.user_agent.as_deref().map(shortened),
    };
    let organization = account.organization_id;
    repo::add(tx, organization, &session).await?;
    repo::revoke_oldest(tx, organization, &session, now - IDLE, SESSIONS_MAX - 1).await?;
    let person = (organization, account.id);
    answer(
        context,
        Realm::Customer,
        person,
        session.id,
        (now, session.expires_at),
        Proved::Password,
    )
}

/// Ends every session of an account and writes that down, when there was any.
async fn end_all(
    tx: &mut Tx,
    context: &Context,
    actor: &Actor<'_>,
    account: PortalAccountId,
) -> Result<()> {
    let ended = repo::revoke_all(tx, actor.organization, account, context.now()).await?;
    if ended == 0 {
        return Ok(());
    }
    let entry = authentication_entry("sessions.revoked", account);
    audit::record_of(tx, context, actor, entry).await
}

/// Ends every session of an account, on behalf of a member of staff.
pub(crate) async fn end_all_for(
    tx: &mut Tx,
    context: &Context,
    caller: &Caller,
    account: PortalAccountId,
) -> Result<()> {
    let actor = Actor {
        organization: caller.organization(),
        id: Some(caller.staff()),
        name: caller.name(),
        request: caller.request(),
    };
    end_all(tx, context, &actor, account).await
}

/// Forgets the wrong passwords that were tried for an address.
pub(crate) async fn forgive(tx: &mut Tx, email: &str) -> Result<()> {
    throttle::forgive(tx, Realm::Customer, email).await
}

/// An entry about the sign-in of a customer.
pub(crate) fn authentication_entry(
    action: &'static str,
    account: PortalAccountId,
) -> Entry<'static> {
    Entry {
        category: Category::Authentication,
        action,
        entity_type: "portal_account",
        entity_id: Some(account.to_string()),
        fields: &[],
    }
}

/// The customer whose doing it is. The id of an actor is that of a member of staff, so there is
/// none; the entry is about the account, which says who it was.
fn actor(caller: &PortalCaller) -> Actor<'_> {
    Actor {
        organization: caller.organization(),
        id: None,
        name: caller.name(),
        request: caller.request(),
    }
}
