//! Rows of the sessions of customers, and of the accounts they sign in with.

use chrono::{DateTime, Utc};
use shared::id::{CustomerId, OrganizationId, PortalAccountId, PortalSessionId};
use shared::portal::PortalMe;

use crate::database::{Result, Tx, statements};

statements! {
    ACCOUNT_OF_EMAIL = "SELECT portal_accounts.organization_id, portal_accounts.id,
            portal_accounts.email, portal_accounts.is_blocked, portal_accounts.password_hash,
            portal_accounts.password_version, portal_accounts.password_change_required,
            customers.name, organizations.name AS organization_name
        FROM portal_accounts
        JOIN customers ON customers.organization_id = portal_accounts.organization_id
            AND customers.id = portal_accounts.customer_id
        JOIN organizations ON organizations.id = portal_accounts.organization_id
        WHERE portal_accounts.email = $1";

    ACCOUNT = "SELECT portal_accounts.organization_id, portal_accounts.id,
            portal_accounts.email, portal_accounts.is_blocked, portal_accounts.password_hash,
            portal_accounts.password_version, portal_accounts.password_change_required,
            customers.name, organizations.name AS organization_name
        FROM portal_accounts
        JOIN customers ON customers.organization_id = portal_accounts.organization_id
            AND customers.id = portal_accounts.customer_id
        JOIN organizations ON organizations.id = portal_accounts.organization_id
        WHERE portal_accounts.organization_id = $1 AND portal_accounts.id = $2
            AND portal_accounts.is_blocked = FALSE";

    /// Also takes the lock that makes sign-ins and blocks of one account wait for each other.
    KEEP_PASSWORD = "UPDATE portal_accounts SET password_hash = $4
        WHERE organization_id = $1 AND id = $2 AND password_version = $3 AND is_blocked = FALSE";

    SET_PASSWORD = "UPDATE portal_accounts
        SET password_hash = $4, password_scheme = $5, password_version = password_version + 1,
            password_change_required = FALSE, updated_at = $6
        WHERE organization_id = $1 AND id = $2 AND password_version = $3 AND is_blocked = FALSE";

    ADD = "INSERT INTO portal_sessions (organization_id, id, portal_account_id, password_version,
            created_at, last_seen_at, expires_at, revoked_at, ip, user_agent)
        VALUES ($1, $2, $3, $4, $5, $5, $6, NULL, $7, $8)";

    REVOKE = "UPDATE portal_sessions SET revoked_at = $3
        WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL";

    REVOKE_ALL = "UPDATE portal_sessions SET revoked_at = $3
        WHERE organization_id = $1 AND portal_account_id = $2 AND revoked_at IS NULL";

    REVOKE_OLDEST = "UPDATE portal_sessions SET revoked_at = $3
        WHERE organization_id = $1 AND portal_account_id = $2 AND revoked_at IS NULL AND id <> $5
            AND id NOT IN (
                SELECT live.id FROM portal_sessions AS live
                WHERE live.organization_id = $1 AND live.portal_account_id = $2 AND live.id <> $5
                    AND live.revoked_at IS NULL AND live.expires_at > $3 AND live.last_seen_at > $4
                ORDER BY live.created_at DESC, live.id DESC LIMIT $6)";

    PRUNE = "DELETE FROM portal_sessions WHERE expires_at < $1";

    CALLER = "SELECT portal_accounts.customer_id, portal_accounts.password_change_required,
            customers.name, organizations.time_zone, organizations.currency,
            organizations.customer_mfa_required, portal_sessions.last_seen_at
        FROM portal_sessions
        JOIN portal_accounts
            ON portal_accounts.organization_id = portal_sessions.organization_id
            AND portal_accounts.id = portal_sessions.portal_account_id
        JOIN customers ON customers.organization_id = portal_accounts.organization_id
            AND customers.id = portal_accounts.customer_id
        JOIN organizations ON organizations.id = portal_accounts.organization_id
        WHERE portal_sessions.organization_id = $1 AND portal_sessions.portal_account_id = $2
            AND portal_sessions.id = $3 AND portal_sessions.revoked_at IS NULL
            AND portal_sessions.expires_at > $4 AND portal_sessions.last_seen_at > $5
            AND portal_accounts.is_blocked = FALSE
            AND portal_accounts.password_version = portal_sessions.password_version";

    SEEN = "UPDATE portal_sessions SET last_seen_at = $3
        WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL AND last_seen_at < $3";

    ME = "SELECT portal_accounts.id, portal_accounts.organization_id,
            organizations.name AS organization_name, organizations.customer_mfa_required,
            portal_accounts.customer_id, portal_accounts.email, customers.name,
            portal_accounts.password_change_required
        FROM portal_accounts
        JOIN customers ON customers.organization_id = portal_accounts.organization_id
            AND customers.id = portal_accounts.customer_id
        JOIN organizations ON organizations.id = portal_accounts.organization_id
        WHERE portal_accounts.organization_id = $1 AND portal_accounts.id = $2";
}

/// A customer who has a password.
#[derive(Clone, Debug, sqlx::FromRow)]
pub(super) struct AccountRow {
    pub organization_id: OrganizationId,
    pub id: PortalAccountId,
    pub email: String,
    pub is_blocked: bool,
    pub password_hash: String,
    pub password_version: i64,
    pub password_change_required: bool,
    pub name: String,
    pub organization_name: String,
}

/// A session to be added.
#[derive(Debug)]
pub(super) struct NewSession<'r> {
    pub id: PortalSessionId,
    pub account_id: PortalAccountId,
    pub password_version: i64,
    pub now: DateTime<Utc>,
    pub expires_at: DateTime<Utc>,
    pub ip: Option<&'r str>,
    pub user_agent: Option<String>,
}

/// What the database says of a caller.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct CallerRow {
    pub customer_id: CustomerId,
    pub password_change_required: bool,
    pub name: String,
    pub time_zone: String,
    pub currency: String,
    pub customer_mfa_required: bool,
    pub last_seen_at: DateTime<Utc>,
}

/// Who a customer is, for themselves.
#[derive(Debug, sqlx::FromRow)]
pub(super) struct MeRow {
    id: PortalAccountId,
    organization_id: OrganizationId,
    organization_name: String,
    customer_mfa_required: bool,
    customer_id: CustomerId,
    email: String,
    name: String,
    password_change_required: bool,
}

impl From<MeRow> for PortalMe {
    fn from(row: MeRow) -> Self {
        Self {
            id: row.id,
            organization_id: row.organization_id,
            organization_name: row.organization_name,
            customer_id: row.customer_id,
            email: row.email,
            name: row.name,
            password_change_required: row.password_change_required,
            mfa_enabled: false,
            mfa_enrollment_required: row.customer_mfa_required,
            recovery_codes_remaining: None,
            recovery_codes_exhausted: false,
        }
    }
}

/// Finds the account that somebody signs in to; its address is unique on the whole platform.
pub(super) async fn account_of_email(tx: &mut Tx, email: &str) -> Result<Option<AccountRow>> {
    tx.sql(ACCOUNT_OF_EMAIL).bind(email).optional().await
}

pub(super) async fn account(
    tx: &mut Tx,
    organization: OrganizationId,
    account: PortalAccountId,
) -> Result<Option<AccountRow>> {
    tx.sql(ACCOUNT).bind(organization).bind(account).optional().await
}

/// Stores the same password in its best hash; false when it is no longer the password, or when
/// the account is blocked by now.
pub(super) async fn keep_password(tx: &mut Tx, account: &AccountRow, hash: &str) -> Result<bool> {
    let kept = tx
        .sql(KEEP_PASSWORD)
        .bind(account.organization_id)
        .bind(account.id)
        .bind(account.password_version)
        .bind(hash)
        .execute()
        .await?;
    Ok(kept == 1)
}

/// Stores a new password in the place of the one of that version; false when that is gone.
pub(super) async fn set_password(
    tx: &mut Tx,
    account: &AccountRow,
    hash: &str,
    now: DateTime<Utc>,
) -> Result<bool> {
    let set = tx
        .sql(SET_PASSWORD)
        .bind(account.organization_id)
        .bind(account.id)
        .bind(account.password_version)
        .bind(hash)
        .bind(crate::session::password::SCHEME)
        .bind(now)
        .execute()
        .await?;
    Ok(set == 1)
}

pub(super) async fn add(
    tx: &mut Tx,
    organization: OrganizationId,
    session: &NewSession<'_>,
) -> Result<()> {
    tx.sql(ADD)
        .bind(organization)
        .bind(session.id)
        .bind(session.account_id)
        .bind(session.password_version)
        .bind(session.now)
        .bind(session.expires_at)
        .bind(session.ip)
        .bind(&session.user_agent)
        .execute()
        .await?;
    Ok(())
}

pub(super) async fn revoke(
    tx: &mut Tx,
    organization: OrganizationId,
    session: PortalSessionId,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(REVOKE).bind(organization).bind(session).bind(now).execute().await?;
    Ok(())
}

/// Ends every session of an account and tells how many those were.
pub(super) async fn revoke_all(
    tx: &mut Tx,
    organization: OrganizationId,
    account: PortalAccountId,
    now: DateTime<Utc>,
) -> Result<u64> {
    tx.sql(REVOKE_ALL).bind(organization).bind(account).bind(now).execute().await
}

/// Ends the live sessions of an account but for the one that just began and the newest before it.
pub(super) async fn revoke_oldest(
    tx: &mut Tx,
    organization: OrganizationId,
    session: &NewSession<'_>,
    seen_after: DateTime<Utc>,
    others_max: i64,
) -> Result<()> {
    tx.sql(REVOKE_OLDEST)
        .bind(organization)
        .bind(session.account_id)
        .bind(session.now)
        .bind(seen_after)
        .bind(session.id)
        .bind(others_max)
        .execute()
        .await?;
    Ok(())
}

/// Removes what ended before, in every organization.
pub(crate) async fn prune(tx: &mut Tx, before: DateTime<Utc>) -> Result<u64> {
    tx.sql(PRUNE).bind(before).execute().await
}

/// Finds who a live session belongs to: one that was used after `seen_after`.
pub(super) async fn caller(
    tx: &mut Tx,
    (organization, account): (OrganizationId, PortalAccountId),
    session: PortalSessionId,
    (now, seen_after): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Option<CallerRow>> {
    tx.sql(CALLER)
        .bind(organization)
        .bind(account)
        .bind(session)
        .bind(now)
        .bind(seen_after)
        .optional()
        .await
}

pub(super) async fn seen(
    tx: &mut Tx,
    organization: OrganizationId,
    session: PortalSessionId,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(SEEN).bind(organization).bind(session).bind(now).execute().await?;
    Ok(())
}

pub(super) async fn me(
    tx: &mut Tx,
    organization: OrganizationId,
    account: PortalAccountId,
) -> Result<Option<MeRow>> {
    tx.sql(ME).bind(organization).bind(account).optional().await
}
