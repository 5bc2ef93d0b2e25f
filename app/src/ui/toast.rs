//! Toasts: short confirmations that disappear automatically. Errors are never displayed here, but
//! stay on the page.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::frame::script::{self, BundleEvent};

/// Confirms an action on this page, and on the next one if it follows soon.
///
/// * `text`: the confirmation.
pub fn confirm(text: impl Into<String>) {
    script::dispatch(BundleEvent::Confirmation(text.into()));
}

/// The toast area, announced politely by screen readers. The frame script fills in the template.
pub fn toast_area() -> AnyView {
    view! {
        <div class="toasts" role="status" aria-live="polite">
            <template>
                <div class="toast">
                    <Icon name=IconName::Check/>
                    <p></p>
                </div>
            </template>
        </div>
    }
    .into_any()
}
