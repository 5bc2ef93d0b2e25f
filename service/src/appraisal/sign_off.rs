//! Sign-off from one stage to the next, each with a row in the trail.

use serde::Serialize;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::save::{ApprovalInput, require_complete, review_gaps, self_gap};
use shared::appraisal::{Action, Outcome, Status, stage};
use shared::audit::AuditAction;
use shared::error::Result;
use shared::event::{AppraisalEventData, EventType};
use shared::id::AppraisalId;
use shared::permission::Permission;

use super::Appraisals;
use super::repo::form::NewReview;
use super::repo::{self, Advance, AppraisalRow, Stamp};
use super::save::entry;
use crate::act::{Act, Permitted};
use crate::caller::Caller;
use crate::notification::{self, Task};

/// A sign-off to be written.
pub(super) struct Signature<'a> {
    pub(super) stamp: Stamp<'a>,
    pub(super) comment: Option<&'a str>,
    pub(super) outcome: Option<Outcome>,
    pub(super) audit_action: AuditAction,
}

impl Appraisals<'_> {
    /// Submits the form to the line manager.
    ///
    /// Errors: 404, 403 `NOT_YOUR_DESK` and 400 `WRONG_STAGE` by the table of actions; 400
    /// `INCOMPLETE` naming every row without a self score and every unanswered self question.
    pub async fn submit_self(&self, caller: &Caller, id: AppraisalId) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let Some(mut act) = self.begin_once(caller, "appraisal.submit_self", &id).await? else {
            return self.shown(&caller, id).await;
        };
        let row = self.lock_for(&mut act, id, Action::SubmitSelf, None).await?;
        let answers = repo::form::self_answers(&mut act, id).await?;
        let gaps = answers
            .iter()
            .filter_map(|it| self_gap(&it.list, it.position, &it.label, it.answer.as_deref()));
        require_complete(gaps.collect())?;
        self.sign(&mut act, &row, Signature::of(Stamp::SubmitSelf, None)).await?;
        act.respond(()).await?;
        self.after_sign(&caller, id).await
    }

    /// Submits the line manager's review.
    ///
    /// Errors: as for `submit_self`; `INCOMPLETE` names every row without a supervisor score.
    pub async fn submit_review(&self, caller: &Caller, id: AppraisalId) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let Some(mut act) = self.begin_once(caller, "appraisal.submit_review", &id).await? else {
            return self.shown(&caller, id).await;
        };
        let row = self.lock_for(&mut act, id, Action::SubmitReview, None).await?;
        let items = repo::form::items(&mut act, id).await?;
        require_complete(review_gaps(&items))?;
        self.sign(&mut act, &row, Signature::of(Stamp::SubmitReview, None)).await?;
        act.respond(()).await?;
        self.after_sign(&caller, id).await
    }

    /// Approves as department head.
    ///
    /// Errors: 404, 403 `NOT_YOUR_DESK` and 400 `WRONG_STAGE` by the table of actions.
    pub async fn approve_dept_head(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: ApprovalInput,
    ) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let Some(mut act) =
            self.begin_once(caller, "appraisal.approve_dept_head", &(id, &input)).await?
        else {
            return self.shown(&caller, id).await;
        };
        let row = self.lock_for(&mut act, id, Action::ApproveDeptHead, None).await?;
        let comment = input.check()?;
        let signature = Signature::of(Stamp::ApproveDeptHead, comment.as_deref());
        self.sign(&mut act, &row, signature).await?;
        act.respond(()).await?;
        self.after_sign(&caller, id).await
    }

    /// Approves as managing director; the comment is also stored with the appraisal.
    ///
    /// Errors: 404, 403 `NOT_YOUR_DESK` and 400 `WRONG_STAGE` by the table of actions.
    pub async fn approve_md(
        &self,
        caller: &Caller,
        id: AppraisalId,
        input: ApprovalInput,
    ) -> Result<AppraisalDetail> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let Some(mut act) = self.begin_once(caller, "appraisal.approve_md", &(id, &input)).await?
        else {
            return self.shown(&caller, id).await;
        };
        let row = self.lock_for(&mut act, id, Action::ApproveMd, None).await?;
        let comment = input.check()?;
        let stamp = Stamp::ApproveMd(comment.as_deref());
        self.sign(&mut act, &row, Signature::of(stamp, comment.as_deref())).await?;
        act.respond(()).await?;
        self.after_sign(&caller, id).await
    }

    /// Opens the transaction of a sign-off; none if the request was carried out before. The caller
    /// then gets the current appraisal instead of a recorded response, since its visible fields may
    /// have changed.
    pub(super) async fn begin_once<'c>(
        &'c self,
        caller: Permitted<'c>,
        action: &str,
        input: &impl Serialize,
    ) -> Result<Option<Act<'c>>> {
        let mut act = self.0.act(caller).await?;
        let is_repeated = act.repeated::<()>(action, input).await?.is_some();
        Ok((!is_repeated).then_some(act))
    }

    /// Writes the new status, the trail, the audit entry and the event, and marks the task of the
    /// stage as read, all in the transaction of the change: a stage never advances without its
    /// trail row.
    pub(super) async fn sign(
        &self,
        act: &mut Act<'_>,
        row: &AppraisalRow,
        signature: Signature<'_>,
    ) -> Result<()> {
        let (caller, now) = (act.caller(), act.now());
        let next = row.status.next(row.department_head_staff_id.is_some());
        let (Some(to), Some(stage)) = (next, row.status.review_stage()) else {
            return Err(stage::wrong_stage());
        };
        let advance = Advance { id: row.id, from: row.status, to, at: now, by: caller.staff() };
        if !repo::advance(act, advance, signature.stamp).await? {
            return Err(stage::wrong_stage());
        }
        let review = NewReview {
            id: self.0.id(),
            stage,
            actor: caller.staff(),
            comment: signature.comment,
            at: now,
        };
        repo::form::add_review(act, row.id, review).await?;
        let task = Task::Appraisal(row.id);
        notification::resolve(act, row.staff_id, task, now).await?;
        act.audit(entry(signature.audit_action, row.id, &["status"])).await?;
        let data = AppraisalEventData {
            appraisal_id: row.id,
            staff_id: row.staff_id,
            actor_id: caller.staff(),
            status: to,
            outcome: signature.outcome,
        };
        act.event(event_type(to), data).await
    }

    pub(super) async fn after_sign(
        &self,
        caller: &Caller,
        id: AppraisalId,
    ) -> Result<AppraisalDetail> {
        self.0.signals.committed(caller.organization());
        self.shown(caller, id).await
    }
}

impl<'a> Signature<'a> {
    fn of(stamp: Stamp<'a>, comment: Option<&'a str>) -> Self {
        let audit_action = match stamp {
            Stamp::SubmitSelf => AuditAction::AppraisalSelfSubmitted,
            Stamp::SubmitReview => AuditAction::AppraisalReviewSubmitted,
            Stamp::ApproveDeptHead => AuditAction::AppraisalDeptHeadApproved,
            Stamp::ApproveMd(_) => AuditAction::AppraisalMdApproved,
            Stamp::Finalize(_) => AuditAction::AppraisalFinalized,
        };
        Self { stamp, comment, outcome: None, audit_action }
    }

    pub(super) fn finalizing(stamp: Stamp<'a>, outcome: Option<Outcome>) -> Self {
        Self { outcome, ..Self::of(stamp, None) }
    }
}

/// The event of an appraisal that has reached this status by a sign-off.
fn event_type(status: Status) -> EventType {
    match status {
        Status::Finalized => EventType::AppraisalFinalized,
        Status::Draft
        | Status::PendingSelf
        | Status::PendingLm
        | Status::PendingDeptHead
        | Status::PendingMd
        | Status::PendingHr => EventType::AppraisalStageAdvanced,
    }
}
