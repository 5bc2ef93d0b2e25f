//! SQL of leave requests.

use std::collections::HashMap;

use chrono::{DateTime, NaiveDate, Utc};
use shared::error::Result;
use shared::id::{LeaveRequestId, StaffId};
use shared::leave::LeaveType;
use shared::leave::absence::Absence;
use shared::leave::days::Days;
use shared::leave::period::{Period, YearDays, total};
use shared::leave::request::{ExistingLeave, LeaveQuery, LeaveRequestInput, LeaveScope};
use shared::leave::status::LeaveStatus;
use shared::page::cursor::start_descending;
use shared::permission::Permission;

use crate::caller::Caller;
use crate::page::bind_page;
use crate::transaction::{ReadTx, WriteTx};
use database::{Statement, statements};

// $2 the caller, $3 whether they manage leave, $4 the scope, $5 to $8 the filters. The caller's own
// requests are found by an index.
statements! {
    LIST (plan per value) = "SELECT *
        FROM leave_request_details
        WHERE organization_id = $1
            AND ($4 = 'all' OR ($4 = 'team' AND staff_id <> $2
                AND (decider_id = $2 OR ($3 AND decider_id IS NULL))))
            AND ($5 IS NULL OR status = $5) AND ($6 IS NULL OR staff_id = $6)
            AND ($7 IS NULL OR end_date >= $7) AND ($8 IS NULL OR start_date <= $8)
            AND (created_at, id) < ($9, $10)
        ORDER BY created_at DESC, id DESC LIMIT $11 OFFSET $12";
    LIST_OWN (plan per value) = "SELECT *
        FROM leave_request_details
        WHERE organization_id = $1
            AND staff_id = $2 AND ($3 OR $4 = 'mine')
            AND ($5 IS NULL OR status = $5) AND ($6 IS NULL OR staff_id = $6)
            AND ($7 IS NULL OR end_date >= $7) AND ($8 IS NULL OR start_date <= $8)
            AND (created_at, id) < ($9, $10)
        ORDER BY created_at DESC, id DESC LIMIT $11 OFFSET $12";
    COUNT (plan per value) = "SELECT COUNT(*)
        FROM leave_request_details
        WHERE organization_id = $1
            AND ($4 = 'all' OR ($4 = 'team' AND staff_id <> $2
                AND (decider_id = $2 OR ($3 AND decider_id IS NULL))))
            AND ($5 IS NULL OR status = $5) AND ($6 IS NULL OR staff_id = $6)
            AND ($7 IS NULL OR end_date >= $7) AND ($8 IS NULL OR start_date <= $8)";
    COUNT_OWN (plan per value) = "SELECT COUNT(*)
        FROM leave_request_details
        WHERE organization_id = $1
            AND staff_id = $2 AND ($3 OR $4 = 'mine')
            AND ($5 IS NULL OR status = $5) AND ($6 IS NULL OR staff_id = $6)
            AND ($7 IS NULL OR end_date >= $7) AND ($8 IS NULL OR start_date <= $8)";
    // By an index of pending requests.
    COUNT_WAITING = "SELECT COUNT(*)
        FROM leave_request_details
        WHERE organization_id = $1
            AND status = 'pending' AND staff_id <> $2
                AND (decider_id = $2 OR ($3 AND decider_id IS NULL))";
    FIND = "SELECT * FROM leave_request_details WHERE organization_id = $1 AND id = $2";
    DAYS = "WITH given (id) AS (VALUES {rows: UUID})
        SELECT d.request_id, d.year, d.days FROM given CROSS JOIN leave_request_days d
        WHERE d.organization_id = $1 AND d.request_id = given.id ORDER BY d.request_id, d.year";
    EXISTING = "SELECT id, start_date, end_date, start_half, end_half, status FROM leave_requests
        WHERE organization_id = $1 AND staff_id = $2 AND start_date <= $4 AND end_date >= $3
            AND status IN ('pending', 'approved') ORDER BY start_date, id";
    ABSENCES = "SELECT staff_id, staff_name, start_date, end_date, start_half, end_half, status
        FROM leave_request_details
        WHERE organization_id = $1 AND status IN ('pending', 'approved')
            AND start_date <= $6 AND end_date >= $5
            AND ($4 = 'all' OR staff_id = $2 OR decider_id = $2 OR ($3 AND decider_id IS NULL))
        ORDER BY start_date, staff_id, id";
    ADD = "INSERT INTO leave_requests
        (organization_id, id, staff_id, type, start_date, end_date, start_half, end_half, days,
         reason, status, decided_by_id, decided_at, decision_comment, created_at, updated_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, NULL, NULL, NULL, $12, $12)";
    CLEAR_DAYS = "DELETE FROM leave_request_days WHERE organization_id = $1 AND request_id = $2";
    ADD_DAYS = "INSERT INTO leave_request_days (organization_id, request_id, year, days)
        VALUES {rows: UUID, UUID, BIGINT, BIGINT}";
    RESUBMIT = "UPDATE leave_requests
        SET status = 'pending', days = $3, decided_by_id = NULL, decided_at = NULL,
            decision_comment = NULL, updated_at = $4
        WHERE organization_id = $1 AND id = $2";
    DECIDE = "UPDATE leave_requests
        SET status = $3, decided_by_id = $4, decided_at = $5, decision_comment = $6,
            updated_at = $5
        WHERE organization_id = $1 AND id = $2";
}

/// One request, as stored, with its names.
#[derive(Clone, Debug, database::FromRow)]
pub(in crate::leave) struct RequestRow {
    pub(in crate::leave) id: LeaveRequestId,
    pub(in crate::leave) staff_id: StaffId,
    pub(in crate::leave) staff_number: String,
    pub(in crate::leave) staff_name: String,
    pub(in crate::leave) employment_confirmed_at: Option<NaiveDate>,
    pub(in crate::leave) department_name: Option<String>,
    #[sqlx(rename = "type")]
    pub(in crate::leave) leave_type: LeaveType,
    #[sqlx(flatten)]
    pub(in crate::leave) period: Period,
    pub(in crate::leave) days: Days,
    pub(in crate::leave) reason: String,
    pub(in crate::leave) status: LeaveStatus,
    pub(in crate::leave) decider_id: Option<StaffId>,
    pub(in crate::leave) decider_name: Option<String>,
    pub(in crate::leave) decided_by_name: Option<String>,
    pub(in crate::leave) decided_at: Option<DateTime<Utc>>,
    pub(in crate::leave) decision_comment: Option<String>,
    pub(in crate::leave) created_at: DateTime<Utc>,
    pub(in crate::leave) updated_at: DateTime<Utc>,
}

#[derive(Debug, database::FromRow)]
struct DaysRow {
    request_id: LeaveRequestId,
    #[sqlx(try_from = "i64")]
    year: i32,
    days: Days,
}

#[derive(Debug, database::FromRow)]
struct AbsenceRow {
    staff_id: StaffId,
    staff_name: String,
    #[sqlx(flatten)]
    period: Period,
    status: LeaveStatus,
}

impl From<AbsenceRow> for Absence {
    fn from(row: AbsenceRow) -> Self {
        let AbsenceRow { staff_id, staff_name, period, status } = row;
        Self { staff_id, staff_name, period, is_pending: status == LeaveStatus::Pending }
    }
}

/// The columns that a decision writes.
#[derive(Debug)]
pub(in crate::leave) struct Decision<'a> {
    pub(in crate::leave) status: LeaveStatus,
    pub(in crate::leave) by: StaffId,
    pub(in crate::leave) at: DateTime<Utc>,
    pub(in crate::leave) comment: Option<&'a str>,
}

fn bind_filters<'t>(
    statement: Statement<'t>,
    caller: &Caller,
    query: &LeaveQuery,
) -> Statement<'t> {
    let day = |month, day| query.year.and_then(|year| NaiveDate::from_ymd_opt(year, month, day));
    statement
        .bind(caller.staff())
        .bind(caller.may(Permission::LeaveManage))
        .bind(query.scope)
        .bind(query.status)
        .bind(query.staff_id)
        .bind(day(1, 1))
        .bind(day(12, 31))
}

pub(in crate::leave) async fn list(
    tx: &mut ReadTx,
    caller: &Caller,
    query: &LeaveQuery,
) -> Result<Vec<RequestRow>> {
    let text = if query.scope == LeaveScope::Mine { LIST_OWN } else { LIST };
    let statement = bind_filters(tx.sql(text), caller, query);
    let start = start_descending::<DateTime<Utc>>();
    Ok(bind_page(statement, &query.page, start)?.all().await?)
}

pub(in crate::leave) async fn count(
    tx: &mut ReadTx,
    caller: &Caller,
    query: &LeaveQuery,
) -> Result<u64> {
    let text = if query.scope == LeaveScope::Mine { COUNT_OWN } else { COUNT };
    let count: i64 = bind_filters(tx.sql(text), caller, query).scalar().await?;
    Ok(u64::try_from(count).unwrap_or_default())
}

/// The number of requests that wait for the caller's decision.
pub(in crate::leave) async fn waiting_count(tx: &mut ReadTx, caller: &Caller) -> Result<u64> {
    let statement = tx.sql(COUNT_WAITING).bind(caller.staff());
    let count: i64 = statement.bind(caller.may(Permission::LeaveManage)).scalar().await?;
    Ok(u64::try_from(count).unwrap_or_default())
}

pub(in crate::leave) async fn find(
    tx: &mut ReadTx,
    id: LeaveRequestId,
) -> Result<Option<RequestRow>> {
    Ok(tx.sql(FIND).bind(id).optional().await?)
}

/// The days of requests, by request and year.
pub(in crate::leave) async fn days(
    tx: &mut ReadTx,
    requests: impl IntoIterator<Item = LeaveRequestId>,
) -> Result<HashMap<LeaveRequestId, Vec<YearDays>>> {
    let rows = tx.sql(DAYS).rows(requests, database::Row::bind);
    let mut days: HashMap<_, Vec<_>> = HashMap::new();
    for DaysRow { request_id, year, days: counted } in rows.all().await? {
        days.entry(request_id).or_default().push(YearDays { year, days: counted });
    }
    Ok(days)
}

/// A person's reserved dates, from one day to another.
pub(in crate::leave) async fn existing(
    tx: &mut ReadTx,
    staff: StaffId,
    (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<ExistingLeave>> {
    let rows = tx.sql(EXISTING).bind(staff).bind(from).bind(to);
    Ok(rows.all().await?)
}

/// The absences from one day to another: of the caller and of those whose leave they decide on, or
/// of the whole organization.
pub(in crate::leave) async fn absences(
    tx: &mut ReadTx,
    caller: &Caller,
    scope: LeaveScope,
    (from, to): (NaiveDate, NaiveDate),
) -> Result<Vec<Absence>> {
    let statement = tx.sql(ABSENCES).bind(caller.staff());
    let statement = statement.bind(caller.may(Permission::LeaveManage)).bind(scope);
    let rows: Vec<AbsenceRow> = statement.bind(from).bind(to).all().await?;
    Ok(rows.into_iter().map(Absence::from).collect())
}

pub(in crate::leave) async fn add(
    tx: &mut WriteTx,
    staff: StaffId,
    id: LeaveRequestId,
    (input, days): (&LeaveRequestInput, &[YearDays]),
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(ADD)
        .bind(id)
        .bind(staff)
        .bind(input.leave_type)
        .bind(input.start_date)
        .bind(input.end_date)
        .bind(input.start_half)
        .bind(input.end_half)
        .bind(total(days))
        .bind(&input.reason)
        .bind(LeaveStatus::Pending)
        .bind(now)
        .execute()
        .await?;
    add_days(tx, id, days).await
}

/// Sets a request back to pending, with the days of today's calendar.
pub(in crate::leave) async fn resubmit(
    tx: &mut WriteTx,
    id: LeaveRequestId,
    days: &[YearDays],
    now: DateTime<Utc>,
) -> Result<()> {
    let statement = tx.sql(RESUBMIT).bind(id);
    statement.bind(total(days)).bind(now).execute().await?;
    tx.sql(CLEAR_DAYS).bind(id).execute().await?;
    add_days(tx, id, days).await
}

async fn add_days(tx: &mut WriteTx, id: LeaveRequestId, days: &[YearDays]) -> Result<()> {
    tx.insert(ADD_DAYS, days, |row, year| row.bind(id).bind(i64::from(year.year)).bind(year.days))
        .execute()
        .await?;
    Ok(())
}

pub(in crate::leave) async fn decide(
    tx: &mut WriteTx,
    id: LeaveRequestId,
    decision: &Decision<'_>,
) -> Result<()> {
    tx.sql(DECIDE)
        .bind(id)
        .bind(decision.status)
        .bind(decision.by)
        .bind(decision.at)
        .bind(decision.comment)
        .execute()
        .await?;
    Ok(())
}
