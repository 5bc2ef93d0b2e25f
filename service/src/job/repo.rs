//! SQL of jobs.

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use shared::error::Result;
use shared::id::{ApiTokenId, OrganizationId, StaffId};
use shared::job::{Job, JobResult};
use uuid::Uuid;

use super::JobReport;
use super::schedule::History;
use database::{ReadTx, WriteTx, statements};

statements! {
    /// A lease that ends later than any possible lease was taken while a clock was wrong, and is
    /// ignored.
    TAKE_LEASE = "INSERT INTO job_leases (name, holder, expires_at) VALUES ($1, $2, $4)
        ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
        WHERE job_leases.expires_at <= $3 OR job_leases.expires_at > $5";
    EXTEND_LEASE = "UPDATE job_leases SET expires_at = $3 WHERE name = $1 AND holder = $2";
    FIND = "SELECT r.covered_until, r.next_run_at, r.started_at, r.finished_at, r.result,
            r.succeeded_at, l.expires_at AS leased_until
        FROM job_runs r LEFT JOIN job_leases l ON l.name = r.name WHERE r.name = $1";
    PLAN = "INSERT INTO job_runs (name, covered_until, next_run_at, done, failed)
        VALUES ($1, $2, $3, 0, 0)
        ON CONFLICT (name) DO UPDATE SET next_run_at = excluded.next_run_at";
    START = "INSERT INTO job_runs (name, covered_until, next_run_at, started_at, result, done,
            failed)
        VALUES ($1, $2, $3, $2, 'running', 0, 0)
        ON CONFLICT (name) DO UPDATE SET started_at = excluded.started_at, finished_at = NULL,
            result = excluded.result, done = 0, failed = 0, error = NULL";
    FINISH = "UPDATE job_runs SET covered_until = $2, next_run_at = $3, finished_at = $4,
            result = $5, succeeded_at = $6, done = $7, failed = $8, error = $9
        WHERE name = $1";
    OVERDUE = "SELECT r.name FROM job_runs r JOIN organizations o ON o.id = $1
        WHERE r.covered_until < $2 AND o.created_at < $2 ORDER BY r.name";
    ORGANIZATIONS = "SELECT id, time_zone, grace_days FROM organizations ORDER BY id";
    /// By id, so that each batch is found by the primary key.
    DUE_STAFF = "SELECT id, name, employment_start_date FROM staff
        WHERE organization_id = $1 AND employment_confirmed_at IS NULL
            AND confirmation_due_notified_at IS NULL AND employment_start_date <= $2
            AND is_blocked = FALSE AND id > $3
        ORDER BY id LIMIT $4";
    STAMP = "UPDATE staff SET confirmation_due_notified_at = $3
        WHERE organization_id = $1 AND id = $2 AND employment_confirmed_at IS NULL
            AND confirmation_due_notified_at IS NULL AND is_blocked = FALSE";
    /// Of people who can sign in; by id, like the staff who are due.
    EXPIRING_TOKENS = "SELECT t.id, t.name, t.expires_at, t.created_by_id FROM api_tokens t
        JOIN staff s ON s.organization_id = t.organization_id AND s.id = t.created_by_id
        WHERE t.organization_id = $1 AND t.revoked_at IS NULL AND t.expiry_notified_at IS NULL
            AND t.expires_at > $2 AND t.expires_at < $3 AND s.is_blocked = FALSE AND t.id > $4
        ORDER BY t.id LIMIT $5";
    STAMP_TOKEN = "UPDATE api_tokens SET expiry_notified_at = $3
        WHERE organization_id = $1 AND id = $2 AND revoked_at IS NULL
            AND expiry_notified_at IS NULL";
    HUMAN_RESOURCES = "SELECT id FROM staff
        WHERE organization_id = $1 AND role_key = 'hr' AND is_blocked = FALSE";
}

/// An organization, with its time zone and its days of grace.
#[derive(Debug, database::FromRow)]
pub(super) struct OrganizationZone {
    pub(super) id: OrganizationId,
    pub(super) time_zone: String,
    pub(super) grace_days: i64,
}

/// A member of staff who is due for confirmation.
#[derive(Debug, database::FromRow)]
pub(super) struct DueStaff {
    pub(super) id: StaffId,
    pub(super) name: String,
    pub(super) employment_start_date: NaiveDate,
}

/// An API token that is about to expire.
#[derive(Debug, database::FromRow)]
pub(super) struct ExpiringToken {
    pub(super) id: ApiTokenId,
    pub(super) name: String,
    pub(super) expires_at: DateTime<Utc>,
    pub(super) created_by_id: StaffId,
}

/// The last run of a job, and the data for the next one.
#[derive(Debug, database::FromRow)]
pub(super) struct JobRow {
    /// The end of the time range whose schedule times need no run any more.
    pub(super) covered_until: DateTime<Utc>,
    pub(super) next_run_at: DateTime<Utc>,
    pub(super) started_at: Option<DateTime<Utc>>,
    pub(super) finished_at: Option<DateTime<Utc>>,
    pub(super) result: Option<JobResult>,
    pub(super) succeeded_at: Option<DateTime<Utc>>,
    pub(super) leased_until: Option<DateTime<Utc>>,
}

impl JobRow {
    pub(super) fn history(&self) -> History {
        let failed_at = self.finished_at.filter(|_| self.result == Some(JobResult::Failed));
        History { covered_until: self.covered_until, failed_at }
    }
}

pub(super) async fn find(tx: &mut ReadTx, job: Job) -> Result<Option<JobRow>> {
    Ok(tx.sql(FIND).bind(job.as_str()).optional().await?)
}

pub(super) async fn plan(
    tx: &mut WriteTx,
    job: Job,
    now: DateTime<Utc>,
    next: DateTime<Utc>,
) -> Result<()> {
    tx.sql(PLAN).bind(job.as_str()).bind(now).bind(next).execute().await?;
    Ok(())
}

pub(super) async fn start(
    tx: &mut WriteTx,
    job: Job,
    now: DateTime<Utc>,
    next: DateTime<Utc>,
) -> Result<()> {
    tx.sql(START).bind(job.as_str()).bind(now).bind(next).execute().await?;
    Ok(())
}

pub(super) async fn finish(
    tx: &mut WriteTx,
    job: Job,
    row: &JobRow,
    report: JobReport,
    error: Option<String>,
) -> Result<()> {
    let count = |count: usize| i64::try_from(count).unwrap_or(i64::MAX);
    let finished = tx.sql(FINISH).bind(job.as_str()).bind(row.covered_until).bind(row.next_run_at);
    let finished = finished.bind(row.finished_at).bind(row.result).bind(row.succeeded_at);
    let finished = finished.bind(count(report.done)).bind(count(report.failed)).bind(error);
    finished.execute().await?;
    Ok(())
}

/// The names of the jobs that have not run since then, for an organization that existed at the
/// time.
pub(super) async fn overdue(
    tx: &mut crate::act::ReadTx,
    since: DateTime<Utc>,
) -> Result<Vec<String>> {
    Ok(tx.sql(OVERDUE).bind(since).scalars().await?)
}

/// Takes the lease of a job; false while another server holds it. Leases belong to the platform.
pub(super) async fn take_lease(
    tx: &mut WriteTx,
    name: &str,
    holder: &str,
    now: DateTime<Utc>,
    length: TimeDelta,
) -> Result<bool> {
    let taken = tx.sql(TAKE_LEASE).bind(name).bind(holder).bind(now);
    let taken = taken.bind(now + length).bind(now + length * 2).execute().await?;
    Ok(taken == 1)
}

/// Extends the lease to that time; false when it belongs to another holder by now.
pub(super) async fn extend_lease(
    tx: &mut WriteTx,
    name: &str,
    holder: &str,
    until: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.sql(EXTEND_LEASE).bind(name).bind(holder).bind(until).execute().await? == 1)
}

pub(super) async fn organizations(tx: &mut ReadTx) -> Result<Vec<OrganizationZone>> {
    Ok(tx.global(ORGANIZATIONS).all().await?)
}

pub(super) async fn due_staff(
    tx: &mut crate::act::ReadTx,
    cutoff: NaiveDate,
    after: Option<StaffId>,
    limit: i64,
) -> Result<Vec<DueStaff>> {
    let after = after.unwrap_or(StaffId(Uuid::nil()));
    let rows = tx.sql(DUE_STAFF).bind(cutoff);
    Ok(rows.bind(after).bind(limit).all().await?)
}

pub(super) async fn stamp(
    tx: &mut crate::act::WriteTx,
    staff: StaffId,
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.sql(STAMP).bind(staff).bind(now).execute().await? == 1)
}

/// The tokens that are valid now and expire before that time.
pub(super) async fn expiring_tokens(
    tx: &mut crate::act::ReadTx,
    (now, before): (DateTime<Utc>, DateTime<Utc>),
    after: Option<ApiTokenId>,
    limit: i64,
) -> Result<Vec<ExpiringToken>> {
    let after = after.unwrap_or(ApiTokenId(Uuid::nil()));
    Ok(tx.sql(EXPIRING_TOKENS).bind(now).bind(before).bind(after).bind(limit).all().await?)
}

/// False when another run was first, or the token was revoked in the meantime.
pub(super) async fn stamp_token(
    tx: &mut crate::act::WriteTx,
    token: ApiTokenId,
    now: DateTime<Utc>,
) -> Result<bool> {
    Ok(tx.sql(STAMP_TOKEN).bind(token).bind(now).execute().await? == 1)
}

pub(super) async fn human_resources(tx: &mut crate::act::ReadTx) -> Result<Vec<StaffId>> {
    Ok(tx.sql(HUMAN_RESOURCES).scalars().await?)
}
