//! SQL of appraisal statistics.

use chrono::{DateTime, Utc};
use shared::appraisal::analytics::{
    DepartmentFilter, FinalizedAppraisal, FinalizedQuery, Journey, Outcome,
};
use shared::appraisal::{Band, Status};
use shared::error::Result;
use shared::id::{DepartmentId, StaffId};
use shared::scoring::Score;

use crate::transaction::ReadTx;
use database::{Statement, statements};

statements! {
    /// Appraisals in flight at some time of the period; the others cannot have a signature in it.
    JOURNEYS = "SELECT a.staff_id, a.department_id, d.name AS department_name,
            a.line_manager_staff_id, lm.name AS line_manager_name, a.status, a.created_at,
            a.self_submitted_at, a.lm_submitted_at, a.dept_head_approved_at, a.md_approved_at,
            a.finalized_at, a.overall_score, a.overall_band
        FROM appraisals a
        JOIN staff lm
            ON lm.organization_id = a.organization_id AND lm.id = a.line_manager_staff_id
        LEFT JOIN departments d
            ON d.organization_id = a.organization_id AND d.id = a.department_id
        WHERE a.organization_id = $1 AND (a.status <> 'finalized' OR a.finalized_at >= $2)";

    // $2 and $3 the period; $4 true for a department, which is $5 or none; $6 a line manager; $7 a
    // band.
    FINALIZED (plan per value) = "SELECT a.id, s.name AS staff_name, d.name AS department_name,
            lm.name AS line_manager_name, a.review_type, a.overall_score, a.overall_band,
            a.finalized_at
        FROM appraisals a
        JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.staff_id
        JOIN staff lm
            ON lm.organization_id = a.organization_id AND lm.id = a.line_manager_staff_id
        LEFT JOIN departments d
            ON d.organization_id = a.organization_id AND d.id = a.department_id
        WHERE a.organization_id = $1 AND a.status = 'finalized'
            AND a.finalized_at >= $2 AND a.finalized_at < $3
            AND (NOT $4 OR a.department_id IS NOT DISTINCT FROM $5)
            AND ($6 IS NULL OR a.line_manager_staff_id = $6)
            AND ($7 IS NULL OR a.overall_band = $7)
        ORDER BY a.overall_score DESC, a.id LIMIT $8 OFFSET $9";
    COUNT_FINALIZED (plan per value) = "SELECT COUNT(*) FROM appraisals a
        WHERE a.organization_id = $1 AND a.status = 'finalized'
            AND a.finalized_at >= $2 AND a.finalized_at < $3
            AND (NOT $4 OR a.department_id IS NOT DISTINCT FROM $5)
            AND ($6 IS NULL OR a.line_manager_staff_id = $6)
            AND ($7 IS NULL OR a.overall_band = $7)";
}

#[derive(Debug, database::FromRow)]
struct JourneyRow {
    staff_id: StaffId,
    department_id: Option<DepartmentId>,
    department_name: Option<String>,
    line_manager_staff_id: StaffId,
    line_manager_name: String,
    status: Status,
    created_at: DateTime<Utc>,
    self_submitted_at: Option<DateTime<Utc>>,
    lm_submitted_at: Option<DateTime<Utc>>,
    dept_head_approved_at: Option<DateTime<Utc>>,
    md_approved_at: Option<DateTime<Utc>>,
    finalized_at: Option<DateTime<Utc>>,
    overall_score: Option<Score>,
    overall_band: Option<Band>,
}

/// The appraisals in flight at that time or later.
pub(in crate::appraisal) async fn journeys(
    tx: &mut ReadTx,
    from: DateTime<Utc>,
) -> Result<Vec<Journey>> {
    let rows: Vec<JourneyRow> = tx.sql(JOURNEYS).bind(from).all().await?;
    let journeys = rows.into_iter().map(|row| Journey {
        staff_id: row.staff_id,
        // A department that no longer exists counts as none.
        department_id: row.department_name.as_ref().and(row.department_id),
        department_name: row.department_name,
        line_manager_id: row.line_manager_staff_id,
        line_manager_name: row.line_manager_name,
        status: row.status,
        created_at: row.created_at,
        self_submitted_at: row.self_submitted_at,
        lm_submitted_at: row.lm_submitted_at,
        dept_head_approved_at: row.dept_head_approved_at,
        md_approved_at: row.md_approved_at,
        finalized_at: row.finalized_at,
        outcome: row
            .overall_score
            .zip(row.overall_band)
            .map(|it| Outcome { score: it.0, band: it.1 }),
    });
    Ok(journeys.collect())
}

/// The time range of a list, and its filters.
type Finalized<'q> = (&'q FinalizedQuery, (DateTime<Utc>, DateTime<Utc>));

fn bind<'t>(statement: Statement<'t>, (query, period): Finalized<'_>) -> Statement<'t> {
    statement
        .bind(period.0)
        .bind(period.1)
        .bind(query.department.is_some())
        .bind(query.department.and_then(DepartmentFilter::department))
        .bind(query.line_manager_id)
        .bind(query.band)
}

/// A page of the appraisals finalized from the first timestamp up to, but not including, the
/// second; highest score first.
pub(in crate::appraisal) async fn finalized(
    tx: &mut ReadTx,
    list: Finalized<'_>,
) -> Result<Vec<FinalizedAppraisal>> {
    let page = &list.0.page;
    let statement = bind(tx.sql(FINALIZED), list);
    Ok(statement.bind(i64::from(page.limit)).bind(page.offset()).all().await?)
}

/// The number of these appraisals on all pages.
pub(in crate::appraisal) async fn count_finalized(
    tx: &mut ReadTx,
    list: Finalized<'_>,
) -> Result<u64> {
    let total: i64 = bind(tx.sql(COUNT_FINALIZED), list).scalar().await?;
    Ok(u64::try_from(total).unwrap_or(0))
}
