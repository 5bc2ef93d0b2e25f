//! SQL of lists of appraisals in other orders than the newest first.

use shared::appraisal::list::{AppraisalQuery, AppraisalSort, Scope};
use shared::error::Result;
use shared::page::cursor::{self, NameKey, start_ascending, start_descending};
use shared::scoring::Score;

use super::listing::{SummaryRow, bind_filtered_queue};
use crate::caller::Caller;
use crate::collation::sort_key;
use crate::page::{bind_opposite_page, bind_page};
use crate::transaction::ReadTx;
use database::statements;

// $2 to $9 as in `LIST_FILTERED_QUEUE`, which $10 restricts to the queue of the caller. $11 and $12
// the sort key and the id of the last line before the page.
statements! {
    NAME (plan per value) = r"SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at
        FROM (SELECT id, sort_key FROM (
                SELECT a.id, s.name_sort_key AS sort_key
                FROM staff s
                JOIN appraisals a ON a.organization_id = s.organization_id AND a.staff_id = s.id
                WHERE s.organization_id = $1
                    AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                    AND ($4 IS NULL OR s.name_folded LIKE $4 ESCAPE '\')
                    AND ($5 IS NULL OR a.department_id = $5)
                    AND ($6 IS NULL OR a.review_type = $6)
                    AND (NOT $10 OR (a.status = 'pending_self' AND a.staff_id = $7)
                        OR (a.status = 'pending_lm' AND a.line_manager_staff_id = $7)
                        OR (a.status = 'pending_dept_head' AND a.department_head_staff_id = $7)
                        OR (a.status = 'pending_md' AND $8)
                        OR (a.status = 'pending_hr' AND $9 AND a.staff_id <> $7))
                    AND (s.name_sort_key, a.id) > ($11, $12)
                ORDER BY s.name_sort_key, a.id LIMIT $13 OFFSET $14) AS chosen LIMIT 100)
            AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.sort_key, page.id";
    NAME_DESCENDING (plan per value) = r"SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at
        FROM (SELECT id, sort_key FROM (
                SELECT a.id, s.name_sort_key AS sort_key
                FROM staff s
                JOIN appraisals a ON a.organization_id = s.organization_id AND a.staff_id = s.id
                WHERE s.organization_id = $1
                    AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                    AND ($4 IS NULL OR s.name_folded LIKE $4 ESCAPE '\')
                    AND ($5 IS NULL OR a.department_id = $5)
                    AND ($6 IS NULL OR a.review_type = $6)
                    AND (NOT $10 OR (a.status = 'pending_self' AND a.staff_id = $7)
                        OR (a.status = 'pending_lm' AND a.line_manager_staff_id = $7)
                        OR (a.status = 'pending_dept_head' AND a.department_head_staff_id = $7)
                        OR (a.status = 'pending_md' AND $8)
                        OR (a.status = 'pending_hr' AND $9 AND a.staff_id <> $7))
                    AND (s.name_sort_key, a.id) < ($11, $12)
                ORDER BY s.name_sort_key DESC, a.id DESC LIMIT $13 OFFSET $14) AS chosen LIMIT 100)
            AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.sort_key DESC, page.id DESC";
    // The score after the last one is -1 if the highest score is first, else beyond every score.
    SCORE (plan per value) = r"SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at
        FROM (SELECT id, sort_key FROM (
                SELECT a.id, a.overall_score AS sort_key
                FROM staff s
                JOIN appraisals a ON a.organization_id = s.organization_id AND a.staff_id = s.id
                WHERE s.organization_id = $1
                    AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                    AND ($4 IS NULL OR s.name_folded LIKE $4 ESCAPE '\')
                    AND ($5 IS NULL OR a.department_id = $5)
                    AND ($6 IS NULL OR a.review_type = $6)
                    AND (NOT $10 OR (a.status = 'pending_self' AND a.staff_id = $7)
                        OR (a.status = 'pending_lm' AND a.line_manager_staff_id = $7)
                        OR (a.status = 'pending_dept_head' AND a.department_head_staff_id = $7)
                        OR (a.status = 'pending_md' AND $8)
                        OR (a.status = 'pending_hr' AND $9 AND a.staff_id <> $7))
                    AND (a.overall_score < $11 OR (a.overall_score = $11 AND a.id < $12)
                        OR (a.overall_score IS NULL AND ($11 > -1 OR a.id < $12)))
                ORDER BY a.overall_score DESC NULLS LAST, a.id DESC LIMIT $13 OFFSET $14)
            AS chosen LIMIT 100) AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.sort_key DESC NULLS LAST, page.id DESC";
    SCORE_ASCENDING (plan per value) = r"SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at
        FROM (SELECT id, sort_key FROM (
                SELECT a.id, a.overall_score AS sort_key
                FROM staff s
                JOIN appraisals a ON a.organization_id = s.organization_id AND a.staff_id = s.id
                WHERE s.organization_id = $1
                    AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                    AND ($4 IS NULL OR s.name_folded LIKE $4 ESCAPE '\')
                    AND ($5 IS NULL OR a.department_id = $5)
                    AND ($6 IS NULL OR a.review_type = $6)
                    AND (NOT $10 OR (a.status = 'pending_self' AND a.staff_id = $7)
                        OR (a.status = 'pending_lm' AND a.line_manager_staff_id = $7)
                        OR (a.status = 'pending_dept_head' AND a.department_head_staff_id = $7)
                        OR (a.status = 'pending_md' AND $8)
                        OR (a.status = 'pending_hr' AND $9 AND a.staff_id <> $7))
                    AND (a.overall_score > $11 OR (a.overall_score = $11 AND a.id > $12)
                        OR (a.overall_score IS NULL
                            AND ($11 < 9223372036854775807 OR a.id > $12)))
                ORDER BY a.overall_score NULLS LAST, a.id LIMIT $13 OFFSET $14) AS chosen LIMIT 100)
            AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.sort_key NULLS LAST, page.id";
}

/// A page of the list in this order; none in the order by the time of creation.
pub(super) async fn page(
    tx: &mut ReadTx,
    caller: &Caller,
    query: &AppraisalQuery,
) -> Result<Option<Vec<SummaryRow>>> {
    let page = &query.page;
    let bind =
        |statement| bind_filtered_queue(statement, caller, query).bind(query.scope == Scope::Queue);
    let statement = match query.sort.unwrap_or(AppraisalSort::Newest) {
        AppraisalSort::Newest => return Ok(None),
        AppraisalSort::Name => bind_page(bind(tx.sql(NAME)), page, start_ascending::<NameKey>())?,
        AppraisalSort::NameDescending => {
            let start = start_descending::<NameKey>();
            bind_opposite_page(bind(tx.sql(NAME_DESCENDING)), page, start)?
        }
        AppraisalSort::Score => bind_page(bind(tx.sql(SCORE)), page, start_descending::<i64>())?,
        AppraisalSort::ScoreAscending => {
            bind_opposite_page(bind(tx.sql(SCORE_ASCENDING)), page, start_ascending::<i64>())?
        }
    };
    Ok(Some(statement.all().await?))
}

/// The cursor after a line.
pub(in crate::appraisal) fn cursor(row: &SummaryRow, query: &AppraisalQuery) -> String {
    let name = || NameKey(sort_key(&row.staff_name));
    let score = |none| row.overall_score.map_or(none, Score::ten_thousandths);
    match query.sort.unwrap_or(AppraisalSort::Newest) {
        AppraisalSort::Newest => cursor::write(&row.created_at, row.id.0),
        AppraisalSort::Name => cursor::write(&name(), row.id.0),
        AppraisalSort::NameDescending => cursor::write_opposite(&name(), row.id.0),
        AppraisalSort::Score => cursor::write(&score(-1), row.id.0),
        AppraisalSort::ScoreAscending => cursor::write_opposite(&score(i64::MAX), row.id.0),
    }
}
