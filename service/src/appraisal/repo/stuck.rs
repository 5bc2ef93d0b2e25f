//! SQL of appraisals in flight.

use shared::appraisal::Status;
use shared::appraisal::stuck::StuckQuery;
use shared::error::Result;
use shared::id::{OrganizationId, StaffId};

use super::listing::SummaryRow;
use database::{ReadTx, Statement, statements};

macro_rules! in_flight {
    () => {
        " FROM appraisals a
        JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.staff_id
        LEFT JOIN departments d
            ON d.organization_id = a.organization_id AND d.id = a.department_id
        LEFT JOIN departments today
            ON today.organization_id = s.organization_id AND today.id = s.department_id
        JOIN staff lm
            ON lm.organization_id = a.organization_id AND lm.id = a.line_manager_staff_id
        LEFT JOIN staff dh
            ON dh.organization_id = a.organization_id AND dh.id = a.department_head_staff_id
        JOIN appraisal_templates t
            ON t.organization_id = a.organization_id AND t.id = a.template_id
        WHERE a.organization_id = $1 AND a.status <> 'finalized'
            AND ($2 IS NULL OR a.status = $2)
            AND ($3 = FALSE
                OR (s.is_blocked AND a.status = 'pending_self')
                OR (lm.is_blocked AND a.status IN ('pending_self', 'pending_lm'))
                OR (dh.is_blocked
                    AND a.status IN ('pending_self', 'pending_lm', 'pending_dept_head'))) "
    };
}

statements! {
    LIST (plan per value) = concat!("SELECT a.id, a.staff_id, s.name AS staff_name, d.name AS department_name,
            a.review_type, a.period_from, a.period_to, a.status, lm.name AS line_manager_name,
            dh.name AS department_head_name, a.waiting_since, a.overall_score, a.overall_band,
            a.updated_at, COUNT(*) OVER () AS total, s.is_blocked AS subject_is_blocked,
            a.line_manager_staff_id, lm.is_blocked AS line_manager_is_blocked,
            a.department_head_staff_id, dh.is_blocked AS department_head_is_blocked,
            s.line_manager_id AS line_manager_now, today.supervisor_staff_id AS supervisor_now,
            t.updated_at > t.created_at AND t.updated_at > a.created_at AS is_template_changed",
        in_flight!(), "ORDER BY a.waiting_since, a.id LIMIT $4 OFFSET $5");
    COUNT (plan per value) = concat!("SELECT COUNT(*)", in_flight!());
}

/// An appraisal in flight, with the current facts about its people.
#[derive(Debug, database::FromRow)]
pub(in crate::appraisal) struct StuckRow {
    #[sqlx(flatten)]
    pub(in crate::appraisal) summary: SummaryRow,
    pub(in crate::appraisal) subject_is_blocked: bool,
    pub(in crate::appraisal) line_manager_staff_id: StaffId,
    pub(in crate::appraisal) line_manager_is_blocked: bool,
    pub(in crate::appraisal) department_head_staff_id: Option<StaffId>,
    pub(in crate::appraisal) department_head_is_blocked: Option<bool>,
    pub(in crate::appraisal) line_manager_now: Option<StaffId>,
    pub(in crate::appraisal) supervisor_now: Option<StaffId>,
    pub(in crate::appraisal) is_template_changed: bool,
}

fn bind(
    statement: Statement<'_>,
    organization: OrganizationId,
    (status, blocked): (Option<Status>, bool),
) -> Statement<'_> {
    statement.bind(organization).bind(status).bind(blocked)
}

/// A page of the list, longest wait first, and the length of the whole list.
pub(in crate::appraisal) async fn list(
    tx: &mut ReadTx,
    organization: OrganizationId,
    query: &StuckQuery,
) -> Result<(Vec<StuckRow>, u64)> {
    let filter = (query.status, query.blocked);
    let page = query.page;
    let rows: Vec<StuckRow> = bind(tx.sql(LIST), organization, filter)
        .bind(i64::from(page.limit))
        .bind(page.offset())
        .all()
        .await?;
    let total = match rows.first() {
        Some(row) => row.summary.total(),
        None if page.page == 1 => 0,
        None => {
            let total: i64 = bind(tx.sql(COUNT), organization, filter).scalar().await?;
            u64::try_from(total).unwrap_or(0)
        }
    };
    Ok((rows, total))
}
