//! What is not saved is not lost by a click.

use leptos::leptos_dom::helpers::window_event_listener_untyped;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen::closure::Closure;
use web_sys::{Element, Event};

/// Asks before a link is followed or the page is closed, as long as there is something unsaved.
pub fn guard(is_unsaved: Signal<bool>, question: &'static str) {
    Effect::new(move |_| {
        let closing = window_event_listener_untyped("beforeunload", move |event| {
            if is_unsaved.get_untracked() {
                event.prevent_default();
            }
        });
        on_cleanup(move || closing.remove());
        // Before the router hears of the click.
        let follow = Closure::<dyn Fn(Event)>::new(move |event: Event| {
            if is_unsaved.get_untracked() && leads_away(&event) && !confirms(question) {
                event.prevent_default();
                event.stop_immediate_propagation();
            }
        });
        let listener = follow.into_js_value().unchecked_into::<js_sys::Function>();
        // Listening to the window cannot be refused.
        let _ = window().add_event_listener_with_callback_and_bool("click", &listener, true);
        let listener = StoredValue::new_local(listener);
        on_cleanup(move || {
            listener.with_value(|listener| {
                let window = window();
                let _ =
                    window.remove_event_listener_with_callback_and_bool("click", listener, true);
            });
        });
    });
}

/// True when the click is on a link to another place of this window, and not to a file to keep; or
/// on a button that makes the page anew.
fn leads_away(event: &Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<Element>().ok());
    let way = target.and_then(|target| target.closest("a[href], [data-leaves]").ok().flatten());
    let way = way.filter(|way| !way.has_attribute("download"));
    way.is_some_and(|way| way.get_attribute("href").is_none_or(|href| !href.starts_with('#')))
}

fn confirms(question: &str) -> bool {
    window().confirm_with_message(question).unwrap_or(true)
}
