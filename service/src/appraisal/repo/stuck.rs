//! SQL of appraisals in flight.

use chrono::{DateTime, Utc};
use shared::appraisal::stuck::StuckQuery;
use shared::error::Result;
use shared::id::StaffId;
use shared::page::cursor::{self, start_ascending};

use super::listing::SummaryRow;
use crate::page::bind_page;
use crate::transaction::ReadTx;
use database::{Statement, statements};

// $2 the status, $3 whether only those that a blocked person delays.
statements! {
    LIST (plan per value) = "SELECT a.id, a.staff_id, a.staff_name, a.department_name,
            a.review_type, a.period_from, a.period_to, a.status, a.line_manager_name,
            a.department_head_name, a.waiting_since, a.overall_score, a.overall_band,
            a.updated_at, a.created_at, (
                SELECT COUNT(*) FROM appraisal_details a
                WHERE a.organization_id = $1 AND a.status <> 'finalized'
                    AND ($2 IS NULL OR a.status = $2)
                    AND ($3 = FALSE
                        OR (a.subject_is_blocked AND a.status = 'pending_self')
                        OR (a.line_manager_is_blocked
                            AND a.status IN ('pending_self', 'pending_lm'))
                        OR (a.department_head_is_blocked
                            AND a.status IN ('pending_self', 'pending_lm', 'pending_dept_head')))
                ) AS total, a.subject_is_blocked,
            a.line_manager_staff_id, a.line_manager_is_blocked, a.department_head_staff_id,
            a.department_head_is_blocked, a.line_manager_now,
            today.supervisor_staff_id AS supervisor_now,
            t.updated_at > t.created_at AND t.updated_at > a.created_at AS is_template_changed
        FROM appraisal_details a
        LEFT JOIN departments today
            ON today.organization_id = a.organization_id AND today.id = a.department_now_id
        JOIN appraisal_templates t
            ON t.organization_id = a.organization_id AND t.id = a.template_id
        WHERE a.organization_id = $1 AND a.status <> 'finalized'
            AND ($2 IS NULL OR a.status = $2)
            AND ($3 = FALSE
                OR (a.subject_is_blocked AND a.status = 'pending_self')
                OR (a.line_manager_is_blocked AND a.status IN ('pending_self', 'pending_lm'))
                OR (a.department_head_is_blocked
                    AND a.status IN ('pending_self', 'pending_lm', 'pending_dept_head')))
            AND (a.waiting_since, a.id) > ($4, $5)
        ORDER BY a.waiting_since, a.id LIMIT $6 OFFSET $7";
    COUNT (plan per value) = "SELECT COUNT(*) FROM appraisal_details a
        WHERE a.organization_id = $1 AND a.status <> 'finalized'
            AND ($2 IS NULL OR a.status = $2)
            AND ($3 = FALSE
                OR (a.subject_is_blocked AND a.status = 'pending_self')
                OR (a.line_manager_is_blocked AND a.status IN ('pending_self', 'pending_lm'))
                OR (a.department_head_is_blocked
                    AND a.status IN ('pending_self', 'pending_lm', 'pending_dept_head')))";
}

/// An appraisal in flight, with the current facts about its people.
#[derive(Debug, database::FromRow)]
pub(in crate::appraisal) struct StuckRow {
    #[sqlx(flatten)]
    pub(in crate::appraisal) line: SummaryRow,
    total: i64,
    pub(in crate::appraisal) subject_is_blocked: bool,
    pub(in crate::appraisal) line_manager_staff_id: StaffId,
    pub(in crate::appraisal) line_manager_is_blocked: bool,
    pub(in crate::appraisal) department_head_staff_id: Option<StaffId>,
    pub(in crate::appraisal) department_head_is_blocked: Option<bool>,
    pub(in crate::appraisal) line_manager_now: Option<StaffId>,
    pub(in crate::appraisal) supervisor_now: Option<StaffId>,
    pub(in crate::appraisal) is_template_changed: bool,
}

fn bind<'t>(statement: Statement<'t>, query: &StuckQuery) -> Statement<'t> {
    statement.bind(query.status).bind(query.blocked)
}

/// A page of the list, longest wait first, and the length of the whole list.
pub(in crate::appraisal) async fn list(
    tx: &mut ReadTx,
    query: &StuckQuery,
) -> Result<(Vec<StuckRow>, u64)> {
    let start = start_ascending::<DateTime<Utc>>();
    let rows = bind_page(bind(tx.sql(LIST), query), &query.page, start)?;
    let rows: Vec<StuckRow> = rows.all().await?;
    let total = match rows.first() {
        Some(row) => row.total,
        None if query.page.is_first() => 0,
        None => bind(tx.sql(COUNT), query).scalar().await?,
    };
    Ok((rows, u64::try_from(total).unwrap_or(0)))
}

/// The cursor after a line.
pub(in crate::appraisal) fn cursor(row: &StuckRow) -> String {
    cursor::write(&row.line.waiting_since, row.line.id.0)
}
