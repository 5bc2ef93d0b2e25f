//! Short confirmations that go away by themselves. Problems never go here: they stay on the page.

use leptos::prelude::*;

use super::icon::{Icon, IconName};
use crate::frame::script::{self, Told};

/// Confirms something that was done, here or on the next page if there is one soon.
///
/// * `text`: what was done.
pub fn confirm(text: impl Into<String>) {
    script::tell(Told::Confirmation(text.into()));
}

/// The area of confirmations, announced politely. The frame script fills in the template.
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
