//! SQL of API tokens.

use chrono::{DateTime, Utc};
use shared::api_token::ApiToken;
use shared::id::{ApiTokenId, SessionId, StaffId};

use crate::role::permission_list::{format_permissions, parse_permissions};
use crate::transaction::{ReadTx, WriteTx};
use database::{Result, statements};

statements! {
    LIST = "SELECT * FROM api_token_details WHERE organization_id = $1
        ORDER BY created_at DESC, id DESC LIMIT 1000";

    LIST_OWN = "SELECT * FROM api_token_details
        WHERE organization_id = $1 AND created_by_id = $2
            AND revoked_at IS NULL AND expires_at > $3
        ORDER BY created_at DESC, id DESC LIMIT 1000";

    FIND = "SELECT * FROM api_token_details WHERE organization_id = $1 AND id = $2";

    ADD = "INSERT INTO api_tokens (organization_id, id, name, permissions, token_hash,
            created_by_id, created_at, expires_at, last_used_at, revoked_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, NULL, NULL)";

    LIVE_OF = "SELECT id FROM api_tokens
        WHERE organization_id = $1 AND created_by_id = $2 AND revoked_at IS NULL";

    /// Tokens of a person who has had no session with that address and browser.
    COUNT_UNLESS_KNOWN_DEVICE = "SELECT COUNT(*) FROM api_tokens
        WHERE organization_id = $1 AND created_by_id = $2 AND revoked_at IS NULL
            AND expires_at > $3 AND NOT EXISTS (
                SELECT 1 FROM sessions
                WHERE sessions.organization_id = $1 AND sessions.staff_id = $2
                    AND COALESCE(sessions.ip, '') = $4
                    AND COALESCE(sessions.user_agent, '') = $5)";

    HOLD_SESSION = "UPDATE sessions SET revoked_at = NULL
        WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL";

    REVOKE = "UPDATE api_tokens SET revoked_at = $3
        WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL";
}

#[derive(Debug, database::FromRow)]
pub(super) struct ApiTokenRow {
    id: ApiTokenId,
    name: String,
    permissions: String,
    created_by_id: StaffId,
    created_by_name: String,
    created_at: DateTime<Utc>,
    expires_at: DateTime<Utc>,
    last_used_at: Option<DateTime<Utc>>,
    revoked_at: Option<DateTime<Utc>>,
}

impl From<ApiTokenRow> for ApiToken {
    fn from(row: ApiTokenRow) -> Self {
        Self {
            id: row.id,
            name: row.name,
            permissions: parse_permissions(&row.permissions).into_iter().collect(),
            created_by_id: row.created_by_id,
            created_by_name: row.created_by_name,
            created_at: row.created_at,
            expires_at: row.expires_at,
            last_used_at: row.last_used_at,
            revoked_at: row.revoked_at,
        }
    }
}

pub(super) async fn list(tx: &mut ReadTx) -> Result<Vec<ApiTokenRow>> {
    tx.sql(LIST).all().await
}

pub(super) async fn list_own(
    tx: &mut ReadTx,
    staff: StaffId,
    now: DateTime<Utc>,
) -> Result<Vec<ApiTokenRow>> {
    tx.sql(LIST_OWN).bind(staff).bind(now).all().await
}

pub(super) async fn find(tx: &mut ReadTx, id: ApiTokenId) -> Result<Option<ApiTokenRow>> {
    tx.sql(FIND).bind(id).optional().await
}

pub(super) async fn add(tx: &mut WriteTx, token: &ApiToken, token_hash: &str) -> Result<()> {
    tx.sql(ADD)
        .bind(token.id)
        .bind(&token.name)
        .bind(format_permissions(&token.permissions))
        .bind(token_hash)
        .bind(token.created_by_id)
        .bind(token.created_at)
        .bind(token.expires_at)
        .execute()
        .await?;
    Ok(())
}

/// Revokes a token; false when there is no such valid token.
pub(super) async fn revoke(tx: &mut WriteTx, id: ApiTokenId, now: DateTime<Utc>) -> Result<bool> {
    let revoked = tx.sql(REVOKE).bind(id).bind(now).execute().await?;
    Ok(revoked == 1)
}

/// The tokens of a member of staff that were not revoked.
pub(super) async fn live_of(tx: &mut ReadTx, staff: StaffId) -> Result<Vec<ApiTokenId>> {
    tx.sql(LIVE_OF).bind(staff).scalars().await
}

/// The number of valid tokens of a member of staff, or 0 once they have had a session with this
/// address and browser.
pub(super) async fn count_unless_known_device(
    tx: &mut ReadTx,
    staff: StaffId,
    now: DateTime<Utc>,
    (ip, user_agent): (&str, &str),
) -> Result<i64> {
    let read = tx.sql(COUNT_UNLESS_KNOWN_DEVICE).bind(staff).bind(now);
    read.bind(ip).bind(user_agent).scalar().await
}

/// Locks a session; false when it has ended.
pub(super) async fn hold_session(tx: &mut WriteTx, session: SessionId) -> Result<bool> {
    Ok(tx.sql(HOLD_SESSION).bind(session).execute().await? == 1)
}
