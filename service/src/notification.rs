//! Notifications about events that concern the reader, as a list and as a stream.

mod repo;
mod stream;
pub(crate) mod stream_slot;

use chrono::{DateTime, Utc};
use shared::appraisal::Status;
use shared::error::{Error, Result};
use shared::id::{AppraisalId, EventId, LeaveRequestId, NotificationId, StaffId};
use shared::notification::{Counts, Notification, NotificationKind};
use shared::page::{Page, PageRequest, cursor};
use shared::permission::Permission;
use uuid::Uuid;

use crate::caller::Caller;
use crate::context::{Context, Service};
use crate::transaction::WriteTx;

pub use stream::StreamEvent;

/// A notification to be written.
#[derive(Debug)]
pub(crate) struct NewNotification {
    pub(crate) id: Uuid,
    pub(crate) event_id: EventId,
    pub(crate) recipient: StaffId,
    pub(crate) kind: NotificationKind,
    pub(crate) title: String,
    pub(crate) body: String,
    pub(crate) appraisal_id: Option<AppraisalId>,
    pub(crate) leave_request_id: Option<LeaveRequestId>,
    pub(crate) subject: StaffId,
    pub(crate) status: Option<Status>,
    pub(crate) link: String,
    pub(crate) created_at: DateTime<Utc>,
    /// Set for a task that is completed already.
    pub(crate) read_at: Option<DateTime<Utc>>,
}

/// The task that a notification assigns to its recipients.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Task {
    /// Fill in or sign an appraisal at the stage that it has reached.
    Appraisal(AppraisalId),
    /// Decide on a request for leave.
    Leave(LeaveRequestId),
    /// Confirm the employment.
    Confirmation,
}

/// Writes notifications; one for each event and recipient, even if called repeatedly.
pub(crate) async fn add(tx: &mut WriteTx, notifications: &[NewNotification]) -> Result<()> {
    repo::add(tx, notifications).await
}

/// Marks a task as read for all its recipients. Call it in the transaction of the change that
/// completes the task.
pub(crate) async fn resolve(
    tx: &mut WriteTx,
    subject: StaffId,
    task: Task,
    now: DateTime<Utc>,
) -> Result<()> {
    repo::resolve(tx, subject, task, now).await
}

/// The reader's notifications.
#[derive(Debug)]
pub struct Notifications<'s> {
    context: &'s Context,
    service: &'s Service,
}

impl Service {
    /// The reader's notifications.
    pub fn notifications(&self) -> Notifications<'_> {
        Notifications { context: self.context(), service: self }
    }
}

impl Notifications<'_> {
    /// The reader's notifications, newest first.
    pub async fn list(
        &self,
        caller: &Caller,
        unread_only: bool,
        page: PageRequest,
    ) -> Result<Page<Notification>> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut tx = self.context.read(caller).await?;
        let reader = caller.staff();
        let rows = repo::list(&mut tx, reader, unread_only, &page).await?;
        let total = repo::count(&mut tx, reader, unread_only).await?;
        let next = page.next_cursor(&rows, total, |row| cursor::write(&row.created_at, row.id.0));
        Ok(Page::new(rows, &page, total, next))
    }

    /// The number of unread notifications.
    pub async fn unread_count(&self, caller: &Caller) -> Result<u64> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut tx = self.context.read(caller).await?;
        repo::count(&mut tx, caller.staff(), true).await
    }

    /// Marks a notification as read; one that was read before keeps its time.
    ///
    /// Errors: 404 when the reader has no such notification.
    pub async fn read(&self, caller: &Caller, id: NotificationId) -> Result<Notification> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut act = self.context.act(caller).await?;
        let reader = caller.staff();
        repo::read(&mut act, reader, id, self.context.now()).await?;
        let notification = repo::find(&mut act, reader, id).await?;
        act.commit().await?;
        self.context.signals.changed(caller.organization());
        notification.ok_or_else(|| Error::not_found("Notification"))
    }

    /// Marks all notifications as read; returns the number of unread ones.
    pub async fn read_all(&self, caller: &Caller) -> Result<u64> {
        let caller = caller.require(Permission::AppraisalsRespond)?;
        let mut act = self.context.act(caller).await?;
        let reader = caller.staff();
        let changed = repo::read_all(&mut act, reader, self.context.now()).await?;
        act.commit().await?;
        self.context.signals.changed(caller.organization());
        Ok(changed)
    }

    /// The counts of the reader's badges.
    pub async fn counts(&self, caller: &Caller) -> Result<Counts> {
        let pending = self.service.appraisals().pending_count(caller).await?;
        let leave = self.service.leave().waiting_count(caller).await?;
        let unread = self.unread_count(caller).await?;
        Ok(Counts { pending, leave, unread })
    }
}
