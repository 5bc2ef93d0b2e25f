//! Dispatch of an event to the notifications of its recipients.

use chrono::NaiveDate;
use shared::appraisal::{ReviewType, Status};
use shared::error::Result;
use shared::id::StaffId;
use shared::notification::NotificationKind;

use super::Event;
use super::repo::{self, Facts};
use crate::act::ReadTx;
use crate::context::Context;
use crate::notification::NewNotification;

/// Claims the event and writes its notifications, in one transaction. The task of a stage that was
/// completed before the event was dispatched is marked as read from the start.
pub(super) async fn dispatch(context: &Context, event: &Event) -> Result<()> {
    let mut tx = context.begin_within(event.organization_id).await?;
    if !repo::claim(&mut tx, event, context.now()).await? {
        return Ok(());
    }
    let organization = event.organization_id;
    repo::share(&mut tx, organization, event.appraisal_id).await?;
    let facts = repo::facts(&mut tx, organization, event.appraisal_id).await?;
    let is_done = event.status != facts.status;
    let recipients = recipients(&mut tx, event, &facts).await?;
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
                appraisal_id: Some(event.appraisal_id),
                leave_request_id: None,
                subject: event.staff_id,
                status: Some(event.status),
                link: format!("/appraisals/{}", event.appraisal_id),
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
async fn recipients(tx: &mut ReadTx, event: &Event, facts: &Facts) -> Result<Vec<StaffId>> {
    let people = match event.status {
        Status::Draft => Vec::new(),
        Status::PendingSelf => vec![event.staff_id],
        Status::PendingLm => vec![facts.line_manager_staff_id],
        Status::PendingDeptHead => facts.department_head_staff_id.into_iter().collect(),
        Status::PendingMd => repo::managing_directors(tx, event.organization_id).await?,
        Status::PendingHr => {
            let holders = repo::human_resources(tx, event.organization_id).await?;
            holders.into_iter().filter(|id| *id != event.staff_id).collect()
        }
        Status::Finalized => vec![event.staff_id, facts.line_manager_staff_id],
    };
    Ok(people)
}

fn text(event: &Event, facts: &Facts, recipient: StaffId) -> (String, String) {
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
            format!("{}{what} {}", opening(subject), ask(event)),
        ),
        NotificationKind::AppraisalFinalized if recipient == event.staff_id => (
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
        | NotificationKind::SignInElsewhere => (subject.clone(), what),
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

fn ask(event: &Event) -> &'static str {
    match event.status {
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
