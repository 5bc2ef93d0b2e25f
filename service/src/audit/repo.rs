//! SQL of the audit log and of its seals.

use std::collections::HashMap;

use chrono::{DateTime, Utc};
use shared::audit::{AuditAction, AuditEntry, AuditQuery, Category};
use shared::extensible::Extensible;
use shared::id::{ApiTokenId, AuditEntryId, OrganizationId, StaffId};
use shared::page::cursor::start_descending;
use uuid::Uuid;

use super::Days;
use super::commitment::Salt;
use crate::page::bind_page;
use crate::transaction::{ReadTx, WriteTx};
use database::{Binding, Result, Sql, statements};

statements! {
    ADD = "INSERT INTO audit_entries
        (organization_id, id, at, category, action, actor_id, actor_name, actor_salt,
            actor_commitment, entity_type, entity_id, fields, request_id, ip, api_token_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)";

    ADD_EACH = "INSERT INTO audit_entries
        (organization_id, id, at, category, action, actor_id, actor_name, actor_salt,
            actor_commitment, entity_type, entity_id, fields, request_id, ip, api_token_id)
        VALUES {rows: UUID, UUID, TIMESTAMPTZ, TEXT, TEXT, UUID, TEXT, BYTEA, TEXT, TEXT, TEXT,
            TEXT, TEXT, TEXT, UUID}";

    COUNT (plan per value) = "SELECT COUNT(*) FROM audit_entries
        WHERE organization_id = $1
            AND ($2 IS NULL OR category = $2)
            AND ($3 IS NULL OR action = $3)
            AND ($4 IS NULL OR actor_id = $4)
            AND ($5 IS NULL OR entity_id = $5)
            AND ($6 IS NULL OR at >= $6)
            AND ($7 IS NULL OR at < $7)";

    PAGE (plan per value) = "SELECT id, at, category, action, actor_id, actor_name, entity_type,
            entity_id,
            fields, request_id, ip, api_token_id, (
                SELECT api_tokens.name FROM api_tokens
                WHERE api_tokens.organization_id = audit_entries.organization_id
                    AND api_tokens.id = audit_entries.api_token_id) AS api_token_name
        FROM audit_entries
        WHERE organization_id = $1
            AND ($2 IS NULL OR category = $2)
            AND ($3 IS NULL OR action = $3)
            AND ($4 IS NULL OR actor_id = $4)
            AND ($5 IS NULL OR entity_id = $5)
            AND ($6 IS NULL OR at >= $6)
            AND ($7 IS NULL OR at < $7) AND (at, id) < ($8, $9)
        ORDER BY at DESC, id DESC LIMIT $10 OFFSET $11";

    NAMES = "WITH given (id) AS (VALUES {rows: UUID})
        SELECT given.id, COALESCE(staff.name, departments.name, appraisal_templates.name,
            api_tokens.name, webhooks.url, subjects.name, requesters.name, adjusted.name) AS name
        FROM given
        LEFT JOIN staff ON staff.organization_id = $1 AND staff.id = given.id
        LEFT JOIN departments ON departments.organization_id = $1 AND departments.id = given.id
        LEFT JOIN appraisal_templates ON appraisal_templates.organization_id = $1
            AND appraisal_templates.id = given.id
        LEFT JOIN api_tokens ON api_tokens.organization_id = $1 AND api_tokens.id = given.id
        LEFT JOIN webhooks ON webhooks.organization_id = $1 AND webhooks.id = given.id
        LEFT JOIN appraisals ON appraisals.organization_id = $1 AND appraisals.id = given.id
        LEFT JOIN staff subjects ON subjects.organization_id = $1
            AND subjects.id = appraisals.staff_id
        LEFT JOIN leave_requests ON leave_requests.organization_id = $1
            AND leave_requests.id = given.id
        LEFT JOIN staff requesters ON requesters.organization_id = $1
            AND requesters.id = leave_requests.staff_id
        LEFT JOIN leave_adjustments ON leave_adjustments.organization_id = $1
            AND leave_adjustments.id = given.id
        LEFT JOIN staff adjusted ON adjusted.organization_id = $1
            AND adjusted.id = leave_adjustments.staff_id";

    CUSTOMER_NAMES = "WITH given (id) AS (VALUES {rows: UUID})
        SELECT given.id, customers.name
        FROM given
        LEFT JOIN portal_accounts ON portal_accounts.organization_id = $1
            AND portal_accounts.id = given.id
        JOIN customers ON customers.organization_id = $1
            AND customers.id = COALESCE(portal_accounts.customer_id, given.id)";

    /// Organizations with an unsealed entry: a recent one, or the newest of all.
    WITHOUT_SEAL = "SELECT DISTINCT w.organization_id FROM audit_waiting w
        CROSS JOIN audit_entries e
        WHERE e.organization_id = w.organization_id AND e.id = w.entry_id
            AND (e.at >= $1 OR NOT EXISTS (
                SELECT 1 FROM audit_entries newer
                WHERE newer.organization_id = w.organization_id
                    AND (newer.at, newer.id) > (e.at, e.id)))
        ORDER BY w.organization_id";

    LAST_SEAL = "SELECT audit_seals.sequence, audit_seals.hash, audit_entries.at
        FROM audit_seals
        LEFT JOIN audit_entries
            ON audit_entries.organization_id = audit_seals.organization_id
            AND audit_entries.id = audit_seals.entry_id
        WHERE audit_seals.organization_id = $1
        ORDER BY audit_seals.sequence DESC LIMIT 1";

    HEAD = "SELECT sequence, hash FROM audit_heads WHERE organization_id = $1";

    UNSEALED = "SELECT e.id, e.at, e.category, e.action, e.actor_id, e.actor_commitment,
            e.entity_type, e.entity_id, e.fields, e.request_id, e.api_token_id
        FROM audit_waiting w CROSS JOIN audit_entries e
        WHERE w.organization_id = $1 AND e.organization_id = $1 AND e.id = w.entry_id
            AND e.at >= $2 AND NOT EXISTS (
                SELECT 1 FROM audit_seals s
                WHERE s.organization_id = $1 AND s.entry_id = w.entry_id)
        ORDER BY e.at, e.id LIMIT $3";

    ADD_SEALS = "INSERT INTO audit_seals (organization_id, sequence, entry_id, hash)
        VALUES {rows: UUID, BIGINT, UUID, TEXT} ON CONFLICT DO NOTHING";

    SEALED = "SELECT audit_seals.sequence, audit_seals.entry_id AS sealed_id, audit_seals.hash,
            audit_entries.id, at, category, action, actor_id, actor_name, actor_salt,
            actor_commitment, entity_type, entity_id, fields, request_id, ip, api_token_id
        FROM audit_seals
        LEFT JOIN audit_entries
            ON audit_entries.organization_id = audit_seals.organization_id
            AND audit_entries.id = audit_seals.entry_id
        WHERE audit_seals.organization_id = $1 AND audit_seals.sequence > $2
        ORDER BY audit_seals.sequence LIMIT $3";

    NEVER_SEALED = "SELECT id FROM audit_entries
        WHERE organization_id = $1 AND at < $2
            AND NOT EXISTS (
                SELECT 1 FROM audit_seals
                WHERE audit_seals.organization_id = audit_entries.organization_id
                    AND audit_seals.entry_id = audit_entries.id)
        ORDER BY at, id LIMIT $3";
}

/// A new entry.
#[derive(Clone, Debug)]
pub(super) struct NewEntry<'a> {
    pub id: AuditEntryId,
    pub at: DateTime<Utc>,
    pub category: Category,
    pub action: AuditAction,
    pub actor_id: Option<StaffId>,
    pub actor_name: &'a str,
    pub actor_salt: Salt,
    pub actor_commitment: String,
    pub entity_type: &'static str,
    pub entity_id: Option<String>,
    pub fields: String,
    pub request_id: Option<&'a str>,
    pub ip: Option<&'a str>,
    pub api_token_id: Option<ApiTokenId>,
}

/// One entry, for readers of the log.
#[derive(Clone, Debug, database::FromRow)]
pub(super) struct EntryRow {
    pub id: AuditEntryId,
    pub at: DateTime<Utc>,
    pub category: Extensible<Category>,
    pub action: Extensible<AuditAction>,
    pub actor_id: Option<StaffId>,
    pub actor_name: String,
    pub entity_type: String,
    pub entity_id: Option<String>,
    pub fields: String,
    pub request_id: Option<String>,
    pub ip: Option<String>,
    pub api_token_id: Option<ApiTokenId>,
    /// The current name of the token.
    pub api_token_name: Option<String>,
}

impl From<EntryRow> for AuditEntry {
    fn from(row: EntryRow) -> Self {
        Self {
            id: row.id,
            at: row.at,
            category: row.category,
            action: row.action,
            actor_id: row.actor_id,
            actor_name: row.actor_name,
            entity_type: row.entity_type,
            entity_id: row.entity_id,
            entity_name: None,
            fields: row.fields.split_whitespace().map(str::to_owned).collect(),
            request_id: row.request_id,
            ip: row.ip,
            api_token_id: row.api_token_id,
            api_token_name: row.api_token_name,
        }
    }
}

/// The end of a chain.
#[derive(Clone, Debug, database::FromRow)]
pub(super) struct LastSeal {
    pub sequence: i64,
    pub hash: String,
    pub at: Option<DateTime<Utc>>,
}

/// The recorded last seal, stored separately from the seals by a trigger on insertion.
#[derive(Clone, Debug, PartialEq, Eq, database::FromRow)]
pub(super) struct Head {
    pub sequence: i64,
    pub hash: String,
}

/// The parts of an unsealed entry that its seal covers.
#[derive(Clone, Debug, database::FromRow)]
pub(super) struct UnsealedRow {
    pub id: AuditEntryId,
    pub at: DateTime<Utc>,
    pub category: String,
    pub action: String,
    pub actor_id: Option<StaffId>,
    pub actor_commitment: String,
    pub entity_type: String,
    pub entity_id: Option<String>,
    pub fields: String,
    pub request_id: Option<String>,
    pub api_token_id: Option<ApiTokenId>,
}

/// A seal to be added.
#[derive(Clone, Debug)]
pub(super) struct Seal {
    pub sequence: i64,
    pub entry_id: AuditEntryId,
    pub hash: String,
}

/// A seal with its entry, if that still exists. The category is read as plain text: an edited one
/// must be reported and not cause a failure.
#[derive(Clone, Debug, database::FromRow)]
pub(super) struct SealedRow {
    pub sequence: i64,
    pub sealed_id: AuditEntryId,
    pub hash: String,
    pub id: Option<AuditEntryId>,
    pub at: Option<DateTime<Utc>>,
    pub category: Option<String>,
    pub action: Option<String>,
    pub actor_id: Option<StaffId>,
    pub actor_name: Option<String>,
    pub actor_salt: Option<Vec<u8>>,
    pub actor_commitment: Option<String>,
    pub entity_type: Option<String>,
    pub entity_id: Option<String>,
    pub fields: Option<String>,
    pub request_id: Option<String>,
    pub ip: Option<String>,
    pub api_token_id: Option<ApiTokenId>,
}

pub(super) async fn add(tx: &mut WriteTx, entry: &NewEntry<'_>) -> Result<()> {
    bind(tx.sql(ADD), entry).execute().await?;
    Ok(())
}

pub(super) async fn add_each(tx: &mut WriteTx, entries: &[NewEntry<'_>]) -> Result<()> {
    tx.insert(ADD_EACH, entries, bind).execute().await?;
    Ok(())
}

fn bind<B: Binding>(to: B, entry: &NewEntry<'_>) -> B {
    to.bind(entry.id)
        .bind(entry.at)
        .bind(entry.category)
        .bind(entry.action)
        .bind(entry.actor_id)
        .bind(entry.actor_name)
        .bind(entry.actor_salt.as_slice())
        .bind(&entry.actor_commitment)
        .bind(entry.entity_type)
        .bind(&entry.entity_id)
        .bind(&entry.fields)
        .bind(entry.request_id)
        .bind(entry.ip)
        .bind(entry.api_token_id)
}

pub(super) async fn count(
    tx: &mut ReadTx,
    query: &AuditQuery,
    (from, before): Days,
) -> Result<u64> {
    let total: i64 = tx
        .sql(COUNT)
        .bind(query.category)
        .bind(query.action)
        .bind(query.actor_id)
        .bind(&query.entity_id)
        .bind(from)
        .bind(before)
        .scalar()
        .await?;
    Ok(u64::try_from(total).unwrap_or(0))
}

pub(super) async fn page(
    tx: &mut ReadTx,
    query: &AuditQuery,
    (from, before): Days,
) -> shared::error::Result<Vec<EntryRow>> {
    let rows = tx
        .sql(PAGE)
        .bind(query.category)
        .bind(query.action)
        .bind(query.actor_id)
        .bind(&query.entity_id)
        .bind(from)
        .bind(before);
    Ok(bind_page(rows, &query.page, start_descending::<DateTime<Utc>>())?.all().await?)
}

/// The name of a record or of its owner.
#[derive(Debug, database::FromRow)]
struct NameRow {
    id: Uuid,
    name: Option<String>,
}

/// The names of the records that have one.
pub(super) async fn names(tx: &mut ReadTx, ids: &[Uuid]) -> Result<HashMap<Uuid, String>> {
    named(tx, NAMES, ids).await
}

/// The same of customers and their accounts.
pub(super) async fn customer_names(tx: &mut ReadTx, ids: &[Uuid]) -> Result<HashMap<Uuid, String>> {
    named(tx, CUSTOMER_NAMES, ids).await
}

async fn named(tx: &mut ReadTx, sql: Sql, ids: &[Uuid]) -> Result<HashMap<Uuid, String>> {
    let read = tx.sql(sql).rows(ids, |row, id| row.bind(*id));
    let rows: Vec<NameRow> = read.all().await?;
    Ok(rows.into_iter().filter_map(|row| Some((row.id, row.name?))).collect())
}

pub(super) async fn organizations_without_seal(
    tx: &mut database::ReadTx,
    recent: DateTime<Utc>,
) -> Result<Vec<OrganizationId>> {
    tx.sql(WITHOUT_SEAL).bind(recent).scalars().await
}

pub(super) async fn last_seal(tx: &mut ReadTx) -> Result<Option<LastSeal>> {
    tx.sql(LAST_SEAL).optional().await
}

pub(super) async fn head(tx: &mut ReadTx) -> Result<Option<Head>> {
    tx.sql(HEAD).optional().await
}

pub(super) async fn unsealed(
    tx: &mut ReadTx,
    from: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<UnsealedRow>> {
    tx.sql(UNSEALED).bind(from).bind(limit).all().await
}

/// Inserts the seals whose sequence is still unused and returns their number.
pub(super) async fn add_seals(tx: &mut WriteTx, seals: &[Seal]) -> Result<u64> {
    tx.insert(ADD_SEALS, seals, |row, seal| {
        row.bind(seal.sequence).bind(seal.entry_id).bind(&seal.hash)
    })
    .execute()
    .await
}

pub(super) async fn sealed(tx: &mut ReadTx, after: i64, limit: i64) -> Result<Vec<SealedRow>> {
    tx.sql(SEALED).bind(after).bind(limit).all().await
}

pub(super) async fn never_sealed(
    tx: &mut ReadTx,
    before: DateTime<Utc>,
    limit: i64,
) -> Result<Vec<AuditEntryId>> {
    tx.sql(NEVER_SEALED).bind(before).bind(limit).scalars().await
}
