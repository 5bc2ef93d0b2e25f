//! SQL of the figures of the home page.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::Status;
use shared::credit::vocabulary::FacilityStatus;
use shared::error::Result;
use shared::home::{FacilityCount, StageCount};
use shared::id::StaffId;
use shared::total::Total;

use crate::credit::total::total;
use crate::transaction::ReadTx;
use database::statements;

statements! {
    // $2 the person who structured them.
    PIPELINE = "SELECT status, COUNT(*) AS count FROM facilities
        WHERE organization_id = $1 AND created_by_id = $2
            AND status IN ('draft', 'pending_review', 'shariah_review', 'approved')
        GROUP BY status";

    /// The unpaid parts of instalments due from $2 to $3.
    STILL_DUE = concat!("SELECT ",
            total!("l.principal_portion - l.principal_paid + l.profit_portion - l.profit_paid"),
            " FROM schedule_lines l
        JOIN facilities f ON f.organization_id = l.organization_id AND f.id = l.facility_id
        WHERE l.organization_id = $1 AND l.payment_date >= $2 AND l.payment_date <= $3
            AND l.status IN ('pending', 'partial', 'overdue')
            AND f.status IN ('active', 'overdue', 'non_accrual')");

    /// Payments with a value date from $2 to $3.
    RECEIVED = concat!("SELECT ", total!("amount"), " FROM payments
        WHERE organization_id = $1 AND payment_date >= $2 AND payment_date <= $3
            AND reversed_at IS NULL");

    // $2 the latest start of employment whose confirmation is announced.
    PROBATION_ENDING = "SELECT COUNT(*) FROM staff
        WHERE organization_id = $1 AND employment_confirmed_at IS NULL
            AND employment_start_date <= $2";

    // $2 the latest start of a stage that is late.
    LATE = "SELECT status, COUNT(*) AS count FROM appraisals
        WHERE organization_id = $1 AND waiting_since <= $2
            AND status IN ('pending_self', 'pending_lm', 'pending_dept_head', 'pending_md',
                'pending_hr')
        GROUP BY status";
}

#[derive(Debug, database::FromRow)]
struct FacilityCountRow {
    status: FacilityStatus,
    count: i64,
}

#[derive(Debug, database::FromRow)]
struct StageCountRow {
    status: Status,
    count: i64,
}

/// The facilities of one maker before their activation, in the order of the workflow.
pub(super) async fn pipeline(tx: &mut ReadTx, maker: StaffId) -> Result<Vec<FacilityCount>> {
    let rows: Vec<FacilityCountRow> = tx.sql(PIPELINE).bind(maker).all().await?;
    let statuses = FacilityStatus::ALL.iter();
    let found = statuses.filter_map(|status| rows.iter().find(|row| row.status == *status));
    Ok(found.map(|row| FacilityCount { status: row.status, count: count(row.count) }).collect())
}

/// The unpaid parts of the instalments due in a range of days.
pub(super) async fn still_due(tx: &mut ReadTx, from: NaiveDate, to: NaiveDate) -> Result<Total> {
    Ok(tx.sql(STILL_DUE).bind(from).bind(to).scalar().await?)
}

/// The payments with a value date in a range of days.
pub(super) async fn received(tx: &mut ReadTx, from: NaiveDate, to: NaiveDate) -> Result<Total> {
    Ok(tx.sql(RECEIVED).bind(from).bind(to).scalar().await?)
}

/// The unconfirmed employees who started by this day.
pub(super) async fn probation_ending(tx: &mut ReadTx, started_by: NaiveDate) -> Result<u64> {
    Ok(count(tx.sql(PROBATION_ENDING).bind(started_by).scalar().await?))
}

/// The appraisals at their stage since then or longer, in the order of the stages.
pub(super) async fn late(tx: &mut ReadTx, since: DateTime<Utc>) -> Result<Vec<StageCount>> {
    let rows: Vec<StageCountRow> = tx.sql(LATE).bind(since).all().await?;
    let stages = Status::ALL.iter();
    let found = stages.filter_map(|status| rows.iter().find(|row| row.status == *status));
    Ok(found.map(|row| StageCount { status: row.status, count: count(row.count) }).collect())
}

fn count(rows: i64) -> u64 {
    u64::try_from(rows).unwrap_or_default()
}
