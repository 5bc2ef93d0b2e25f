//! Protection of unsaved input against navigation.

use leptos::leptos_dom::helpers::window_event_listener_untyped;
use leptos::prelude::*;

/// Lets the browser ask for confirmation before the page is left while there is unsaved input.
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
