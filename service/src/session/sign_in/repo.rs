//! SQL of accounts and of their sessions, for either realm.

mod texts;

use chrono::{DateTime, Utc};
use shared::id::OrganizationId;
use uuid::Uuid;

use crate::mfa::Holder;
use crate::session::password::SCHEME;
use database::{ReadTx, Result, Scope, WriteTx};
use shared::realm::Realm;
use texts::Texts;

const fn texts(realm: Realm) -> &'static Texts {
    match realm {
        Realm::Staff => &texts::staff::TEXTS,
        Realm::Customer => &texts::customer::TEXTS,
    }
}

/// An account with a password: a member of staff, or the portal account of a customer.
#[derive(Clone, Debug, database::FromRow)]
pub(crate) struct Account {
    pub organization_id: OrganizationId,
    pub id: Uuid,
    pub name: String,
    pub email: String,
    pub is_blocked: bool,
    pub password_hash: String,
    pub password_version: i64,
    pub password_change_required: bool,
    pub organization_name: String,
}

impl Account {
    /// The owner of the second factor.
    pub(super) fn holder(&self) -> Holder {
        Holder { organization: self.organization_id, account: self.id }
    }
}

/// A session to be added.
#[derive(Debug)]
pub(super) struct NewSession<'r> {
    pub id: Uuid,
    pub account: &'r Account,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub ip: Option<&'r str>,
    pub user_agent: Option<String>,
}

/// A live session.
#[derive(Clone, Debug, database::FromRow)]
pub(super) struct SessionRow {
    pub id: Uuid,
    pub created_at: DateTime<Utc>,
    pub last_seen_at: DateTime<Utc>,
    pub ip: Option<String>,
    pub user_agent: Option<String>,
}

/// Finds the account with an address, which is unique in the realm on the whole platform.
pub(super) async fn account_of_email(
    tx: &mut ReadTx<impl Scope>,
    realm: Realm,
    email: &str,
) -> Result<Option<Account>> {
    tx.global(texts(realm).account_of_email).bind(email).optional().await
}

/// Finds an account that is not blocked.
pub(super) async fn account(
    tx: &mut ReadTx<impl Scope>,
    realm: Realm,
    holder: Holder,
) -> Result<Option<Account>> {
    tx.global(texts(realm).account).bind(holder.organization).bind(holder.account).optional().await
}

/// Stores an improved hash of the same password; false when the password has changed, or the
/// account was blocked in the meantime.
pub(super) async fn keep_password(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    account: &Account,
    hash: &str,
) -> Result<bool> {
    let write =
        tx.global(texts(realm).keep_password).bind(account.organization_id).bind(account.id);
    Ok(write.bind(account.password_version).bind(hash).execute().await? == 1)
}

/// Replaces the password of the given version; false when that has changed.
pub(super) async fn set_password(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    account: &Account,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let set = tx
        .global(texts(realm).set_password)
        .bind(account.organization_id)
        .bind(account.id)
        .bind(account.password_version)
        .bind(hash)
        .bind(SCHEME)
        .bind(now)
        .execute()
        .await?;
    Ok(set == 1)
}

/// Stores a temporary password.
pub(super) async fn reset_password(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.global(texts(realm).reset_password)
        .bind(holder.organization)
        .bind(holder.account)
        .bind(hash)
        .bind(SCHEME)
        .bind(now)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn add(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    session: &NewSession<'_>,
) -> Result<()> {
    tx.global(texts(realm).add)
        .bind(session.account.organization_id)
        .bind(session.id)
        .bind(session.account.id)
        .bind(session.account.password_version)
        .bind(session.now)
        .bind(session.expires_at)
        .bind(session.ip)
        .bind(&session.user_agent)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn revoke(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, session): (OrganizationId, Uuid),
    now: DateTime<Utc>,
) -> Result<()> {
    tx.global(texts(realm).revoke).bind(organization).bind(session).bind(now).execute().await?;
    Ok(())
}

/// Ends every session of an account and returns their number.
pub(super) async fn revoke_all(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    holder: Holder,
    now: DateTime<Utc>,
) -> Result<u64> {
    let write = tx.global(texts(realm).revoke_all).bind(holder.organization).bind(holder.account);
    write.bind(now).execute().await
}

/// Ends the live sessions of an account except the new one and the newest before it.
pub(super) async fn revoke_oldest(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    session: &NewSession<'_>,
    seen_after: DateTime<Utc>,
    others_max: i64,
) -> Result<()> {
    tx.global(texts(realm).revoke_oldest)
        .bind(session.account.organization_id)
        .bind(session.account.id)
        .bind(session.now)
        .bind(seen_after)
        .bind(session.id)
        .bind(others_max)
        .execute()
        .await?;
    Ok(())
}

/// Records that the password was entered in a session.
pub(super) async fn confirm(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, session): (OrganizationId, Uuid),
    now: DateTime<Utc>,
) -> Result<()> {
    tx.global(texts(realm).confirm).bind(organization).bind(session).bind(now).execute().await?;
    Ok(())
}

/// The time when the password was last entered in a session.
pub(super) async fn confirmed_at(
    tx: &mut ReadTx<impl Scope>,
    realm: Realm,
    (organization, session): (OrganizationId, Uuid),
) -> Result<Option<DateTime<Utc>>> {
    let read = tx.global(texts(realm).confirmed_at).bind(organization).bind(session);
    Ok(read.scalars().await?.into_iter().next())
}

/// Records the use of a session.
pub(super) async fn seen(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (organization, session): (OrganizationId, Uuid),
    now: DateTime<Utc>,
) -> Result<()> {
    tx.global(texts(realm).seen).bind(organization).bind(session).bind(now).execute().await?;
    Ok(())
}

/// Removes sessions that ended before that time, in every organization.
pub(super) async fn prune(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    before: DateTime<Utc>,
) -> Result<u64> {
    tx.global(texts(realm).prune).bind(before).execute().await
}

/// The live sessions of an account: those that were used after `seen_after`.
pub(super) async fn list(
    tx: &mut ReadTx<impl Scope>,
    realm: Realm,
    holder: Holder,
    (now, seen_after): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<SessionRow>> {
    let read = tx.global(texts(realm).list).bind(holder.organization).bind(holder.account);
    read.bind(now).bind(seen_after).all().await
}

/// Ends one session of an account; false when it has no live session with that id.
pub(super) async fn revoke_one(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (holder, session): (Holder, Uuid),
    now: DateTime<Utc>,
) -> Result<bool> {
    let write = tx.global(texts(realm).revoke_one).bind(holder.organization).bind(holder.account);
    Ok(write.bind(session).bind(now).execute().await? == 1)
}

/// Ends every session of an account except one, and returns their number.
pub(super) async fn revoke_others(
    tx: &mut WriteTx<impl Scope>,
    realm: Realm,
    (holder, session): (Holder, Uuid),
    now: DateTime<Utc>,
) -> Result<u64> {
    let write =
        tx.global(texts(realm).revoke_others).bind(holder.organization).bind(holder.account);
    write.bind(session).bind(now).execute().await
}
