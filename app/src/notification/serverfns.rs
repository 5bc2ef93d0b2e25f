//! Server functions of the notification pages.

use leptos::prelude::*;
use shared::id::NotificationId;
use shared::notification::{Counts, Notification};
use shared::page::Page;

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{allow_page_cache, answer, caller, service};
use crate::wire::Json;

/// A page of the notifications of the signed-in user, newest first.
#[server(name = ListNotifications, endpoint = "notification/list", output = Json)]
pub async fn list_notifications(
    unread_only: bool,
    page: u32,
    limit: u32,
) -> UiResult<Page<Notification>> {
    let listed = async {
        let request = shared::page::PageRequest::new(page.max(1), limit.clamp(1, 100));
        service()?.notifications().list(&caller()?, unread_only, request).await
    };
    answer(listed.await)
}

/// The counts in the badges of the signed-in user.
#[server(name = ReadCounts, endpoint = "notification/counts", output = Json)]
pub async fn counts() -> UiResult<Counts> {
    allow_page_cache();
    answer(async { service()?.notifications().counts(&caller()?).await }.await)
}

/// Marks a notification as read.
#[server(name = ReadNotification, endpoint = "notification/read", output = Json)]
pub async fn read_notification(id: NotificationId) -> UiResult<Notification> {
    answer(async { service()?.notifications().read(&caller()?, id).await }.await)
}

/// Marks all notifications as read and returns their number.
#[server(name = ReadAllNotifications, endpoint = "notification/read-all", output = Json)]
pub async fn read_all_notifications() -> UiResult<u64> {
    answer(async { service()?.notifications().read_all(&caller()?).await }.await)
}
