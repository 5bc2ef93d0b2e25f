//! Submission and resubmission of requests.

use shared::audit::AuditAction;
use shared::error::{Code, Error, FieldCode, Result};
use shared::event::{EventType, LeaveEventData};
use shared::id::LeaveRequestId;
use shared::leave::period::{Period, YearDays};
use shared::leave::request::{ExistingLeave, LeaveRequest, LeaveRequestInput};
use shared::leave::status::{LeaveAction, advance};
use shared::leave::{LeaveType, insufficient_balance, require_confirmation};
use shared::notification::NotificationKind;

use super::repo::account::Person;
use super::{Accounts, Leave, no_such_request, repo, require_member};
use crate::act::{Act, ReadTx};
use crate::caller::Caller;
use crate::{organization, staff};

/// The fields that the audit entry of a request names.
const REQUESTED: &[&str] = &["type", "startDate", "endDate", "startHalf", "endHalf", "reason"];

/// The requested dates.
struct RequestedDates<'r> {
    person: &'r Person,
    leave_type: LeaveType,
    period: Period,
    /// The request itself, if it exists already.
    request: Option<LeaveRequestId>,
}

impl Leave<'_> {
    /// Requests leave for the caller.
    ///
    /// Errors: 400 `CONFIRMATION_REQUIRED` for any type but casual while the employment is
    /// unconfirmed; 400 for dates without a working day; 409 `LEAVE_OVERLAP`; 409
    /// `INSUFFICIENT_BALANCE` when the days exceed the available days less the pending ones.
    pub async fn request(&self, caller: &Caller, input: LeaveRequestInput) -> Result<LeaveRequest> {
        let caller = require_member(caller)?;
        let input = input.check()?;
        let id = LeaveRequestId(self.0.id());
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("leave.request", &input).await? {
            return Ok(first);
        }
        organization::repo::share(&mut act).await?;
        staff::repo::lock(&mut act, caller.staff()).await?;
        let person = super::person(&mut act, caller.staff()).await?;
        let requested = RequestedDates {
            person: &person,
            leave_type: input.leave_type,
            period: input.period(),
            request: None,
        };
        let days = self.grant(&mut act, &requested).await?;
        repo::request::add(&mut act, person.id, id, (&input, &days), self.0.now()).await?;
        let entry = super::entry(AuditAction::LeaveRequested, entity(id), REQUESTED);
        act.audit(entry).await?;
        let event = EventType::LeaveRequested;
        self.finish(act, (id, event, NotificationKind::LeaveRequested)).await
    }

    /// Resubmits a rejected or cancelled request with the same dates. All checks run as for a new
    /// request.
    ///
    /// Errors: as for `request`; 404 without a relation to the request, 403 for another person's
    /// request, 409 `WRONG_STATE` from another status.
    pub async fn resubmit(&self, caller: &Caller, id: LeaveRequestId) -> Result<LeaveRequest> {
        let caller = require_member(caller)?;
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("leave.resubmit", &id).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        let row = repo::request::find(&mut act, id).await?;
        let row = row.ok_or_else(no_such_request)?;
        let has_begun = self.has_begun(&caller, &row);
        advance(Self::part(&caller, &row), row.status, LeaveAction::Resubmit, has_begun)?;
        let person = super::person(&mut act, row.staff_id).await?;
        let requested = RequestedDates {
            person: &person,
            leave_type: row.leave_type,
            period: row.period,
            request: Some(id),
        };
        let days = self.grant(&mut act, &requested).await?;
        repo::request::resubmit(&mut act, id, &days, self.0.now()).await?;
        let entry = super::entry(AuditAction::LeaveResubmitted, entity(id), &["status"]);
        act.audit(entry).await?;
        let event = EventType::LeaveResubmitted;
        self.finish(act, (id, event, NotificationKind::LeaveRequested)).await
    }

    /// Writes the event, notifies the people concerned, commits and returns the request as the
    /// caller sees it now.
    pub(super) async fn finish(
        &self,
        mut act: Act<'_>,
        (id, event, kind): (LeaveRequestId, EventType, NotificationKind),
    ) -> Result<LeaveRequest> {
        let caller = act.caller();
        let presented = self.presented(&mut act, caller, id).await?;
        act.event(event, event_data(&presented, caller)).await?;
        self.notify(&mut act, kind, &presented).await?;
        let presented = act.respond(presented).await?;
        self.0.signals.committed(caller.organization());
        Ok(presented)
    }

    /// Checks the requested dates and returns their days by year.
    async fn grant(
        &self,
        tx: &mut ReadTx,
        requested: &RequestedDates<'_>,
    ) -> Result<Vec<YearDays>> {
        let RequestedDates { person, leave_type, period, .. } = *requested;
        require_confirmation(leave_type, person.employment_confirmed_at)?;
        if period.start < person.employment_start_date {
            let message = "Leave can't start before the employment start date.";
            return Err(Error::field("startDate", FieldCode::BeforeStart, message));
        }
        let calendar = repo::calendar(tx).await?;
        let days = period.days(&calendar);
        let (Some(first), Some(last)) = (days.first(), days.last()) else {
            let message = "These dates contain no working days.";
            return Err(Error::field("startDate", FieldCode::NoWorkingDay, message));
        };
        require_free(tx, requested).await?;
        let years = (first.year, last.year);
        let accounts = Accounts::load(tx, Some(person.id), years).await?;
        match accounts.shortage(person, leave_type, &days, &[]) {
            None => Ok(days),
            Some((wanted, balance)) => {
                let left = balance.spendable().unwrap_or_default();
                Err(insufficient_balance(format!(
                    "Insufficient leave balance: {} days requested in {}, {left} available.",
                    wanted.days, wanted.year
                )))
            }
        }
    }
}

/// Errors: 409 `LEAVE_OVERLAP` when a pending or approved request has some of the dates.
async fn require_free(tx: &mut ReadTx, requested: &RequestedDates<'_>) -> Result<()> {
    let days = (requested.period.start, requested.period.end);
    let mut existing = repo::request::existing(tx, requested.person.id, days).await?;
    existing.retain(|it| Some(it.id) != requested.request);
    match ExistingLeave::conflicting(&existing, requested.period) {
        None => Ok(()),
        Some(ExistingLeave { period: taken, .. }) => Err(Error::conflict(
            Code::LeaveOverlap,
            format!(
                "These dates overlap the request from {} to {}. Cancel it or choose other dates.",
                taken.start, taken.end
            ),
        )),
    }
}

fn event_data(request: &LeaveRequest, actor: &Caller) -> LeaveEventData {
    LeaveEventData {
        leave_request_id: request.id,
        staff_id: request.staff_id,
        actor_id: actor.staff(),
        leave_type: request.leave_type,
        start_date: request.start_date,
        end_date: request.end_date,
        start_half: request.start_half,
        end_half: request.end_half,
        days: request.days,
        status: request.status,
    }
}

/// The record that an audit entry names.
pub(super) fn entity(id: LeaveRequestId) -> (&'static str, Option<String>) {
    ("leave_request", Some(id.to_string()))
}
