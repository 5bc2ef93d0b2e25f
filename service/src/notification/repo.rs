//! SQL of notifications.

use chrono::{DateTime, Utc};
use shared::error::Result;
use shared::id::{NotificationId, StaffId};
use shared::notification::Notification;
use shared::page::PageRequest;
use shared::page::cursor::start_descending;
use uuid::Uuid;

use super::{NewNotification, Task};
use crate::page::bind_page;
use crate::transaction::{ReadTx, WriteTx};
use database::statements;

/// The number of notifications since a time that are read at once; the limit of `LIST_SINCE`.
const SINCE_MAX: usize = 100;

statements! {
    ADD = "INSERT INTO notifications
        (organization_id, id, event_id, recipient_staff_id, type, title, body, appraisal_id,
         leave_request_id, subject_staff_id, status, link, created_at, read_at)
        VALUES {rows: UUID, UUID, UUID, UUID, TEXT, TEXT, TEXT, UUID, UUID, UUID, TEXT, TEXT,
            TIMESTAMPTZ, TIMESTAMPTZ}
        ON CONFLICT (organization_id, event_id, recipient_staff_id) DO NOTHING";
    LIST (plan per value) = "SELECT n.id, n.type, n.title, n.body, n.appraisal_id,
            s.name AS subject_name, n.status,
            n.link, n.created_at, n.read_at
        FROM notifications n
        JOIN staff s ON s.organization_id = n.organization_id AND s.id = n.subject_staff_id
        WHERE n.organization_id = $1 AND n.recipient_staff_id = $2
            AND (n.read_at IS NULL OR $3 = FALSE) AND (n.created_at, n.id) < ($4, $5)
        ORDER BY n.created_at DESC, n.id DESC LIMIT $6 OFFSET $7";
    LIST_SINCE = "SELECT n.id, n.type, n.title, n.body, n.appraisal_id, s.name AS subject_name,
            n.status,
            n.link, n.created_at, n.read_at
        FROM notifications n
        JOIN staff s ON s.organization_id = n.organization_id AND s.id = n.subject_staff_id
        WHERE n.organization_id = $1 AND n.recipient_staff_id = $2
            AND (n.created_at, n.id) > ($3, $4)
        ORDER BY n.created_at, n.id LIMIT 100";
    FIND = "SELECT n.id, n.type, n.title, n.body, n.appraisal_id, s.name AS subject_name, n.status,
            n.link, n.created_at, n.read_at
        FROM notifications n
        JOIN staff s ON s.organization_id = n.organization_id AND s.id = n.subject_staff_id
        WHERE n.organization_id = $1 AND n.recipient_staff_id = $2 AND n.id = $3";
    COUNT = "SELECT COUNT(*) FROM notifications
        WHERE organization_id = $1 AND recipient_staff_id = $2
            AND (read_at IS NULL OR $3 = FALSE)";
    READ = "UPDATE notifications SET read_at = $4
        WHERE organization_id = $1 AND recipient_staff_id = $2 AND id = $3 AND read_at IS NULL";
    RESOLVE_APPRAISAL = "UPDATE notifications SET read_at = $3
        WHERE organization_id = $1 AND subject_staff_id = $2 AND read_at IS NULL
            AND type IN ('appraisal.started', 'appraisal.stage_advanced') AND appraisal_id = $4";
    RESOLVE_LEAVE = "UPDATE notifications SET read_at = $3
        WHERE organization_id = $1 AND subject_staff_id = $2 AND read_at IS NULL
            AND type = 'leave.requested' AND leave_request_id = $4";
    RESOLVE_CONFIRMATION = "UPDATE notifications SET read_at = $3
        WHERE organization_id = $1 AND subject_staff_id = $2 AND read_at IS NULL
            AND type = 'staff.confirmation_due'";
    READ_ALL = "UPDATE notifications SET read_at = $3
        WHERE organization_id = $1 AND recipient_staff_id = $2 AND read_at IS NULL";
}

pub(super) async fn add(tx: &mut WriteTx, new: &[NewNotification]) -> Result<()> {
    tx.insert(ADD, new, |row, it| {
        row.bind(it.id)
            .bind(it.event_id)
            .bind(it.recipient)
            .bind(it.kind)
            .bind(it.title.as_str())
            .bind(it.body.as_str())
            .bind(it.appraisal_id)
            .bind(it.leave_request_id)
            .bind(it.subject)
            .bind(it.status)
            .bind(it.link.as_str())
            .bind(it.created_at)
            .bind(it.read_at)
    })
    .execute()
    .await?;
    Ok(())
}

pub(super) async fn list(
    tx: &mut ReadTx,
    reader: StaffId,
    unread_only: bool,
    page: &PageRequest,
) -> Result<Vec<Notification>> {
    let rows = tx.sql(LIST).bind(reader).bind(unread_only);
    let rows = bind_page(rows, page, start_descending::<DateTime<Utc>>())?;
    Ok(rows.all().await?)
}

/// All notifications since then, oldest first.
pub(super) async fn list_since(
    tx: &mut ReadTx,
    reader: StaffId,
    since: DateTime<Utc>,
) -> Result<Vec<Notification>> {
    let mut found = Vec::new();
    let mut after = (since, NotificationId(Uuid::nil()));
    loop {
        let rows = tx.sql(LIST_SINCE).bind(reader).bind(after.0).bind(after.1);
        let page: Vec<Notification> = rows.all().await?;
        let is_last = page.len() < SINCE_MAX;
        after = page.last().map_or(after, |last| (last.created_at, last.id));
        found.extend(page);
        if is_last {
            return Ok(found);
        }
    }
}

pub(super) async fn find(
    tx: &mut ReadTx,
    reader: StaffId,
    id: NotificationId,
) -> Result<Option<Notification>> {
    Ok(tx.sql(FIND).bind(reader).bind(id).optional().await?)
}

pub(super) async fn count(tx: &mut ReadTx, reader: StaffId, unread_only: bool) -> Result<u64> {
    let count = tx.sql(COUNT).bind(reader).bind(unread_only);
    Ok(u64::try_from(count.scalar::<i64>().await?).unwrap_or(0))
}

pub(super) async fn read(
    tx: &mut WriteTx,
    reader: StaffId,
    id: NotificationId,
    now: DateTime<Utc>,
) -> Result<()> {
    tx.sql(READ).bind(reader).bind(id).bind(now).execute().await?;
    Ok(())
}

pub(super) async fn resolve(
    tx: &mut WriteTx,
    subject: StaffId,
    task: Task,
    now: DateTime<Utc>,
) -> Result<()> {
    let text = match task {
        Task::Appraisal(_) => RESOLVE_APPRAISAL,
        Task::Leave(_) => RESOLVE_LEAVE,
        Task::Confirmation => RESOLVE_CONFIRMATION,
    };
    let statement = tx.sql(text).bind(subject).bind(now);
    let statement = match task {
        Task::Appraisal(id) => statement.bind(id),
        Task::Leave(id) => statement.bind(id),
        Task::Confirmation => statement,
    };
    statement.execute().await?;
    Ok(())
}

pub(super) async fn read_all(tx: &mut WriteTx, reader: StaffId, now: DateTime<Utc>) -> Result<u64> {
    Ok(tx.sql(READ_ALL).bind(reader).bind(now).execute().await?)
}
