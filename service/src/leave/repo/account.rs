//! SQL of people for leave: consumed days, corrections and carried days.

use chrono::{DateTime, NaiveDate, Utc};
use shared::error::Result;
use shared::id::{LeaveAdjustmentId, StaffId};
use shared::leave::LeaveType;
use shared::leave::balance::Ledger;
use shared::leave::days::Days;
use shared::leave::policy::{AdjustmentKind, LeaveAdjustment};

use crate::transaction::{ReadTx, WriteTx};
use database::{Row, statements};

// SQLite takes the tables of a `CROSS JOIN` in their order: in the reverse order it would read the
// days of all people.
statements! {
    PERSON = "SELECT s.id, s.name, s.employment_start_date, s.employment_confirmed_at, w.decider_id
        FROM staff s
        JOIN leave_deciders w ON w.organization_id = s.organization_id AND w.staff_id = s.id
        WHERE s.organization_id = $1 AND s.id = $2";
    HAS_PEOPLE = "SELECT EXISTS (SELECT 1 FROM staff
            WHERE organization_id = $1 AND line_manager_id = $2)
        OR EXISTS (SELECT 1 FROM departments
            WHERE organization_id = $1 AND supervisor_staff_id = $2)";
    PEOPLE = "SELECT s.id, s.name, s.employment_start_date, s.employment_confirmed_at, w.decider_id
        FROM staff s
        JOIN leave_deciders w ON w.organization_id = s.organization_id AND w.staff_id = s.id
        WHERE s.organization_id = $1 AND ($2 OR s.is_blocked = FALSE)
        ORDER BY s.name_sort_key, s.id";
    LEDGER_OF_ALL = "SELECT staff_id, type, year,
            CAST(SUM(adjustments) AS BIGINT) AS adjustments,
            CAST(SUM(consumed) AS BIGINT) AS consumed, CAST(SUM(pending) AS BIGINT) AS pending
        FROM (
            SELECT staff_id, type, year, days AS adjustments, 0 AS consumed, 0 AS pending
            FROM leave_adjustments
            WHERE organization_id = $1 AND year >= $2 AND year <= $3
            UNION ALL
            SELECT r.staff_id, r.type, d.year, 0 AS adjustments,
                CASE WHEN r.status = 'approved' THEN d.days ELSE 0 END AS consumed,
                CASE WHEN r.status = 'pending' THEN d.days ELSE 0 END AS pending
            FROM leave_requests r
            CROSS JOIN leave_request_days d
            WHERE d.organization_id = r.organization_id AND d.request_id = r.id
                AND r.organization_id = $1 AND d.year >= $2 AND d.year <= $3
                AND r.status IN ('approved', 'pending')
        ) entries
        GROUP BY staff_id, type, year ORDER BY staff_id, type, year";
    LEDGER_OF_ONE = "SELECT staff_id, type, year,
            CAST(SUM(adjustments) AS BIGINT) AS adjustments,
            CAST(SUM(consumed) AS BIGINT) AS consumed, CAST(SUM(pending) AS BIGINT) AS pending
        FROM (
            SELECT staff_id, type, year, days AS adjustments, 0 AS consumed, 0 AS pending
            FROM leave_adjustments
            WHERE organization_id = $1 AND year >= $2 AND year <= $3 AND staff_id = $4
            UNION ALL
            SELECT r.staff_id, r.type, d.year, 0 AS adjustments,
                CASE WHEN r.status = 'approved' THEN d.days ELSE 0 END AS consumed,
                CASE WHEN r.status = 'pending' THEN d.days ELSE 0 END AS pending
            FROM leave_requests r
            CROSS JOIN leave_request_days d
            WHERE d.organization_id = r.organization_id AND d.request_id = r.id
                AND r.organization_id = $1 AND d.year >= $2 AND d.year <= $3
                AND r.status IN ('approved', 'pending') AND r.staff_id = $4
        ) entries
        GROUP BY staff_id, type, year ORDER BY staff_id, type, year";
    LEDGER_OF_SOME = "WITH wanted (id) AS (VALUES {rows: UUID})
        SELECT staff_id, type, year,
            CAST(SUM(adjustments) AS BIGINT) AS adjustments,
            CAST(SUM(consumed) AS BIGINT) AS consumed, CAST(SUM(pending) AS BIGINT) AS pending
        FROM (
            SELECT staff_id, type, year, days AS adjustments, 0 AS consumed, 0 AS pending
            FROM leave_adjustments
            WHERE organization_id = $1 AND year >= $2 AND year <= $3
                AND staff_id IN (SELECT id FROM wanted)
            UNION ALL
            SELECT r.staff_id, r.type, d.year, 0 AS adjustments,
                CASE WHEN r.status = 'approved' THEN d.days ELSE 0 END AS consumed,
                CASE WHEN r.status = 'pending' THEN d.days ELSE 0 END AS pending
            FROM leave_requests r
            CROSS JOIN leave_request_days d
            WHERE d.organization_id = r.organization_id AND d.request_id = r.id
                AND r.organization_id = $1 AND d.year >= $2 AND d.year <= $3
                AND r.status IN ('approved', 'pending') AND r.staff_id IN (SELECT id FROM wanted)
        ) entries
        GROUP BY staff_id, type, year ORDER BY staff_id, type, year";
    ADJUSTMENTS = "SELECT a.id, a.staff_id, a.type, a.year, a.days, a.kind, a.reason,
            s.name AS created_by_name, a.created_at
        FROM leave_adjustments a
        JOIN staff s ON s.organization_id = a.organization_id AND s.id = a.created_by_id
        WHERE a.organization_id = $1 AND a.staff_id = $2 AND a.year = $3
        ORDER BY a.created_at, a.id";
    CARRIED = "SELECT staff_id, type, days FROM leave_adjustments
        WHERE organization_id = $1 AND year = $2 AND kind = 'carried_out'";
    ADD_ADJUSTMENTS = "INSERT INTO leave_adjustments
        (organization_id, id, staff_id, type, year, days, kind, reason, created_by_id, created_at)
        VALUES {rows: UUID, UUID, UUID, TEXT, BIGINT, BIGINT, TEXT, TEXT, UUID, TIMESTAMPTZ}";
    MANAGERS = "SELECT id FROM staff
        WHERE organization_id = $1 AND is_blocked = FALSE
            AND role_key IN (SELECT key FROM roles WHERE organization_id = $1
                AND ' ' || permissions || ' ' LIKE '% leave:manage %')";
}

/// The data of a member of staff that leave depends on.
#[derive(Clone, Debug, database::FromRow)]
pub(crate) struct Person {
    pub(crate) id: StaffId,
    pub(crate) name: String,
    pub(crate) employment_start_date: NaiveDate,
    pub(crate) employment_confirmed_at: Option<NaiveDate>,
    /// The line manager, else the supervisor of the department; none if managers of leave decide.
    pub(crate) decider_id: Option<StaffId>,
}

/// Returns true if people or a department report to the person.
pub(in crate::leave) async fn has_people(tx: &mut ReadTx, staff: StaffId) -> Result<bool> {
    Ok(tx.sql(HAS_PEOPLE).bind(staff).scalar().await?)
}

/// The recorded days of one person, type and year.
#[derive(Debug, database::FromRow)]
pub(crate) struct LedgerRow {
    pub(crate) staff_id: StaffId,
    #[sqlx(rename = "type")]
    pub(crate) leave_type: LeaveType,
    #[sqlx(try_from = "i64")]
    pub(crate) year: i32,
    adjustments: Days,
    consumed: Days,
    pending: Days,
}

impl LedgerRow {
    pub(crate) fn ledger(&self) -> Ledger {
        Ledger { adjustments: self.adjustments, consumed: self.consumed, pending: self.pending }
    }
}

/// The days carried by an earlier year-end.
#[derive(Debug, database::FromRow)]
pub(in crate::leave) struct CarriedRow {
    pub(in crate::leave) staff_id: StaffId,
    #[sqlx(rename = "type")]
    pub(in crate::leave) leave_type: LeaveType,
    /// Negative, since they were deducted from the year.
    pub(in crate::leave) days: Days,
}

/// A correction to be written.
#[derive(Debug)]
pub(in crate::leave) struct NewAdjustment {
    pub(in crate::leave) id: LeaveAdjustmentId,
    pub(in crate::leave) staff_id: StaffId,
    pub(in crate::leave) leave_type: LeaveType,
    pub(in crate::leave) year: i32,
    pub(in crate::leave) days: Days,
    pub(in crate::leave) kind: AdjustmentKind,
    pub(in crate::leave) reason: String,
}

pub(in crate::leave) async fn person(tx: &mut ReadTx, id: StaffId) -> Result<Option<Person>> {
    Ok(tx.sql(PERSON).bind(id).optional().await?)
}

/// All people of the organization, by name; with or without blocked ones.
pub(crate) async fn people(tx: &mut ReadTx, with_blocked: bool) -> Result<Vec<Person>> {
    Ok(tx.sql(PEOPLE).bind(with_blocked).all().await?)
}

/// The ledgers of one person, or of all people, in the years from the first to the last.
pub(crate) async fn ledgers(
    tx: &mut ReadTx,
    staff: Option<StaffId>,
    (first, last): (i32, i32),
) -> Result<Vec<LedgerRow>> {
    let text = if staff.is_some() { LEDGER_OF_ONE } else { LEDGER_OF_ALL };
    let rows = tx.sql(text).bind(i64::from(first)).bind(i64::from(last));
    let rows = match staff {
        Some(staff) => rows.bind(staff),
        None => rows,
    };
    Ok(rows.all().await?)
}

/// The ledgers of some people in the years from the first to the last.
pub(in crate::leave) async fn ledgers_of(
    tx: &mut ReadTx,
    staff: impl IntoIterator<Item = StaffId>,
    (first, last): (i32, i32),
) -> Result<Vec<LedgerRow>> {
    let rows = tx.sql(LEDGER_OF_SOME).bind(i64::from(first));
    Ok(rows.bind(i64::from(last)).rows(staff, Row::bind).all().await?)
}

pub(in crate::leave) async fn adjustments(
    tx: &mut ReadTx,
    staff: StaffId,
    year: i32,
) -> Result<Vec<LeaveAdjustment>> {
    let rows = tx.sql(ADJUSTMENTS).bind(staff).bind(i64::from(year));
    Ok(rows.all().await?)
}

/// The days that the year-end has carried out of a year.
pub(in crate::leave) async fn carried(tx: &mut ReadTx, year: i32) -> Result<Vec<CarriedRow>> {
    Ok(tx.sql(CARRIED).bind(i64::from(year)).all().await?)
}

pub(in crate::leave) async fn add_adjustments(
    tx: &mut WriteTx,
    by: StaffId,
    now: DateTime<Utc>,
    adjustments: &[NewAdjustment],
) -> Result<()> {
    tx.insert(ADD_ADJUSTMENTS, adjustments, |row, new| {
        row.bind(new.id)
            .bind(new.staff_id)
            .bind(new.leave_type)
            .bind(i64::from(new.year))
            .bind(new.days)
            .bind(new.kind)
            .bind(&new.reason)
            .bind(by)
            .bind(now)
    })
    .execute()
    .await?;
    Ok(())
}

/// All managers of leave.
pub(in crate::leave) async fn managers(tx: &mut ReadTx) -> Result<Vec<StaffId>> {
    Ok(tx.sql(MANAGERS).scalars().await?)
}
