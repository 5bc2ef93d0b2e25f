//! The panel of the newest notifications.

use leptos::prelude::*;

use super::live::use_live;
use crate::i18n::{tu_string, use_i18n};
use crate::notification::{MarkAllRead, NotificationLines};
use crate::ui::page::loaded;
use crate::ui::take_over::{later, still};

/// The panel that the bell opens.
#[component]
pub fn BellPanel() -> impl IntoView {
    let i18n = use_i18n();
    let live = use_live();
    let head = move || {
        view! {
            <div class="popover-head">
                <h2>{tu_string!(i18n, frame.notifications)}</h2>
                <MarkAllRead/>
            </div>
        }
        .into_any()
    };
    let foot = move || {
        view! {
            <div class="popover-foot">
                <a class="button button-quiet button-wide" href="/notifications">
                    {tu_string!(i18n, notification.all)}
                </a>
            </div>
        }
        .into_any()
    };
    let lines = loaded(live.latest(), |page| {
        later(move || view! { <NotificationLines notifications=page.data/> }.into_any())
    });

    view! {
        <div
            class="popover"
            id="notifications"
            popover="auto"
            role="dialog"
            aria-label=tu_string!(i18n, frame.notifications)
        >
            {later(head)}
            {lines}
            {still(foot)}
        </div>
    }
    .into_any()
}
