//! What the form hears of the browser: the connection, other tabs, and leaving the page.

use leptos::leptos_dom::helpers::window_event_listener_untyped;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Event, StorageEvent};

use super::autosaver::Autosaver;
use super::state::FormState;
use crate::ui::take_over::afterwards;

/// Listens for as long as the form is on the page. Leaving the page sends what still waits.
pub fn listen(state: FormState) {
    let autosaver = state.autosaver();
    on_cleanup({
        let autosaver = autosaver.clone();
        move || autosaver.flush()
    });
    Effect::new(move |_| {
        let kept = autosaver.clone();
        afterwards(move || kept.take_up_kept());
        on("online", autosaver.clone(), |autosaver, _| autosaver.flush());
        on("pagehide", autosaver.clone(), |autosaver, _| autosaver.flush());
        on("focus", autosaver.clone(), |autosaver, _| autosaver.flush());
        on("storage", autosaver.clone(), hear);
        on("beforeunload", autosaver.clone(), |autosaver, event| {
            if autosaver.would_lose() {
                event.prevent_default();
            }
        });
    });
}

fn on(name: &'static str, autosaver: Autosaver, act: fn(&Autosaver, Event)) {
    let listener = window_event_listener_untyped(name, move |event| act(&autosaver, event));
    on_cleanup(move || listener.remove());
}

/// Another tab has kept a change.
fn hear(autosaver: &Autosaver, event: Event) {
    let Ok(event) = event.dyn_into::<StorageEvent>() else { return };
    if let (Some(name), Some(json)) = (event.key(), event.new_value()) {
        autosaver.hear(&name, &json);
    }
}
