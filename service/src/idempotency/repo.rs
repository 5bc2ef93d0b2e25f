//! Rows of keys and their recorded responses.

use chrono::{DateTime, Utc};

use super::Request;
use database::{ReadTx, Result, Scope, WriteTx, statements};

statements! {
    TAKE = "INSERT INTO idempotency_keys
            (organization_id, scope, key, request_hash, answer, created_at)
        VALUES ($1, $2, $3, $4, '', $5)
        ON CONFLICT (organization_id, scope, key) DO UPDATE
            SET request_hash = excluded.request_hash, answer = excluded.answer,
                created_at = excluded.created_at
            WHERE idempotency_keys.created_at <= $6";
    FIND = "SELECT request_hash, answer FROM idempotency_keys
        WHERE organization_id = $1 AND scope = $2 AND key = $3";
    FORGET = "DELETE FROM idempotency_keys WHERE created_at <= $1";
    STORE_RESPONSE = "UPDATE idempotency_keys SET answer = $4
        WHERE organization_id = $1 AND scope = $2 AND key = $3";
}

#[derive(Debug, database::FromRow)]
pub(super) struct StoredResponseRow {
    pub(super) request_hash: String,
    pub(super) answer: String,
}

/// Claims a key; false when it was claimed after that time.
pub(super) async fn take(
    tx: &mut WriteTx<impl Scope>,
    request: &Request,
    now: DateTime<Utc>,
    expired: DateTime<Utc>,
) -> Result<bool> {
    let statement = tx.global(TAKE).bind(request.organization).bind(&request.scope);
    let statement = statement.bind(&request.key).bind(&request.hash).bind(now).bind(expired);
    Ok(statement.execute().await? > 0)
}

/// The record of a claimed key.
pub(super) async fn find(
    tx: &mut ReadTx<impl Scope>,
    request: &Request,
) -> Result<StoredResponseRow> {
    let statement = tx.global(FIND).bind(request.organization).bind(&request.scope);
    statement.bind(&request.key).one().await
}

/// Removes the keys of every organization that were claimed up to a time.
pub(super) async fn forget(tx: &mut WriteTx<impl Scope>, expired: DateTime<Utc>) -> Result<u64> {
    tx.global(FORGET).bind(expired).execute().await
}

pub(super) async fn store_response(
    tx: &mut WriteTx<impl Scope>,
    request: &Request,
    answer: &str,
) -> Result<()> {
    let statement = tx.global(STORE_RESPONSE).bind(request.organization).bind(&request.scope);
    statement.bind(&request.key).bind(answer).execute().await?;
    Ok(())
}
