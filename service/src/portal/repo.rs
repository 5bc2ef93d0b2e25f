//! SQL of customers who are signed in.

use chrono::{DateTime, Utc};
use shared::error::Error;
use shared::id::{CustomerId, OrganizationId, PortalAccountId, PortalSessionId};
use shared::portal::PortalMe;

use crate::mfa;
use database::{ReadTx, Result, Scope, statements};

statements! {
    CALLER = "SELECT portal_accounts.customer_id, portal_accounts.password_change_required,
            customers.name, organizations.time_zone, organizations.currency,
            organizations.customer_mfa_required AND customer_mfa_credentials.id IS NULL
                AS mfa_enrollment_required,
            portal_sessions.last_seen_at
        FROM portal_sessions
        JOIN portal_accounts
            ON portal_accounts.organization_id = portal_sessions.organization_id
            AND portal_accounts.id = portal_sessions.portal_account_id
        JOIN customers ON customers.organization_id = portal_accounts.organization_id
            AND customers.id = portal_accounts.customer_id
        JOIN organizations ON organizations.id = portal_accounts.organization_id
        LEFT JOIN customer_mfa_credentials
            ON customer_mfa_credentials.organization_id = portal_accounts.organization_id
            AND customer_mfa_credentials.customer_portal_account_id = portal_accounts.id
            AND customer_mfa_credentials.enabled = TRUE
        WHERE portal_sessions.organization_id = $1 AND portal_sessions.portal_account_id = $2
            AND portal_sessions.id = $3 AND portal_sessions.revoked_at IS NULL
            AND portal_sessions.expires_at > $4 AND portal_sessions.last_seen_at > $5
            AND portal_accounts.is_blocked = FALSE
            AND portal_accounts.password_version = portal_sessions.password_version";

    ME = "SELECT portal_accounts.id, portal_accounts.organization_id,
            organizations.name AS organization_name, organizations.currency,
            organizations.customer_mfa_required,
            portal_accounts.customer_id, portal_accounts.email, customers.name,
            portal_accounts.password_change_required,
            customer_mfa_credentials.backup_codes_hashes
        FROM portal_accounts
        JOIN customers ON customers.organization_id = portal_accounts.organization_id
            AND customers.id = portal_accounts.customer_id
        JOIN organizations ON organizations.id = portal_accounts.organization_id
        LEFT JOIN customer_mfa_credentials
            ON customer_mfa_credentials.organization_id = portal_accounts.organization_id
            AND customer_mfa_credentials.customer_portal_account_id = portal_accounts.id
            AND customer_mfa_credentials.enabled = TRUE
        WHERE portal_accounts.organization_id = $1 AND portal_accounts.id = $2";

    CONTACT = "SELECT customers.email
        FROM portal_accounts
        JOIN customers ON customers.organization_id = portal_accounts.organization_id
            AND customers.id = portal_accounts.customer_id
        WHERE portal_accounts.organization_id = $1 AND portal_accounts.id = $2";
}

/// The stored properties of a caller.
#[derive(Debug, database::FromRow)]
pub(super) struct CallerRow {
    pub customer_id: CustomerId,
    pub password_change_required: bool,
    pub name: String,
    pub time_zone: String,
    pub currency: String,
    pub mfa_enrollment_required: bool,
    pub last_seen_at: DateTime<Utc>,
}

/// A customer's own profile.
#[derive(Debug, database::FromRow)]
pub(super) struct MeRow {
    id: PortalAccountId,
    organization_id: OrganizationId,
    organization_name: String,
    currency: String,
    customer_mfa_required: bool,
    customer_id: CustomerId,
    email: String,
    name: String,
    password_change_required: bool,
    backup_codes_hashes: Option<String>,
}

impl TryFrom<MeRow> for PortalMe {
    type Error = Error;

    fn try_from(row: MeRow) -> shared::Result<Self> {
        let codes = row.backup_codes_hashes.as_deref().map(mfa::recovery_codes).transpose()?;
        Ok(Self {
            id: row.id,
            organization_id: row.organization_id,
            organization_name: row.organization_name,
            currency: row.currency,
            customer_id: row.customer_id,
            email: row.email,
            name: row.name,
            password_change_required: row.password_change_required,
            mfa_enabled: codes.is_some(),
            mfa_enrollment_required: row.customer_mfa_required && codes.is_none(),
            recovery_codes_remaining: codes,
            recovery_codes_exhausted: codes == Some(0),
        })
    }
}

/// Finds the owner of a live session: one that was used after `seen_after`.
pub(super) async fn caller(
    tx: &mut ReadTx<impl Scope>,
    (organization, account): (OrganizationId, PortalAccountId),
    session: PortalSessionId,
    (now, seen_after): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Option<CallerRow>> {
    tx.global(CALLER)
        .bind(organization)
        .bind(account)
        .bind(session)
        .bind(now)
        .bind(seen_after)
        .optional()
        .await
}

pub(super) async fn me(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
    account: PortalAccountId,
) -> Result<Option<MeRow>> {
    tx.global(ME).bind(organization).bind(account).optional().await
}

/// The contact address of an account's customer.
pub(super) async fn contact(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
    account: PortalAccountId,
) -> Result<String> {
    tx.global(CONTACT).bind(organization).bind(account).scalar().await
}
