//! Notifications as list items.

use leptos::prelude::*;
use shared::appraisal::Status;
use shared::leave::status::LeaveStatus;
use shared::notification::{Notification, NotificationKind as Kind};

use crate::frame::live::use_live;
use crate::i18n::{Locale, tu_string, use_i18n};
use crate::ui::label::Language;
use crate::ui::time::Ago;

/// Notifications, newest first. Each links to its record; the frame script marks it as read when it
/// is clicked.
///
/// * `notifications`: the notifications to display.
#[component]
pub fn NotificationLines(notifications: Vec<Notification>) -> impl IntoView {
    let i18n = use_i18n();
    if notifications.is_empty() {
        return view! { <p class="card-body muted">{tu_string!(i18n, notification.none)}</p> }
            .into_any();
    }
    let lines: Vec<_> = notifications
        .into_iter()
        .map(|notification| view! { <NotificationLine notification/> }.into_any())
        .collect();

    view! { <ul class="list-lines">{lines}</ul> }.into_any()
}

#[component]
fn NotificationLine(notification: Notification) -> impl IntoView {
    let i18n = use_i18n();
    let (title, body) = texts(i18n, &notification);
    let Notification { id, link, created_at, read_at, .. } = notification;
    let is_unread = read_at.is_none();
    let mark = is_unread.then(|| {
        view! { <span class="visually-hidden">{tu_string!(i18n, ui.unread)} " "</span> }
    });

    view! {
        <li>
            <a
                class="notification"
                href=local_link(&link)
                data-id=id.to_string()
                data-unread=is_unread.then_some("")
            >
                <div>
                    <p class="notification-title">{mark} {title}</p>
                    <p class="notification-text">{body}</p>
                    <Ago at=created_at/>
                </div>
            </a>
        </li>
    }
    .into_any()
}

/// The title and the body. The stored text is English; for other languages it is composed from the
/// kind of the notification.
fn texts(i18n: Language, it: &Notification) -> (String, String) {
    if i18n.locale() == Locale::English {
        return (it.title.clone(), it.body.clone());
    }
    let name = it.subject_name.as_str();
    let Some(kind) = it.kind.known() else {
        return (
            tu_string!(i18n, notification.message.unknown, name = name),
            tu_string!(i18n, notification.message.unknown_text).to_owned(),
        );
    };
    let (title, body) = match kind {
        Kind::AppraisalStarted => (
            tu_string!(i18n, notification.message.started).to_owned(),
            tu_string!(i18n, notification.message.started_text),
        ),
        Kind::AppraisalStageAdvanced => {
            (tu_string!(i18n, notification.message.turn, name = name), turn_text(i18n, it.status))
        }
        Kind::AppraisalFinalized => (
            tu_string!(i18n, notification.message.finalized, name = name),
            tu_string!(i18n, notification.message.finalized_text),
        ),
        Kind::LeaveRequested => (
            tu_string!(i18n, notification.message.leave_requested, name = name),
            tu_string!(i18n, notification.message.leave_requested_text),
        ),
        Kind::LeaveDecided => (
            decided_title(i18n, &it.title).to_owned(),
            tu_string!(i18n, notification.message.leave_decided_text),
        ),
        Kind::LeaveCancelled => (
            tu_string!(i18n, notification.message.leave_cancelled, name = name),
            tu_string!(i18n, notification.message.leave_cancelled_text),
        ),
        Kind::StaffConfirmationDue => (
            tu_string!(i18n, notification.message.due, name = name),
            tu_string!(i18n, notification.message.due_text),
        ),
        Kind::SignInElsewhere => (
            tu_string!(i18n, notification.message.elsewhere).to_owned(),
            tu_string!(i18n, notification.message.elsewhere_text),
        ),
        Kind::ApiTokenExpiring => (
            tu_string!(i18n, notification.message.token_expiring).to_owned(),
            tu_string!(i18n, notification.message.token_expiring_text),
        ),
        Kind::InitiationBatchFinished => (
            tu_string!(i18n, notification.message.batch_finished).to_owned(),
            tu_string!(i18n, notification.message.batch_finished_text),
        ),
    };
    (title, body.to_owned())
}

fn decided_title(i18n: Language, title: &str) -> &'static str {
    match LeaveStatus::read_decision_title(title) {
        Some(LeaveStatus::Approved) => tu_string!(i18n, notification.message.leave_approved),
        Some(LeaveStatus::Rejected) => tu_string!(i18n, notification.message.leave_rejected),
        Some(LeaveStatus::Cancelled) => tu_string!(i18n, notification.message.leave_called_off),
        None | Some(LeaveStatus::Pending) => tu_string!(i18n, notification.message.leave_decided),
    }
}

fn turn_text(i18n: Language, status: Option<Status>) -> &'static str {
    match status {
        Some(Status::PendingLm) => tu_string!(i18n, notification.message.turn_lm),
        Some(Status::PendingDeptHead) => tu_string!(i18n, notification.message.turn_dept_head),
        Some(Status::PendingMd) => tu_string!(i18n, notification.message.turn_md),
        Some(Status::PendingHr) => tu_string!(i18n, notification.message.turn_hr),
        None | Some(Status::Draft | Status::PendingSelf | Status::Finalized) => {
            tu_string!(i18n, notification.message.moved_on)
        }
    }
}

/// Restricts a stored link to paths of this site.
fn local_link(link: &str) -> String {
    crate::return_path::return_path(Some(link))
}

/// The button that marks all notifications as read; disabled if there are no unread ones.
///
/// * `id`: the id of the form.
#[component]
pub fn MarkAllRead(id: &'static str) -> impl IntoView {
    let i18n = use_i18n();
    let is_read = use_live().counts.unread == 0;

    view! {
        <form
            id=id
            method="post"
            action="/api/ui/notification/read-all"
            data-live=""
            data-act=""
            data-confirm=tu_string!(i18n, notification.all_read)
        >
            <button class="button button-quiet" type="submit" disabled=is_read>
                {tu_string!(i18n, notification.mark_all)}
            </button>
        </form>
    }
    .into_any()
}
