//! SQL of jobs.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use shared::error::Result;
use shared::id::{OrganizationId, StaffId};
use uuid::Uuid;

use crate::database::{Tx, statements};

statements! {
    /// A lease that ends later than any can was taken while a clock was wrong, and binds nobody.
    TAKE_LEASE = "INSERT INTO job_leases (name, holder, expires_at) VALUES ($1, $2, $4)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE job_leases.expires_at <= $3 OR job_leases.expires_at > $5";
    EXTEND_LEASE = "UPDATE job_leases SET expires_at = $3 WHERE name = $1 AND holder = $2";
    ORGANIZATIONS = "SELECT id, time_zone, grace_days FROM organizations ORDER BY id";
    /// By id, so that each part is found by the primary key.
    DUE_STAFF = "SELECT id, name, employment_start_date FROM staff
        WHERE organization_id = $1 AND employment_confirmed_at IS NULL
            AND confirmation_due_notified_at IS NULL AND employment_start_date <= $2
            AND is_blocked = FALSE AND id > $3
        ORDER BY id LIMIT $4";
    STAMP = "UPDATE staff SET confirmation_due_notified_at = $3
        WHERE organization_id = $1 AND id = $2 AND employment_confirmed_at IS NULL
            AND confirmation_due_notified_at IS NULL AND is_blocked = FALSE";
    HUMAN_RESOURCES = "SELECT id FROM staff
        WHERE organization_id = $1 AND role_key = 'hr' AND is_blocked = FALSE";
}

/// An organization, where it is, and how long a line may wait there before it is late.
#[derive(Debug, crate::database::Record)]
pub(super) struct OrganizationZone {
    pub(super) id: OrganizationId,
    pub(super) time_zone: String,
    pub(super) grace_days: i64,
}

/// Somebody who is due for confirmation.
#[derive(Debug, crate::database::Record)]
pub(super) struct DueStaff {
    pub(super) id: StaffId,
    pub(super) name: String,
    pub(super) employment_start_date: NaiveDate,
}

/// Takes the lease of a job; false while somebody else holds it. Leases belong to the platform.
pub(super) async fn take_lease(
    tx: &mut Tx,
    name: &str,
    holder: &str,
    now: DateTime<Utc>,
    length: TimeDelta,
) -> Result<bool> {
    let taken = tx.sql(TAKE_LEASE).bind(name).bind(holder).bind(now);
    let taken = taken.bind(now + length).bind(now + length * 2).execute().await?;
    Ok(taken == 1)
}

/// Lets the lease end then; false when it is not the holder's any more.
pub(super) async fn extend_lease(
    tx: &mut Tx,
    name: &str,
    holder: &str,
    until: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.sql(EXTEND_LEASE).bind(name).bind(holder).bind(until).execute().await? == 1)
}

pub(super) async fn organizations(tx: &mut Tx) -> Result<Vec<OrganizationZone>> {
    Ok(tx.sql(ORGANIZATIONS).all().await?)
}

pub(super) async fn due_staff(
    tx: &mut Tx,
    organization: OrganizationId,
    cutoff: NaiveDate,
    after: Option<StaffId>,
    limit: i64,
) -> Result<Vec<DueStaff>> {
    let after = after.unwrap_or(StaffId(Uuid::nil()));
    let rows = tx.sql(DUE_STAFF).bind(organization).bind(cutoff);
    Ok(rows.bind(after).bind(limit).all().await?)
}

pub(super) async fn stamp(
    tx: &mut Tx,
    organization: OrganizationId,
    staff: StaffId,
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.sql(STAMP).bind(organization).bind(staff).bind(now).execute().await? == 1)
}

pub(super) async fn human_resources(
    tx: &mut Tx,
    organization: OrganizationId,
) -> Result<Vec<StaffId>> {
    Ok(tx.sql(HUMAN_RESOURCES).bind(organization).scalars().await?)
}
