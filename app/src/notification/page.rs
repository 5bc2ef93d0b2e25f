//! The notifications page.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::notification::Notification;
use shared::page::Page;

use super::{MarkAllRead, NotificationLines, list_notifications};
use crate::frame::count::{Counted, live_count};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::page::found;
use crate::ui::pagination::PageLinks;
use crate::ui::query::parameter;
use crate::ui::tabs::{links, tab};

const ROWS: u32 = 20;

/// The page at `/notifications`: all notifications, or only the unread ones.
#[component]
pub fn NotificationsPage() -> impl IntoView {
    let i18n = use_i18n();
    let unread_only = parameter("unread").unwrap_or(false);
    let notifications = list_notifications(unread_only, parameter("page").unwrap_or(1), ROWS);
    let list = found(notifications, move |page| list_view(page, unread_only));

    let unread =
        view! { {tu_string!(i18n, notification.tab_unread)} " " {live_count(Counted::Unread)} };
    let tabs = [
        tab("/notifications", tu_string!(i18n, notification.tab_all), !unread_only),
        tab("/notifications?unread=true", unread, unread_only),
    ];

    view! {
        <Title text=tu_string!(i18n, frame.notifications)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <h1>{tu_string!(i18n, frame.notifications)}</h1>
                </div>
                <MarkAllRead id="mark-all"/>
            </div>
            {links("tabs", tu_string!(i18n, notification.show), tabs)}
            <div class="stack-tight" id="list" data-live="">{list}</div>
        </div>
    }
    .into_any()
}

fn list_view(page: Page<Notification>, unread_only: bool) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        let (title, text) = if unread_only {
            (
                tu_string!(i18n, notification.no_unread),
                tu_string!(i18n, notification.no_unread_text),
            )
        } else {
            (tu_string!(i18n, notification.empty), tu_string!(i18n, notification.empty_text))
        };
        return Empty::new(IconName::Inbox, title, text).card();
    }
    let address = Callback::new(move |page: u64| {
        let unread = if unread_only { "unread=true&" } else { "" };
        format!("/notifications?{unread}page={page}")
    });

    view! {
        <div class="card">
            <NotificationLines notifications=page.data/>
        </div>
        <PageLinks pagination=page.pagination address/>
    }
    .into_any()
}
