//! Notifications about requests: in the transaction of the change, once for each change.

use shared::error::Result;
use shared::id::{EventId, StaffId};
use shared::leave::days::Days;
use shared::leave::request::LeaveRequest;
use shared::notification::NotificationKind;

use super::{Leave, repo};
use crate::notification::{self, NewNotification, Task};
use crate::transaction::{ReadTx, WriteTx};

impl Leave<'_> {
    /// Notifies the deciders of a new or cancelled request, and the requester of a decision. A
    /// decision or a cancellation marks the request as read for all deciders.
    pub(super) async fn notify(
        &self,
        tx: &mut WriteTx,
        kind: NotificationKind,
        request: &LeaveRequest,
    ) -> Result<()> {
        if kind != NotificationKind::LeaveRequested {
            notification::resolve(tx, request.staff_id, Task::Leave(request.id), self.0.now())
                .await?;
        }
        let recipients = if kind == NotificationKind::LeaveDecided {
            vec![request.staff_id]
        } else {
            deciders(tx, request.staff_id).await?
        };
        let (title, body, link) = text(kind, request);
        let event_id = EventId(self.0.id());
        let notices = recipients.into_iter().map(|recipient| NewNotification {
            id: self.0.id(),
            event_id,
            recipient,
            kind,
            title: title.clone(),
            body: body.clone(),
            appraisal_id: None,
            leave_request_id: Some(request.id),
            subject: request.staff_id,
            status: None,
            link: link.to_owned(),
            created_at: self.0.now(),
            read_at: None,
        });
        let notices: Vec<_> = notices.collect();
        notification::add(tx, &notices).await
    }
}

/// The deciders for a person: one, or all other managers of leave.
async fn deciders(tx: &mut ReadTx, staff: StaffId) -> Result<Vec<StaffId>> {
    let person = super::person(tx, staff).await?;
    match person.decider_id {
        Some(decider) => Ok(vec![decider]),
        None => {
            let managers = repo::account::managers(tx).await?;
            Ok(managers.into_iter().filter(|manager| *manager != staff).collect())
        }
    }
}

/// As in `casual leave on 7 December 2026 (1 day)`.
fn what(request: &LeaveRequest) -> String {
    let LeaveRequest { leave_type, start_date, end_date, days, .. } = request;
    let first = start_date.format("%-d %B %Y");
    let dates = if start_date == end_date {
        format!("on {first}")
    } else {
        format!("from {first} to {}", end_date.format("%-d %B %Y"))
    };
    let unit = if *days == Days::whole(1) { "day" } else { "days" };
    format!("{leave_type} leave {dates} ({days} {unit})")
}

fn text(kind: NotificationKind, request: &LeaveRequest) -> (String, String, &'static str) {
    let name = &request.staff_name;
    let what = what(request);
    match kind {
        NotificationKind::LeaveDecided => {
            let status = request.status;
            let by = request.decided_by_name.as_deref().unwrap_or_default();
            (status.decision_title(), format!("Your {what} was {status} by {by}."), "/leave")
        }
        NotificationKind::LeaveCancelled => (
            format!("{name} withdrew a leave request"),
            format!("{name} withdrew the request for {what}."),
            "/leave/team",
        ),
        NotificationKind::LeaveRequested
        | NotificationKind::AppraisalStarted
        | NotificationKind::AppraisalStageAdvanced
        | NotificationKind::AppraisalFinalized
        | NotificationKind::StaffConfirmationDue
        | NotificationKind::SignInElsewhere
        | NotificationKind::ApiTokenExpiring
        | NotificationKind::InitiationBatchFinished => (
            format!("{name} requested leave"),
            format!("{name}: {what}. Approve or reject the request."),
            "/leave/team",
        ),
    }
}
