//! Notifications as lines.

use leptos::prelude::*;
use shared::notification::Notification;

use super::{read_all_notifications, read_notification};
use crate::frame::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_session_watch;
use crate::ui::time::Ago;
use crate::ui::toast::use_toasts;

/// Notifications, newest first; a click reads one and goes where it leads.
///
/// * `notifications`: what is shown.
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

/// One notification.
///
/// * `notification`: which.
#[component]
fn NotificationLine(notification: Notification) -> impl IntoView {
    let i18n = use_i18n();
    let live = use_live();
    let Notification { id, title, body, link, created_at, read_at, .. } = notification;
    let unread = RwSignal::new(read_at.is_none());
    let open = move |_| {
        if unread.get_untracked() {
            unread.set(false);
            leptos::task::spawn_local(async move {
                // The line leads on anyway; an unread mark that stays costs nobody anything.
                if read_notification(id).await.is_ok() {
                    live.refresh();
                }
            });
        }
    };
    let mark = move || {
        unread.get().then(|| {
            view! { <span class="visually-hidden">{tu_string!(i18n, ui.unread)} " "</span> }
        })
    };

    view! {
        <li>
            <a
                class="notification"
                href=local_link(&link)
                data-unread=move || unread.get().then_some("")
                on:click=open
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

/// A link of this site, whatever was stored.
fn local_link(link: &str) -> String {
    crate::return_path::return_path(Some(link))
}

/// Marks all as read; says so and does nothing when there is nothing to mark.
#[component]
pub fn MarkAllRead() -> impl IntoView {
    let i18n = use_i18n();
    let (live, toasts, watch) = (use_live(), use_toasts(), use_session_watch());
    let mark = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        leptos::task::spawn_local(async move {
            match read_all_notifications().await {
                Ok(_) => {
                    live.unread.set(0);
                    live.tell_news();
                    toasts.confirm(tu_string!(i18n, notification.all_read));
                }
                Err(error) => watch.report(&error),
            }
        });
    };

    view! {
        <form method="post" action="/api/ui/notification/read-all" on:submit=mark>
            <button
                class="button button-quiet"
                type="submit"
                disabled=move || live.unread.get() == 0
            >
                {tu_string!(i18n, notification.mark_all)}
            </button>
        </form>
    }
    .into_any()
}
