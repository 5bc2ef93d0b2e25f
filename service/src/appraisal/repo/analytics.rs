//! SQL of appraisal statistics.

use chrono::{DateTime, Utc};
use shared::appraisal::analytics::{BandTotal, Journey};
use shared::appraisal::{Band, Status};
use shared::error::Result;
use shared::id::DepartmentId;

use crate::transaction::ReadTx;
use database::statements;

statements! {
    BAND_TOTALS = "SELECT d.id AS department_id, d.name AS department_name, a.overall_band,
            COUNT(*) AS finalized, CAST(SUM(a.overall_score) AS BIGINT) AS score_sum
        FROM appraisals a
        LEFT JOIN departments d
            ON d.organization_id = a.organization_id AND d.id = a.department_id
        WHERE a.organization_id = $1 AND a.status = 'finalized'
            AND a.finalized_at >= $2 AND a.finalized_at < $3
        GROUP BY d.id, d.name, a.overall_band";
    /// Appraisals in flight at some time of the period; the others cannot have a signature in it.
    JOURNEYS = "SELECT status, created_at, self_submitted_at, lm_submitted_at,
            dept_head_approved_at, md_approved_at, finalized_at
        FROM appraisals
        WHERE organization_id = $1 AND (status <> 'finalized' OR finalized_at >= $2)";
}

#[derive(Debug, database::FromRow)]
struct BandTotalRow {
    department_id: Option<DepartmentId>,
    department_name: Option<String>,
    overall_band: Band,
    finalized: i64,
    score_sum: i64,
}

#[derive(Debug, database::FromRow)]
struct JourneyRow {
    status: Status,
    created_at: DateTime<Utc>,
    self_submitted_at: Option<DateTime<Utc>>,
    lm_submitted_at: Option<DateTime<Utc>>,
    dept_head_approved_at: Option<DateTime<Utc>>,
    md_approved_at: Option<DateTime<Utc>>,
    finalized_at: Option<DateTime<Utc>>,
}

/// The appraisals finalized from the first timestamp up to, but not including, the second.
pub(in crate::appraisal) async fn band_totals(
    tx: &mut ReadTx,
    (from, before): (DateTime<Utc>, DateTime<Utc>),
) -> Result<Vec<BandTotal>> {
    let rows: Vec<BandTotalRow> = tx.sql(BAND_TOTALS).bind(from).bind(before).all().await?;
    let totals = rows.into_iter().map(|row| BandTotal {
        department_id: row.department_id,
        department_name: row.department_name,
        band: row.overall_band,
        count: u64::try_from(row.finalized).unwrap_or(0),
        score_sum: row.score_sum,
    });
    Ok(totals.collect())
}

/// The signatures of appraisals in flight at that time or later.
pub(in crate::appraisal) async fn journeys(
    tx: &mut ReadTx,
    from: DateTime<Utc>,
) -> Result<Vec<Journey>> {
    let rows: Vec<JourneyRow> = tx.sql(JOURNEYS).bind(from).all().await?;
    let journeys = rows.into_iter().map(|row| Journey {
        status: row.status,
        created_at: row.created_at,
        self_submitted_at: row.self_submitted_at,
        lm_submitted_at: row.lm_submitted_at,
        dept_head_approved_at: row.dept_head_approved_at,
        md_approved_at: row.md_approved_at,
        finalized_at: row.finalized_at,
    });
    Ok(journeys.collect())
}
