//! The panel with the newest notifications.

use leptos::prelude::*;
use shared::notification::Notification;

use crate::i18n::{tu_string, use_i18n};
use crate::notification::{MarkAllRead, NotificationLines};

/// The panel that the bell button opens.
///
/// * `latest`: the newest notifications.
#[component]
pub fn BellPanel(latest: Vec<Notification>) -> impl IntoView {
    let i18n = use_i18n();

    view! {
        <div
            class="popover"
            id="notifications"
            popover="auto"
            role="dialog"
            aria-label=tu_string!(i18n, frame.notifications)
        >
            <div class="popover-head">
                <h2>{tu_string!(i18n, frame.notifications)}</h2>
                <MarkAllRead id="read-all"/>
            </div>
            <div id="latest" data-live="">
                <NotificationLines notifications=latest/>
            </div>
            <div class="popover-foot">
                <a class="button button-quiet button-wide" href="/notifications">
                    {tu_string!(i18n, notification.all)}
                </a>
            </div>
        </div>
    }
    .into_any()
}
