//! Listeners to the browser: connection, other tabs, and leaving the page.

use leptos::leptos_dom::helpers::window_event_listener_untyped;
use wasm_bindgen::JsCast;
use web_sys::{Event, StorageEvent};

use super::autosaver::Autosaver;
use super::state::FormState;

/// Takes up what an earlier visit could not send, and listens from now on. Leaving the page sends
/// what still waits.
pub fn listen(state: FormState) {
    let autosaver = state.autosaver();
    autosaver.take_up_kept();
    on("online", autosaver.clone(), |autosaver, _| autosaver.flush());
    on("pagehide", autosaver.clone(), |autosaver, _| autosaver.flush());
    on("focus", autosaver.clone(), |autosaver, _| autosaver.flush());
    on("storage", autosaver.clone(), hear);
    on("beforeunload", autosaver, |autosaver, event| {
        if autosaver.would_lose() {
            event.prevent_default();
        }
    });
}

fn on(name: &'static str, autosaver: Autosaver, act: fn(&Autosaver, Event)) {
    window_event_listener_untyped(name, move |event| act(&autosaver, event));
}

/// Another tab has kept a change.
fn hear(autosaver: &Autosaver, event: Event) {
    let Ok(event) = event.dyn_into::<StorageEvent>() else { return };
    if let (Some(name), Some(json)) = (event.key(), event.new_value()) {
        autosaver.hear(&name, &json);
    }
}
