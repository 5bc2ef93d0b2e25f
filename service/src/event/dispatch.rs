//! Dispatch of an event to the notifications of its recipients.

use chrono::NaiveDate;
use shared::appraisal::{ReviewType, Status};
use shared::error::Result;
use shared::event::AppraisalEventData;
use shared::id::StaffId;
use shared::notification::NotificationKind;

use super::repo::{self, Facts, WaitingEvent};
use crate::context::Context;
use crate::notification::NewNotification;
use crate::transaction::ReadTx;

/// Claims the event and writes its notifications, in one transaction. The task of a stage that was
/// completed before the event was dispatched is marked as read from the start.
pub(super) async fn dispatch(context: &Context, event: &WaitingEvent) -> Result<()> {
    let mut tx = context.begin_within(event.organization_id).await?;
    if !repo::claim(&mut tx, event.id, context.now()).await? {
        return Ok(());
    }
    let AppraisalEventData { appraisal_id, staff_id, status, .. } = event.appraisal;
    repo::share(&mut tx, appraisal_id).await?;
    let facts = repo::facts(&mut tx, appraisal_id).await?;
    let is_done = status != facts.status;
    let recipients = recipients(&mut tx, &event.appraisal, &facts).await?;
    let notifications: Vec<_> = recipients
        .into_iter()
        .map(|recipient| {
            let (title, body) = text(event, &facts, recipient);
            NewNotification {
                id: context.id(),
                event_id: event.id,
                recipient,
                kind: event.kind,
                title,
                body,
                appraisal_id: Some(appraisal_id),
                leave_request_id: None,
                subject: staff_id,
                status: Some(status),
                link: format!("/appraisals/{appraisal_id}"),
                created_at: context.now(),
                read_at: is_done.then(|| context.now()),
            }
        })
        .collect();
    crate::notification::add(&mut tx, &notifications).await?;
    tx.commit().await?;
    Ok(())
}

/// The recipients of the event: the reviewer of the next stage, or the subject and their line
/// manager.
async fn recipients(
    tx: &mut ReadTx,
    appraisal: &AppraisalEventData,
    facts: &Facts,
) -> Result<Vec<StaffId>> {
    let people = match appraisal.status {
        Status::Draft => Vec::new(),
        Status::PendingSelf => vec![appraisal.staff_id],
        Status::PendingLm => vec![facts.line_manager_staff_id],
        Status::PendingDeptHead => facts.department_head_staff_id.into_iter().collect(),
        Status::PendingMd => repo::managing_directors(tx).await?,
        Status::PendingHr => {
            let holders = repo::human_resources(tx).await?;
            holders.into_iter().filter(|id| *id != appraisal.staff_id).collect()
        }
        Status::Finalized => vec![appraisal.staff_id, facts.line_manager_staff_id],
    };
    Ok(people)
}

fn text(event: &WaitingEvent, facts: &Facts, recipient: StaffId) -> (String, String) {
    let subject = &facts.subject_name;
    let what = format!(
        "{} appraisal from {} to {}",
        review_name(facts.review_type),
        day(facts.period_from),
        day(facts.period_to)
    );
    match event.kind {
        NotificationKind::AppraisalStarted => (
            "Your appraisal has started".to_owned(),
            format!("Your {what} is ready. Complete and submit your self-assessment."),
        ),
        NotificationKind::AppraisalStageAdvanced => (
            format!("Review {subject}'s appraisal"),
            format!("{}{what} {}", opening(subject), ask(event.appraisal.status)),
        ),
        NotificationKind::AppraisalFinalized if recipient == event.appraisal.staff_id => (
            "Your appraisal is finalized".to_owned(),
            format!("Your {what} is finalized. Open it to see the result."),
        ),
        NotificationKind::AppraisalFinalized => (
            format!("{subject}'s appraisal is finalized"),
            format!("{}{what} is finalized.", opening(subject)),
        ),
        // Written in the transaction of the change itself, never through the outbox.
        NotificationKind::LeaveRequested
        | NotificationKind::LeaveDecided
        | NotificationKind::LeaveCancelled
        | NotificationKind::SignInElsewhere
        | NotificationKind::ApiTokenExpiring
        | NotificationKind::InitiationBatchFinished => (subject.clone(), what),
        NotificationKind::StaffConfirmationDue => (
            format!("{subject} is due for confirmation"),
            "Six months of employment have passed without confirmation.".to_owned(),
        ),
    }
}

/// A date in long form: 1 June 2026.
fn day(date: NaiveDate) -> impl std::fmt::Display {
    date.format("%-d %B %Y")
}

fn opening(subject: &str) -> String {
    format!("{subject}: the ")
}

fn ask(status: Status) -> &'static str {
    match status {
        Status::PendingLm => "is ready for your ratings and comments as line manager.",
        Status::PendingDeptHead => "is ready for your approval as department head.",
        Status::PendingMd => "is ready for your approval as managing director.",
        Status::PendingHr => "is ready for HR to finalize.",
        Status::Draft | Status::PendingSelf | Status::Finalized => "has moved to another stage.",
    }
}

fn review_name(review_type: ReviewType) -> &'static str {
    match review_type {
        ReviewType::Probationary => "probationary",
        ReviewType::Annual => "annual",
        ReviewType::MidYear => "mid-year",
    }
}
