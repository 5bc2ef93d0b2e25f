//! Browser events: connection, other tabs, and leaving the page.

use leptos::leptos_dom::helpers::window_event_listener_untyped;
use wasm_bindgen::JsCast;
use web_sys::{Event, StorageEvent};

use super::autosave::Autosaver;
use super::state::FormState;

/// Queues the stored changes of an earlier visit and registers the event listeners. Leaving the
/// page sends pending changes.
pub fn listen(state: FormState) {
    let autosave = state.autosave();
    autosave.restore_drafts();
    on("online", autosave.clone(), |autosave, _| autosave.flush());
    on("pagehide", autosave.clone(), |autosave, _| autosave.flush());
    on("focus", autosave.clone(), |autosave, _| autosave.flush());
    on("storage", autosave.clone(), on_storage);
    on("beforeunload", autosave, |autosave, event| {
        if autosave.would_lose() {
            event.prevent_default();
        }
    });
}

fn on(name: &'static str, autosave: Autosaver, handler: fn(&Autosaver, Event)) {
    window_event_listener_untyped(name, move |event| handler(&autosave, event));
}

/// Handles a change that another tab has stored.
fn on_storage(autosave: &Autosaver, event: Event) {
    let Ok(event) = event.dyn_into::<StorageEvent>() else { return };
    if let (Some(name), Some(json)) = (event.key(), event.new_value()) {
        autosave.apply_stored(&name, &json);
    }
}
