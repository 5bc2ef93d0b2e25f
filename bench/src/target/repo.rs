//! SQL that finds the subjects of requests, and creates tokens for their callers.

use chrono::{DateTime, TimeDelta, Utc};
use database::{Db, Result};
use sha2::{Digest, Sha256};
use uuid::Uuid;

const ORGANIZATION: &str = "SELECT id FROM organizations ORDER BY created_at LIMIT 1";
const OF_ROLE: &str = "SELECT id FROM staff WHERE organization_id = $1 AND role_key = $2
        AND is_blocked = FALSE ORDER BY id LIMIT 1";
const FORMS: &str = "SELECT a.id, a.staff_id, (SELECT i.id FROM appraisal_items i
            WHERE i.organization_id = a.organization_id AND i.appraisal_id = a.id
            ORDER BY i.section_order, i.sort_order LIMIT 1)
        FROM appraisals a
        JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.staff_id
        WHERE a.organization_id = $1 AND a.status = 'pending_self'
            AND s.is_blocked = FALSE AND s.password_change_required = FALSE
            AND s.staff_number LIKE '%-%-%'
        ORDER BY a.id DESC LIMIT $2";
const DETAILS: &str = "SELECT id FROM appraisals WHERE organization_id = $1
        ORDER BY updated_at, id LIMIT $2 OFFSET $3";
const PEOPLE: &str = "SELECT id FROM staff WHERE organization_id = $1 AND role_key = 'employee'
            AND is_blocked = FALSE AND password_change_required = FALSE
            AND NOT EXISTS (SELECT 1 FROM leave_requests r
                WHERE r.organization_id = staff.organization_id AND r.staff_id = staff.id)
        ORDER BY id LIMIT $2";
const FACILITIES: &str = "SELECT facility_ref FROM facilities WHERE organization_id = $1
        ORDER BY facility_ref LIMIT $2";
const PAYABLE: &str = "SELECT facility_ref, next_due_amount FROM facilities
        WHERE organization_id = $1 AND status IN ('active', 'overdue')
            AND next_due_amount IS NOT NULL AND facility_ref < 'CF-2026'
        ORDER BY facility_ref LIMIT $2";
const ADDRESSES: &str = "SELECT email FROM staff WHERE organization_id = $1
            AND role_key = 'employee' AND is_blocked = FALSE
        ORDER BY id LIMIT $2";
const ADD_TOKENS: &str = "INSERT INTO api_tokens (organization_id, id, name, permissions,
            token_hash, created_by_id, created_at, expires_at, last_used_at)
        VALUES {rows: UUID, UUID, TEXT, TEXT, TEXT, UUID, TIMESTAMPTZ, TIMESTAMPTZ, TIMESTAMPTZ}";

/// The permissions of the tokens, which are also limited by those of their owner.
const PERMISSIONS: &str = "appraisals:respond appraisals:hr_manage staff:view leave:manage \
    credit:view credit:record_payment";

pub(super) async fn organization(db: &Db) -> Result<Uuid> {
    db.read().await?.sql(ORGANIZATION).scalar().await
}

pub(super) async fn of_role(db: &Db, organization: Uuid, role: &str) -> Result<Uuid> {
    db.read().await?.sql(OF_ROLE).bind(organization).bind(role).scalar().await
}

/// Completed copies of appraisals in the self-assessment stage: appraisal, subject and first row.
pub(super) async fn forms(
    db: &Db,
    organization: Uuid,
    limit: i64,
) -> Result<Vec<(Uuid, Uuid, Uuid)>> {
    db.read().await?.sql(FORMS).bind(organization).bind(limit).all().await
}

pub(super) async fn details(db: &Db, organization: Uuid, limit: i64) -> Result<Vec<Uuid>> {
    let mut tx = db.read().await?;
    tx.sql(DETAILS).bind(organization).bind(limit).bind(1_000_i64).scalars().await
}

/// People without leave requests.
pub(super) async fn people(db: &Db, organization: Uuid, limit: i64) -> Result<Vec<Uuid>> {
    db.read().await?.sql(PEOPLE).bind(organization).bind(limit).scalars().await
}

pub(super) async fn facilities(db: &Db, organization: Uuid, limit: i64) -> Result<Vec<String>> {
    db.read().await?.sql(FACILITIES).bind(organization).bind(limit).scalars().await
}

/// Facilities with a payment due, and its amount in ten-thousandths.
pub(super) async fn payable(db: &Db, organization: Uuid, limit: i64) -> Result<Vec<(String, i64)>> {
    db.read().await?.sql(PAYABLE).bind(organization).bind(limit).all().await
}

pub(super) async fn addresses(db: &Db, organization: Uuid, limit: i64) -> Result<Vec<String>> {
    db.read().await?.sql(ADDRESSES).bind(organization).bind(limit).scalars().await
}

/// Creates the given tokens, each for a person.
pub(super) async fn add_tokens(
    db: &Db,
    organization: Uuid,
    tokens: &[(Uuid, String)],
    now: DateTime<Utc>,
) -> Result<()> {
    let mut tx = db.begin().await?;
    let statement = tx.sql(ADD_TOKENS).rows(tokens, |row, (staff, token)| {
        let digest = Sha256::digest(token);
        let hash: Vec<String> = digest.iter().map(|byte| format!("{byte:02x}")).collect();
        row.bind(organization)
            .bind(super::fresh_id())
            .bind("bench")
            .bind(PERMISSIONS)
            .bind(hash.concat())
            .bind(*staff)
            .bind(now)
            .bind(now + TimeDelta::days(1))
            .bind(now)
    });
    statement.execute().await?;
    tx.commit().await
}
