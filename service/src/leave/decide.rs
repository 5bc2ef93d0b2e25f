//! Decisions on requests, and cancellation.

use shared::audit::AuditAction;
use shared::error::Result;
use shared::event::EventType;
use shared::id::LeaveRequestId;
use shared::leave::insufficient_balance;
use shared::leave::request::{LeaveDecisionInput, LeaveRequest};
use shared::leave::status::{LeaveAction, LeaveStatus, advance};
use shared::notification::NotificationKind;

use super::repo::request::{Decision, RequestRow};
use super::submit::entity;
use super::{Accounts, Leave, no_such_request, repo, require_member};
use crate::caller::Caller;
use crate::organization;
use crate::transaction::ReadTx;

impl Leave<'_> {
    /// Approves a request.
    ///
    /// Errors: 404 without a relation to the request; 403 for anyone else than its decider; 409
    /// `WRONG_STATE` unless it is pending; 409 `INSUFFICIENT_BALANCE` when the days are no longer
    /// available.
    pub async fn approve(
        &self,
        caller: &Caller,
        id: LeaveRequestId,
        input: LeaveDecisionInput,
    ) -> Result<LeaveRequest> {
        self.decide(caller, id, LeaveAction::Approve, input).await
    }

    /// Rejects a request.
    ///
    /// Errors: 404, 403 and 409 `WRONG_STATE` as for `approve`.
    pub async fn reject(
        &self,
        caller: &Caller,
        id: LeaveRequestId,
        input: LeaveDecisionInput,
    ) -> Result<LeaveRequest> {
        self.decide(caller, id, LeaveAction::Reject, input).await
    }

    /// Cancels a request: one's own while it is pending or has not begun, and any for managers of
    /// leave. The days of an approved request become available again.
    ///
    /// Errors: 404 without a relation to the request; 403 for any other decider; 409 `WRONG_STATE`.
    pub async fn cancel(
        &self,
        caller: &Caller,
        id: LeaveRequestId,
        input: LeaveDecisionInput,
    ) -> Result<LeaveRequest> {
        self.decide(caller, id, LeaveAction::Cancel, input).await
    }

    async fn decide(
        &self,
        caller: &Caller,
        id: LeaveRequestId,
        action: LeaveAction,
        input: LeaveDecisionInput,
    ) -> Result<LeaveRequest> {
        let caller = require_member(caller)?;
        let comment = input.check()?;
        let body = (id, action, &comment);
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("leave.decide", &body).await? {
            return Ok(first);
        }
        organization::repo::lock(&mut act).await?;
        let row = repo::request::find(&mut act, id).await?;
        let row = row.ok_or_else(no_such_request)?;
        let part = Self::part(&caller, &row);
        let status = advance(part, row.status, action, self.has_begun(&caller, &row))?;
        if status == LeaveStatus::Approved {
            require_covered(&mut act, &row).await?;
        }
        let (at, comment) = (self.0.now(), comment.as_deref());
        let decision = Decision { status, by: caller.staff(), at, comment };
        repo::request::decide(&mut act, id, &decision).await?;
        let (name, event) = names(action);
        let kind = match action {
            LeaveAction::Cancel if part.requester => NotificationKind::LeaveCancelled,
            LeaveAction::Approve | LeaveAction::Reject | LeaveAction::Cancel => {
                NotificationKind::LeaveDecided
            }
            LeaveAction::Resubmit => NotificationKind::LeaveRequested,
        };
        let entry = super::entry(name, entity(id), &["status", "decisionComment"]);
        act.audit(entry).await?;
        self.finish(act, (id, event, kind)).await
    }
}

/// The action in the audit log, and the event.
fn names(action: LeaveAction) -> (AuditAction, EventType) {
    match action {
        LeaveAction::Approve => (AuditAction::LeaveApproved, EventType::LeaveApproved),
        LeaveAction::Reject => (AuditAction::LeaveRejected, EventType::LeaveRejected),
        LeaveAction::Cancel => (AuditAction::LeaveCancelled, EventType::LeaveCancelled),
        LeaveAction::Resubmit => (AuditAction::LeaveResubmitted, EventType::LeaveResubmitted),
    }
}

/// Errors: 409 `INSUFFICIENT_BALANCE` when the days of a pending request no longer fit.
async fn require_covered(tx: &mut ReadTx, row: &RequestRow) -> Result<()> {
    let days = repo::request::days(tx, [row.id]).await?;
    let days = days.get(&row.id).map(Vec::as_slice).unwrap_or_default();
    let years = days.iter().map(|it| it.year);
    let years = (years.clone().min().unwrap_or_default(), years.max().unwrap_or_default());
    let person = super::person(tx, row.staff_id).await?;
    let accounts = Accounts::load(tx, Some(person.id), years).await?;
    match accounts.shortage(&person, row.leave_type, days, days) {
        None => Ok(()),
        Some((wanted, balance)) => {
            let left = balance.spendable().unwrap_or_default();
            Err(insufficient_balance(format!(
                "Insufficient leave balance: {} days requested in {}, {left} available.",
                wanted.days, wanted.year
            )))
        }
    }
}
