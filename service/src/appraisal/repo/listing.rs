//! SQL of lists of appraisals.

use chrono::{DateTime, NaiveDate, Utc};
use shared::appraisal::list::{AppraisalQuery, AppraisalSummary, Scope};
use shared::appraisal::{Band, ReviewType, RoleCategory, Status};
use shared::error::Result;
use shared::id::{AppraisalId, StaffId};
use shared::page::LIMIT_CAP;
use shared::page::cursor::start_descending;
use shared::permission::Permission;
use shared::scoring::Score;

use crate::caller::Caller;
use crate::collation::sort_key;
use crate::page::bind_page;
use crate::search::Search;
use crate::transaction::ReadTx;
use database::{Statement, statements};

const _: () = assert!(LIMIT_CAP == 100, "`LIMIT 100` in the statements below is this limit");

// The last four values of a list are the time and the id of the last line before the page, the
// limit and the offset. Each list finds the ids of its page by the index of its order before it
// reads any line. A page has at most a hundred rows; PostgreSQL, which plans for any limit, would
// otherwise estimate a tenth of all rows.
statements! {
    // $2 the caller.
    LIST_MINE (generic plan) = "SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at,
            (SELECT COUNT(*) FROM appraisals WHERE organization_id = $1 AND staff_id = $2) AS total
        FROM (SELECT id, created_at FROM (
                SELECT id, created_at FROM appraisals
                WHERE organization_id = $1 AND staff_id = $2 AND (created_at, id) < ($3, $4)
                ORDER BY created_at DESC, id DESC LIMIT $5 OFFSET $6) AS chosen LIMIT 100) AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.created_at DESC, page.id DESC";
    COUNT_MINE = "SELECT COUNT(*) FROM appraisals WHERE organization_id = $1 AND staff_id = $2";

    // $2 the caller, $3 whether they are managing director, $4 whether they hold
    // appraisals:hr_manage. Each stage has an index of its own and contributes only the rows that
    // the page may need. A person has at most one open appraisal of their own; the appraisals of
    // the reviewers' stages are counted by triggers.
    LIST_QUEUE (generic plan) = "SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at,
            (CAST((SELECT COUNT(*) FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_self' AND staff_id = $2)
                + COALESCE((SELECT SUM(length) FROM queue_lengths
                    WHERE organization_id = $1 AND staff_id = $2), 0)
                + COALESCE((SELECT SUM(length) FROM list_lengths
                    WHERE organization_id = $1 AND list = 'pending_md' AND $3), 0)
                + COALESCE((SELECT SUM(length) FROM list_lengths
                    WHERE organization_id = $1 AND list = 'pending_hr' AND $4), 0)
                - (SELECT COUNT(*) FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_hr' AND $4 AND staff_id = $2)
                AS BIGINT)) AS total
        FROM (SELECT id, created_at FROM (
                SELECT * FROM (SELECT * FROM (SELECT id, created_at FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_self' AND staff_id = $2
                        AND (created_at, id) < ($5, $6)
                    ORDER BY created_at DESC, id DESC
                    LIMIT CAST($7 AS BIGINT) + CAST($8 AS BIGINT)) AS stage
                UNION ALL
                SELECT * FROM (SELECT id, created_at FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_lm'
                        AND line_manager_staff_id = $2 AND (created_at, id) < ($5, $6)
                    ORDER BY created_at DESC, id DESC
                    LIMIT CAST($7 AS BIGINT) + CAST($8 AS BIGINT)) AS stage
                UNION ALL
                SELECT * FROM (SELECT id, created_at FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_dept_head'
                        AND department_head_staff_id = $2 AND (created_at, id) < ($5, $6)
                    ORDER BY created_at DESC, id DESC
                    LIMIT CAST($7 AS BIGINT) + CAST($8 AS BIGINT)) AS stage
                UNION ALL
                SELECT * FROM (SELECT id, created_at FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_md' AND $3
                        AND (created_at, id) < ($5, $6)
                    ORDER BY created_at DESC, id DESC
                    LIMIT CAST($7 AS BIGINT) + CAST($8 AS BIGINT)) AS stage
                UNION ALL
                SELECT * FROM (SELECT id, created_at FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_hr' AND $4 AND staff_id <> $2
                        AND (created_at, id) < ($5, $6)
                    ORDER BY created_at DESC, id DESC
                    LIMIT CAST($7 AS BIGINT) + CAST($8 AS BIGINT)) AS stage) AS stages
                ORDER BY created_at DESC, id DESC LIMIT $7 OFFSET $8) AS chosen LIMIT 100) AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.created_at DESC, page.id DESC";
    COUNT_QUEUE = "SELECT CAST((SELECT COUNT(*) FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_self' AND staff_id = $2)
                + COALESCE((SELECT SUM(length) FROM queue_lengths
                    WHERE organization_id = $1 AND staff_id = $2), 0)
                + COALESCE((SELECT SUM(length) FROM list_lengths
                    WHERE organization_id = $1 AND list = 'pending_md' AND $3), 0)
                + COALESCE((SELECT SUM(length) FROM list_lengths
                    WHERE organization_id = $1 AND list = 'pending_hr' AND $4), 0)
                - (SELECT COUNT(*) FROM appraisals
                    WHERE organization_id = $1 AND status = 'pending_hr' AND $4 AND staff_id = $2)
                AS BIGINT)";

    LIST_ALL (generic plan) = "SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at,
            (SELECT CAST(COALESCE(SUM(length), 0) AS BIGINT) FROM list_lengths
                WHERE organization_id = $1 AND list = 'appraisals') AS total
        FROM (SELECT id, created_at FROM (
                SELECT id, created_at FROM appraisals
                WHERE organization_id = $1 AND (created_at, id) < ($2, $3)
                ORDER BY created_at DESC, id DESC LIMIT $4 OFFSET $5) AS chosen LIMIT 100) AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.created_at DESC, page.id DESC";

    // $2 to $6 the filters; a search by name ($4, a pattern) resolves the people first.
    LIST_FILTERED (plan per value) = r"SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at,
            (SELECT COUNT(*) FROM appraisals a
                WHERE a.organization_id = $1
                AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                AND ($4 IS NULL OR a.staff_id IN (SELECT s.id FROM staff s
                    WHERE s.organization_id = $1 AND s.name_folded LIKE $4 ESCAPE '\'))
                AND ($5 IS NULL OR a.department_id = $5)
                AND ($6 IS NULL OR a.review_type = $6)) AS total
        FROM (SELECT id, created_at FROM (
                SELECT a.id, a.created_at FROM appraisals a
                WHERE a.organization_id = $1
                AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                AND ($4 IS NULL OR a.staff_id IN (SELECT s.id FROM staff s
                    WHERE s.organization_id = $1 AND s.name_folded LIKE $4 ESCAPE '\'))
                AND ($5 IS NULL OR a.department_id = $5)
                AND ($6 IS NULL OR a.review_type = $6) AND (a.created_at, a.id) < ($7, $8)
                ORDER BY created_at DESC, id DESC LIMIT $9 OFFSET $10) AS chosen LIMIT 100) AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.created_at DESC, page.id DESC";
    COUNT_FILTERED (plan per value) = r"SELECT COUNT(*) FROM appraisals a
                WHERE a.organization_id = $1
                AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                AND ($4 IS NULL OR a.staff_id IN (SELECT s.id FROM staff s
                    WHERE s.organization_id = $1 AND s.name_folded LIKE $4 ESCAPE '\'))
                AND ($5 IS NULL OR a.department_id = $5)
                AND ($6 IS NULL OR a.review_type = $6)";

    // The filters within the queue of the caller: $7 to $9 are $2 to $4 of LIST_QUEUE.
    LIST_FILTERED_QUEUE (plan per value) = r"SELECT line.id, line.staff_id, line.staff_name,
            line.department_name, line.review_type, line.period_from, line.period_to, line.status,
            line.line_manager_name, line.department_head_name, line.waiting_since,
            line.overall_score, line.overall_band, line.updated_at, line.created_at,
            (SELECT COUNT(*) FROM appraisals a
                WHERE a.organization_id = $1
                AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                AND ($4 IS NULL OR a.staff_id IN (SELECT s.id FROM staff s
                    WHERE s.organization_id = $1 AND s.name_folded LIKE $4 ESCAPE '\'))
                AND ($5 IS NULL OR a.department_id = $5)
                AND ($6 IS NULL OR a.review_type = $6)
                AND ((a.status = 'pending_self' AND a.staff_id = $7)
                    OR (a.status = 'pending_lm' AND a.line_manager_staff_id = $7)
                    OR (a.status = 'pending_dept_head' AND a.department_head_staff_id = $7)
                    OR (a.status = 'pending_md' AND $8)
                    OR (a.status = 'pending_hr' AND $9 AND a.staff_id <> $7))) AS total
        FROM (SELECT id, created_at FROM (
                SELECT a.id, a.created_at FROM appraisals a
                WHERE a.organization_id = $1
                AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                AND ($4 IS NULL OR a.staff_id IN (SELECT s.id FROM staff s
                    WHERE s.organization_id = $1 AND s.name_folded LIKE $4 ESCAPE '\'))
                AND ($5 IS NULL OR a.department_id = $5)
                AND ($6 IS NULL OR a.review_type = $6)
                AND ((a.status = 'pending_self' AND a.staff_id = $7)
                    OR (a.status = 'pending_lm' AND a.line_manager_staff_id = $7)
                    OR (a.status = 'pending_dept_head' AND a.department_head_staff_id = $7)
                    OR (a.status = 'pending_md' AND $8)
                    OR (a.status = 'pending_hr' AND $9 AND a.staff_id <> $7))
                AND (a.created_at, a.id) < ($10, $11)
                ORDER BY created_at DESC, id DESC LIMIT $12 OFFSET $13) AS chosen LIMIT 100) AS page
        CROSS JOIN appraisal_details line
        WHERE line.organization_id = $1 AND line.id = page.id
        ORDER BY page.created_at DESC, page.id DESC";
    COUNT_FILTERED_QUEUE (plan per value) = r"SELECT COUNT(*) FROM appraisals a
                WHERE a.organization_id = $1
                AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
                AND ($4 IS NULL OR a.staff_id IN (SELECT s.id FROM staff s
                    WHERE s.organization_id = $1 AND s.name_folded LIKE $4 ESCAPE '\'))
                AND ($5 IS NULL OR a.department_id = $5)
                AND ($6 IS NULL OR a.review_type = $6)
                AND ((a.status = 'pending_self' AND a.staff_id = $7)
                    OR (a.status = 'pending_lm' AND a.line_manager_staff_id = $7)
                    OR (a.status = 'pending_dept_head' AND a.department_head_staff_id = $7)
                    OR (a.status = 'pending_md' AND $8)
                    OR (a.status = 'pending_hr' AND $9 AND a.staff_id <> $7))";

    // The people of the two stages that belong to a role instead of the snapshot. The few roles are
    // found first; sorting is done afterwards, since for an order SQLite would scan all staff.
    ROLE_HOLDERS = "SELECT s.id, s.name, s.role_key = 'md' AS is_managing_director,
            ' ' || r.permissions || ' ' LIKE '% appraisals:hr_manage %' AS is_human_resources
        FROM staff s
        JOIN roles r ON r.organization_id = s.organization_id AND r.key = s.role_key
        WHERE s.organization_id = $1 AND s.is_blocked = FALSE
            AND s.role_key IN (SELECT key FROM roles WHERE organization_id = $1 AND (key = 'md'
                OR ' ' || permissions || ' ' LIKE '% appraisals:hr_manage %'))";

    EXPORT (plan per value) = r"SELECT a.staff_number, a.staff_name, a.department_name,
            a.review_type, a.period_from, a.period_to, a.role_category, a.is_manager_role,
            a.template_name,
            a.status, a.line_manager_name, a.department_head_name, a.kpi_score,
            a.competency_score, a.behaviour_score, a.overall_score, a.overall_band, a.created_at,
            a.finalized_at
        FROM appraisal_details a
        WHERE a.organization_id = $1
            AND ($2 IS NULL OR a.status = $2) AND ($3 IS NULL OR a.staff_id = $3)
            AND ($4 IS NULL OR a.staff_id IN (SELECT s.id FROM staff s
                WHERE s.organization_id = $1 AND s.name_folded LIKE $4 ESCAPE '\'))
            AND ($5 IS NULL OR a.department_id = $5)
            AND ($6 IS NULL OR a.review_type = $6)
        ORDER BY a.created_at DESC, a.id DESC";
}

/// A line of a list, before the names of role holders are filled in.
#[derive(Debug, database::FromRow)]
pub(in crate::appraisal) struct SummaryRow {
    pub(super) id: AppraisalId,
    staff_id: StaffId,
    pub(super) staff_name: String,
    department_name: Option<String>,
    review_type: ReviewType,
    period_from: NaiveDate,
    period_to: NaiveDate,
    status: Status,
    line_manager_name: String,
    department_head_name: Option<String>,
    pub(super) waiting_since: DateTime<Utc>,
    pub(super) overall_score: Option<Score>,
    overall_band: Option<Band>,
    updated_at: DateTime<Utc>,
    pub(super) created_at: DateTime<Utc>,
}

/// A line of a list, with the length of the whole list.
#[derive(Debug, database::FromRow)]
struct CountedRow {
    #[sqlx(flatten)]
    line: SummaryRow,
    total: i64,
}

/// A holder of a role that reviews at a stage.
#[derive(Debug, database::FromRow)]
pub(in crate::appraisal) struct RoleHolder {
    pub(in crate::appraisal) id: StaffId,
    name: String,
    pub(in crate::appraisal) is_managing_director: bool,
    pub(in crate::appraisal) is_human_resources: bool,
}

/// A line of the export.
#[derive(Debug, database::FromRow)]
pub(in crate::appraisal) struct ExportRow {
    pub(in crate::appraisal) staff_number: String,
    pub(in crate::appraisal) staff_name: String,
    pub(in crate::appraisal) department_name: Option<String>,
    pub(in crate::appraisal) review_type: ReviewType,
    pub(in crate::appraisal) period_from: NaiveDate,
    pub(in crate::appraisal) period_to: NaiveDate,
    pub(in crate::appraisal) role_category: RoleCategory,
    pub(in crate::appraisal) is_manager_role: bool,
    pub(in crate::appraisal) template_name: String,
    pub(in crate::appraisal) status: Status,
    pub(in crate::appraisal) line_manager_name: String,
    pub(in crate::appraisal) department_head_name: Option<String>,
    pub(in crate::appraisal) kpi_score: Option<Score>,
    pub(in crate::appraisal) competency_score: Option<Score>,
    pub(in crate::appraisal) behaviour_score: Option<Score>,
    pub(in crate::appraisal) overall_score: Option<Score>,
    pub(in crate::appraisal) overall_band: Option<Band>,
    pub(in crate::appraisal) created_at: DateTime<Utc>,
    pub(in crate::appraisal) finalized_at: Option<DateTime<Utc>>,
}

impl SummaryRow {
    /// The line, with the people who may act at the current stage.
    pub(in crate::appraisal) fn summary(self, stages: &[RoleHolder]) -> AppraisalSummary {
        let at = |holds: fn(&RoleHolder) -> bool| {
            let people = stages.iter().filter(|person| holds(person) && person.id != self.staff_id);
            people.map(|person| person.name.clone()).collect()
        };
        let waiting_for = match self.status {
            Status::Draft | Status::Finalized => Vec::new(),
            Status::PendingSelf => vec![self.staff_name.clone()],
            Status::PendingLm => vec![self.line_manager_name],
            Status::PendingDeptHead => self.department_head_name.into_iter().collect(),
            Status::PendingMd => {
                let directors = stages.iter().filter(|person| person.is_managing_director);
                directors.map(|person| person.name.clone()).collect()
            }
            Status::PendingHr => at(|person| person.is_human_resources),
        };
        AppraisalSummary {
            id: self.id,
            staff_id: self.staff_id,
            staff_name: self.staff_name,
            department_name: self.department_name,
            review_type: self.review_type,
            period_from: self.period_from,
            period_to: self.period_to,
            status: self.status,
            waiting_for,
            waiting_since: self.status.stage().map(|_| self.waiting_since),
            overall_score: self.overall_score,
            overall_band: self.overall_band,
            updated_at: self.updated_at,
        }
    }
}

fn bind_queue<'t>(statement: Statement<'t>, caller: &Caller) -> Statement<'t> {
    statement
        .bind(caller.staff())
        .bind(caller.is_managing_director())
        .bind(caller.may(Permission::AppraisalsHrManage))
}

fn bind_filters<'t>(statement: Statement<'t>, query: &AppraisalQuery) -> Statement<'t> {
    let statement = statement.bind(query.status).bind(query.staff_id);
    Search::of(query.q.as_deref()).bind(statement).bind(query.department_id).bind(query.review_type)
}

pub(super) fn bind_filtered_queue<'t>(
    statement: Statement<'t>,
    caller: &Caller,
    query: &AppraisalQuery,
) -> Statement<'t> {
    bind_filters(statement, query)
        .bind(caller.staff())
        .bind(caller.is_managing_director())
        .bind(caller.may(Permission::AppraisalsHrManage))
}

/// A page of the list, and the length of the whole list.
pub(in crate::appraisal) async fn list(
    tx: &mut ReadTx,
    caller: &Caller,
    query: &AppraisalQuery,
) -> Result<(Vec<SummaryRow>, u64)> {
    if let Some(rows) = super::sorted::page(tx, caller, query).await? {
        let total = count(tx, caller, query).await?;
        return Ok((rows, u64::try_from(total).unwrap_or(0)));
    }
    let page = &query.page;
    let is_filtered = query.is_filtered();
    let statement = match query.scope {
        Scope::Mine if !is_filtered => tx.sql(LIST_MINE).bind(caller.staff()),
        Scope::Queue if !is_filtered => bind_queue(tx.sql(LIST_QUEUE), caller),
        Scope::Queue => bind_filtered_queue(tx.sql(LIST_FILTERED_QUEUE), caller, query),
        Scope::All if !is_filtered => tx.sql(LIST_ALL),
        Scope::Mine | Scope::All => bind_filters(tx.sql(LIST_FILTERED), query),
    };
    let start = start_descending::<DateTime<Utc>>();
    let rows: Vec<CountedRow> = bind_page(statement, page, start)?.all().await?;
    let total = match rows.first() {
        Some(row) => row.total,
        None if page.is_first() => 0,
        None => count(tx, caller, query).await?,
    };
    let rows = rows.into_iter().map(|row| row.line).collect();
    Ok((rows, u64::try_from(total).unwrap_or(0)))
}

/// The length of a list, for a page beyond its end.
async fn count(tx: &mut ReadTx, caller: &Caller, query: &AppraisalQuery) -> Result<i64> {
    let is_filtered = query.is_filtered();
    let statement = match query.scope {
        Scope::Mine if !is_filtered => tx.sql(COUNT_MINE).bind(caller.staff()),
        Scope::Queue if !is_filtered => bind_queue(tx.sql(COUNT_QUEUE), caller),
        Scope::Queue => bind_filtered_queue(tx.sql(COUNT_FILTERED_QUEUE), caller, query),
        Scope::Mine | Scope::All => bind_filters(tx.sql(COUNT_FILTERED), query),
    };
    Ok(statement.scalar().await?)
}

pub(in crate::appraisal) async fn queue_length(tx: &mut ReadTx, caller: &Caller) -> Result<u64> {
    let length: i64 = bind_queue(tx.sql(COUNT_QUEUE), caller).scalar().await?;
    Ok(u64::try_from(length).unwrap_or(0))
}

pub(in crate::appraisal) async fn role_holders(tx: &mut ReadTx) -> Result<Vec<RoleHolder>> {
    let mut stages: Vec<RoleHolder> = tx.sql(ROLE_HOLDERS).all().await?;
    stages.sort_by_cached_key(|stage| (sort_key(&stage.name), stage.id));
    Ok(stages)
}

pub(in crate::appraisal) async fn export(
    tx: &mut ReadTx,
    query: &AppraisalQuery,
) -> Result<Vec<ExportRow>> {
    Ok(bind_filters(tx.sql(EXPORT), query).all().await?)
}
