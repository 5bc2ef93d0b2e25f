//! SQL of members of staff who are signed in.

use chrono::{DateTime, NaiveDate, Utc};
use shared::credit::vocabulary::InstalmentRounding;
use shared::error::Error;
use shared::id::{ApiTokenId, DepartmentId, OrganizationId, SessionId, StaffId};
use shared::session::Me;

use crate::mfa;
use crate::role::permission_list::parse_permissions;
use database::{ReadTx, Result, Scope, WriteTx, statements};

statements! {
    CALLER_OF_SESSION = "SELECT staff.organization_id, staff.id AS staff_id, staff.name,
            staff.role_key, staff.password_change_required, organizations.time_zone,
            roles.permissions AS role_permissions, sessions.last_seen_at
        FROM sessions
        JOIN staff ON staff.organization_id = sessions.organization_id
            AND staff.id = sessions.staff_id
        JOIN roles ON roles.organization_id = staff.organization_id AND roles.key = staff.role_key
        JOIN organizations ON organizations.id = staff.organization_id
        WHERE sessions.organization_id = $1 AND sessions.staff_id = $2 AND sessions.id = $3
            AND sessions.revoked_at IS NULL AND sessions.expires_at > $4
            AND sessions.last_seen_at > $5 AND staff.is_blocked = FALSE
            AND staff.password_version = sessions.password_version";

    CALLER_OF_API_TOKEN = "SELECT staff.organization_id, staff.id AS staff_id, staff.name,
            staff.role_key, staff.password_change_required, organizations.time_zone,
            roles.permissions AS role_permissions, api_tokens.last_used_at AS last_seen_at,
            api_tokens.id AS token_id, api_tokens.permissions AS token_permissions
        FROM api_tokens
        JOIN staff ON staff.organization_id = api_tokens.organization_id
            AND staff.id = api_tokens.created_by_id
        JOIN roles ON roles.organization_id = staff.organization_id AND roles.key = staff.role_key
        JOIN organizations ON organizations.id = staff.organization_id
        WHERE api_tokens.token_hash = $1 AND api_tokens.revoked_at IS NULL
            AND api_tokens.expires_at > $2 AND staff.is_blocked = FALSE";

    CALLER_OF_API_TOKEN_ID = "SELECT staff.organization_id, staff.id AS staff_id, staff.name,
            staff.role_key, staff.password_change_required, organizations.time_zone,
            roles.permissions AS role_permissions, api_tokens.last_used_at AS last_seen_at,
            api_tokens.id AS token_id, api_tokens.permissions AS token_permissions
        FROM api_tokens
        JOIN staff ON staff.organization_id = api_tokens.organization_id
            AND staff.id = api_tokens.created_by_id
        JOIN roles ON roles.organization_id = staff.organization_id AND roles.key = staff.role_key
        JOIN organizations ON organizations.id = staff.organization_id
        WHERE api_tokens.organization_id = $1 AND api_tokens.created_by_id = $2
            AND api_tokens.id = $3 AND api_tokens.revoked_at IS NULL
            AND api_tokens.expires_at > $4 AND staff.is_blocked = FALSE";

    CALLER_OF_STAFF = "SELECT staff.organization_id, staff.id AS staff_id, staff.name,
            staff.role_key, staff.password_change_required, organizations.time_zone,
            roles.permissions AS role_permissions, staff.updated_at AS last_seen_at
        FROM staff
        JOIN roles ON roles.organization_id = staff.organization_id AND roles.key = staff.role_key
        JOIN organizations ON organizations.id = staff.organization_id
        WHERE staff.organization_id = $1 AND staff.id = $2 AND staff.is_blocked = FALSE";

    API_TOKEN_SEEN = "UPDATE api_tokens SET last_used_at = $3
        WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL";

    ME = "SELECT staff.id, staff.organization_id, organizations.name AS organization_name,
            organizations.time_zone, organizations.currency, organizations.instalment_rounding,
            staff.name, staff.email, staff.role_key, roles.permissions AS role_permissions,
            staff.department_id, staff.employment_confirmed_at, staff.password_change_required,
            staff_mfa_credentials.backup_codes_hashes
        FROM staff
        JOIN roles ON roles.organization_id = staff.organization_id AND roles.key = staff.role_key
        JOIN organizations ON organizations.id = staff.organization_id
        LEFT JOIN staff_mfa_credentials
            ON staff_mfa_credentials.organization_id = staff.organization_id
            AND staff_mfa_credentials.staff_id = staff.id
            AND staff_mfa_credentials.enabled = TRUE
        WHERE staff.organization_id = $1 AND staff.id = $2";
}

/// The conditions for a live session.
#[derive(Clone, Copy, Debug)]
pub(super) struct Liveness {
    pub now: DateTime<Utc>,
    /// The session was used after this time.
    pub seen_after: DateTime<Utc>,
}

/// The stored properties of a caller.
#[derive(Debug, database::FromRow)]
pub(super) struct CallerRow {
    pub organization_id: OrganizationId,
    pub staff_id: StaffId,
    pub name: String,
    pub role_key: String,
    pub password_change_required: bool,
    pub time_zone: String,
    pub role_permissions: String,
    pub last_seen_at: Option<DateTime<Utc>>,
}

/// The same, through an API token.
#[derive(Debug, database::FromRow)]
pub(super) struct ApiTokenCallerRow {
    #[sqlx(flatten)]
    caller: CallerRow,
    token_id: ApiTokenId,
    token_permissions: String,
}

impl ApiTokenCallerRow {
    /// The token, its permissions, and its owner.
    pub(super) fn split(self) -> (ApiTokenId, String, CallerRow) {
        (self.token_id, self.token_permissions, self.caller)
    }
}

/// A member of staff's own profile.
#[derive(Debug, database::FromRow)]
pub(super) struct MeRow {
    id: StaffId,
    organization_id: OrganizationId,
    organization_name: String,
    time_zone: String,
    currency: String,
    instalment_rounding: InstalmentRounding,
    name: String,
    email: String,
    role_key: String,
    role_permissions: String,
    department_id: Option<DepartmentId>,
    employment_confirmed_at: Option<NaiveDate>,
    password_change_required: bool,
    backup_codes_hashes: Option<String>,
}

impl TryFrom<MeRow> for Me {
    type Error = Error;

    fn try_from(row: MeRow) -> shared::Result<Self> {
        let codes = row.backup_codes_hashes.as_deref().map(mfa::recovery_codes).transpose()?;
        Ok(Self {
            id: row.id,
            organization_id: row.organization_id,
            organization_name: row.organization_name,
            time_zone: row.time_zone,
            currency: row.currency,
            instalment_rounding: row.instalment_rounding,
            name: row.name,
            email: row.email,
            role: row.role_key,
            permissions: parse_permissions(&row.role_permissions).into_iter().collect(),
            department_id: row.department_id,
            employment_confirmed_at: row.employment_confirmed_at,
            password_change_required: row.password_change_required,
            mfa_enabled: codes.is_some(),
            recovery_codes_remaining: codes,
        })
    }
}

pub(super) async fn caller_of_session(
    tx: &mut ReadTx<impl Scope>,
    (organization, staff): (OrganizationId, StaffId),
    session: SessionId,
    liveness: Liveness,
) -> Result<Option<CallerRow>> {
    tx.global(CALLER_OF_SESSION)
        .bind(organization)
        .bind(staff)
        .bind(session)
        .bind(liveness.now)
        .bind(liveness.seen_after)
        .optional()
        .await
}

/// Finds the owner of an API token; its hash is unique on the whole platform.
pub(super) async fn caller_of_api_token(
    tx: &mut ReadTx<impl Scope>,
    token_hash: &str,
    now: DateTime<Utc>,
) -> Result<Option<ApiTokenCallerRow>> {
    tx.global(CALLER_OF_API_TOKEN).bind(token_hash).bind(now).optional().await
}

/// The same, for a token with a known id.
pub(super) async fn caller_of_api_token_id(
    tx: &mut ReadTx<impl Scope>,
    (organization, staff): (OrganizationId, StaffId),
    token: ApiTokenId,
    now: DateTime<Utc>,
) -> Result<Option<ApiTokenCallerRow>> {
    let read = tx.global(CALLER_OF_API_TOKEN_ID).bind(organization).bind(staff);
    read.bind(token).bind(now).optional().await
}

pub(super) async fn caller_of_staff(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
    staff: StaffId,
) -> Result<Option<CallerRow>> {
    tx.global(CALLER_OF_STAFF).bind(organization).bind(staff).optional().await
}

pub(super) async fn api_token_seen(
    tx: &mut WriteTx<impl Scope>,
    organization: OrganizationId,
    token: ApiTokenId,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.global(API_TOKEN_SEEN).bind(organization).bind(token).bind(now).execute().await?;
    Ok(())
}

pub(super) async fn me(
    tx: &mut ReadTx<impl Scope>,
    organization: OrganizationId,
    staff: StaffId,
) -> Result<Option<MeRow>> {
    tx.global(ME).bind(organization).bind(staff).optional().await
}
