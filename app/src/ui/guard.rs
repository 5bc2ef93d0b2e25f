//! Protection of unsaved input against navigation.

use leptos::leptos_dom::helpers::window_event_listener_untyped;
use leptos::prelude::*;

/// Lets the browser ask before the page is left or closed, as long as there is something unsaved.
pub fn guard(is_unsaved: Signal<bool>) {
    Effect::new(move |_| {
        let closing = window_event_listener_untyped("beforeunload", move |event| {
            if is_unsaved.get_untracked() {
                event.prevent_default();
            }
        });
        on_cleanup(move || closing.remove());
    });
}
