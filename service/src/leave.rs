//! Leave: balances and lists of requests. Submission, decisions, settings and the year-end are in
//! files of their own.

mod account;
mod certificate;
mod decide;
mod effect;
mod export;
mod feed;
mod notify;
pub(crate) mod repo;
mod settings;
mod submit;
mod year_end;

use chrono::{Datelike, NaiveDate};
use shared::audit::AuditAction;
use shared::calendar::WorkingCalendar;
use shared::error::{Error, FieldCode, Result};
use shared::id::{LeaveRequestId, StaffId};
use shared::leave::absence::Absence;
use shared::leave::balance::LeaveBalances;
use shared::leave::period::YearDays;
use shared::leave::policy::YEARS;
use shared::leave::request::{ExistingLeave, LeaveQuery, LeaveRequest, LeaveScope};
use shared::leave::status::LeavePart;
use shared::page::{Page, cursor};
use shared::permission::Permission;

use crate::act::{Permitted, ReadTx};
use crate::audit::Entry;
use crate::caller::Caller;
use crate::context::use_cases;
pub(crate) use account::{Accounts, require_unconfirmed_balance};
use effect::{Confirmations, add_effects};
pub(crate) use feed::end_feed_of;
use repo::account::Person;
use repo::request::RequestRow;

use_cases! {
    /// Leave.
    Leave, leave
}

impl Leave<'_> {
    /// The caller's balances of a year, by default the current one.
    ///
    /// Errors: 400 for a year outside the supported range.
    pub async fn balances(&self, caller: &Caller, year: Option<i32>) -> Result<LeaveBalances> {
        let caller = require_member(caller)?;
        let year = self.year(&caller, year)?;
        let mut tx = self.0.read(caller).await?;
        let person = person(&mut tx, caller.staff()).await?;
        balances(&mut tx, person, year).await
    }

    /// Another employee's balances of a year: for their line manager and for managers of leave.
    ///
    /// Errors: 404 for any other caller; 400 for a year outside the supported range.
    pub async fn balances_of(
        &self,
        caller: &Caller,
        staff: StaffId,
        year: Option<i32>,
    ) -> Result<LeaveBalances> {
        let caller = require_member(caller)?;
        let year = self.year(&caller, year)?;
        let mut tx = self.0.read(caller).await?;
        let person = person(&mut tx, staff).await?;
        if !caller.may(Permission::LeaveManage) && person.decider_id != Some(caller.staff()) {
            return Err(no_such_person());
        }
        balances(&mut tx, person, year).await
    }

    /// A page of requests, newest first.
    ///
    /// Errors: 403 for the scope of all requests without `leave:manage`; 400 for an impossible
    /// year.
    pub async fn requests(&self, caller: &Caller, query: LeaveQuery) -> Result<Page<LeaveRequest>> {
        let caller = require_list(caller, &query)?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let rows = repo::request::list(&mut tx, &caller, &query).await?;
        let total = repo::request::count(&mut tx, &caller, &query).await?;
        let next =
            query.page.next_cursor(&rows, total, |row| cursor::write(&row.created_at, row.id.0));
        let ids = rows.iter().map(|row| row.id);
        let mut days = repo::request::days(&mut tx, ids).await?;
        let confirmations = Confirmations::of(&rows);
        let requests = rows.into_iter().map(|row| {
            let days = days.remove(&row.id).unwrap_or_default();
            self.present(&caller, row, days)
        });
        let mut requests: Vec<_> = requests.collect();
        add_effects(&mut tx, &mut requests, &confirmations).await?;
        Ok(Page::new(requests, &query.page, total, next))
    }

    /// The number of requests that wait for the caller's decision.
    pub async fn waiting_count(&self, caller: &Caller) -> Result<u64> {
        let caller = require_member(caller)?;
        let mut tx = self.0.read(caller).await?;
        repo::request::waiting_count(&mut tx, &caller).await
    }

    /// Returns true if the caller can receive leave requests: they manage leave, or people or a
    /// department report to them.
    pub async fn decides(&self, caller: &Caller) -> Result<bool> {
        let caller = require_member(caller)?;
        if caller.may(Permission::LeaveManage) {
            return Ok(true);
        }
        let mut tx = self.0.read(caller).await?;
        repo::account::has_people(&mut tx, caller.staff()).await
    }

    /// The working days of the organization, for planning leave.
    pub async fn calendar(&self, caller: &Caller) -> Result<WorkingCalendar> {
        let caller = require_member(caller)?;
        let mut tx = self.0.read(caller).await?;
        repo::calendar(&mut tx).await
    }

    /// The dates reserved by the caller's requests, from the first day of last year on.
    pub async fn existing(&self, caller: &Caller) -> Result<Vec<ExistingLeave>> {
        let caller = require_member(caller)?;
        let from = NaiveDate::from_ymd_opt(self.current_year(&caller) - 1, 1, 1);
        let to = NaiveDate::from_ymd_opt(*YEARS.end(), 12, 31);
        let days = (from.unwrap_or_default(), to.unwrap_or_default());
        let mut tx = self.0.read(caller).await?;
        repo::request::existing(&mut tx, caller.staff(), days).await
    }

    /// The absences from one day to another, pending ones included: of the caller and of those
    /// whose leave they decide on; in the scope of all, of the organization.
    ///
    /// Errors: 403 for the scope of all without `leave:manage`.
    pub async fn absences(
        &self,
        caller: &Caller,
        scope: LeaveScope,
        days: (NaiveDate, NaiveDate),
    ) -> Result<Vec<Absence>> {
        let caller = require_list(caller, &LeaveQuery::of(scope))?;
        let mut tx = self.0.read_on_replica(caller).await?;
        repo::request::absences(&mut tx, &caller, scope, days).await
    }

    /// The current date in the time zone of the organization.
    pub fn today(&self, caller: &Caller) -> NaiveDate {
        self.0.today(caller.time_zone())
    }

    /// The current year in the time zone of the organization.
    pub fn current_year(&self, caller: &Caller) -> i32 {
        self.0.today(caller.time_zone()).year()
    }

    fn year(&self, caller: &Caller, year: Option<i32>) -> Result<i32> {
        require_year(year.unwrap_or_else(|| self.current_year(caller)))
    }

    /// The caller's relation to a request.
    fn part(caller: &Caller, row: &RequestRow) -> LeavePart {
        let manager = caller.may(Permission::LeaveManage);
        let requester = row.staff_id == caller.staff();
        let decider = match row.decider_id {
            Some(decider) => decider == caller.staff(),
            None => manager && !requester,
        };
        LeavePart { requester, decider, manager }
    }

    fn has_begun(&self, caller: &Caller, row: &RequestRow) -> bool {
        row.period.start <= self.0.today(caller.time_zone())
    }

    /// One request by its id, as the caller sees it after a change.
    async fn presented(
        &self,
        tx: &mut ReadTx,
        caller: &Caller,
        id: LeaveRequestId,
    ) -> Result<LeaveRequest> {
        let row = repo::request::find(tx, id).await?.ok_or_else(no_such_request)?;
        let days = repo::request::days(tx, [id]).await?.remove(&id);
        Ok(self.present(caller, row, days.unwrap_or_default()))
    }

    fn present(
        &self,
        caller: &Caller,
        row: RequestRow,
        days_by_year: Vec<YearDays>,
    ) -> LeaveRequest {
        let has_begun = self.has_begun(caller, &row);
        LeaveRequest {
            allowed_actions: Self::part(caller, &row).allowed(row.status, has_begun),
            id: row.id,
            staff_id: row.staff_id,
            staff_name: row.staff_name,
            department_name: row.department_name,
            leave_type: row.leave_type,
            start_date: row.period.start,
            end_date: row.period.end,
            start_half: row.period.start_half,
            end_half: row.period.end_half,
            days: row.days,
            days_by_year,
            balance_effect: Vec::new(),
            reason: row.reason,
            status: row.status,
            decider_name: row.decider_name,
            decided_by_name: row.decided_by_name,
            decided_at: row.decided_at,
            decision_comment: row.decision_comment,
            created_at: row.created_at,
            updated_at: row.updated_at,
        }
    }
}

/// Errors: 403 unless the caller is a member of staff who acts for themselves, or manages leave.
/// Every role has the permission; an API token may lack it.
fn require_member(caller: &Caller) -> Result<Permitted<'_>> {
    caller.require_any(&[Permission::LeaveManage, Permission::AppraisalsRespond])
}

/// Errors: 403 for the scope of all requests without `leave:manage`; 400 for an impossible year.
fn require_list<'a>(caller: &'a Caller, query: &LeaveQuery) -> Result<Permitted<'a>> {
    let permitted = require_member(caller)?;
    if query.scope == LeaveScope::All {
        caller.require(Permission::LeaveManage)?;
    }
    query.year.map(require_year).transpose()?;
    Ok(permitted)
}

fn require_year(year: i32) -> Result<i32> {
    if YEARS.contains(&year) {
        return Ok(year);
    }
    Err(Error::field("year", FieldCode::OutOfRange, "Enter a year from 1900 to 9998."))
}

async fn person(tx: &mut ReadTx, staff: StaffId) -> Result<Person> {
    let person = repo::account::person(tx, staff).await?;
    person.ok_or_else(no_such_person)
}

async fn balances(tx: &mut ReadTx, person: Person, year: i32) -> Result<LeaveBalances> {
    let accounts = Accounts::load(tx, Some(person.id), (year, year)).await?;
    Ok(LeaveBalances {
        data: accounts.balances(&person, year),
        adjustment_rows: repo::account::adjustments(tx, person.id, year).await?,
        staff_id: person.id,
        staff_name: person.name,
        employment_confirmed_at: person.employment_confirmed_at,
        year,
    })
}

fn no_such_person() -> Error {
    Error::not_found("Staff member")
}

fn no_such_request() -> Error {
    Error::not_found("Leave request")
}

/// An audit entry about leave.
fn entry<'f>(
    action: AuditAction,
    (entity_type, id): (&'static str, Option<String>),
    fields: &'f [&'f str],
) -> Entry<'f> {
    Entry { action, entity_type, entity_id: id, fields }
}
