//! Communication between the WebAssembly bundle and the frame script, by events on the document.

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit};

/// Events from the bundle to the script.
#[derive(Clone, Debug)]
pub enum BundleEvent {
    /// An action succeeded; the text is the confirmation to display.
    Confirmation(String),
    /// The server refused a request because the session has ended.
    Refusal,
    /// A field, given by its id, is invalid.
    Fault { field: String, text: String },
    /// A field, given by its id, is valid again.
    NoFault(String),
    /// The form with this id was submitted.
    Sent(String),
}

/// Events from the script to the bundle.
#[derive(Clone, Copy, Debug)]
pub enum ScriptEvent {
    SignedOut,
    /// The user has signed in again.
    SignedIn,
    /// The server refused a form that the script submitted.
    Declined,
}

/// Dispatches an event to the script. Only in the browser.
pub fn dispatch(event: BundleEvent) {
    let (name, texts) = match event {
        BundleEvent::Confirmation(text) => ("mizan:confirm", vec![text]),
        BundleEvent::Refusal => ("mizan:refused", Vec::new()),
        BundleEvent::Fault { field, text } => ("mizan:fault", vec![field, text]),
        BundleEvent::NoFault(field) => ("mizan:no-fault", vec![field]),
        BundleEvent::Sent(form) => ("mizan:sent", vec![form]),
    };
    let detail = CustomEventInit::new();
    detail.set_detail(&texts.into_iter().map(JsValue::from).collect::<js_sys::Array>());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &detail) {
        // The result only reports whether a listener cancelled the event, which none does.
        let _ = document().dispatch_event(&event);
    }
}

/// Calls `handler` on every event of this kind until the current reactive owner is disposed.
pub fn listen(event: ScriptEvent, handler: impl Fn() + 'static) {
    let name = match event {
        ScriptEvent::SignedOut => "mizan:signed-out",
        ScriptEvent::SignedIn => "mizan:signed-in",
        ScriptEvent::Declined => "mizan:declined",
    };
    Effect::new({
        let handler = std::rc::Rc::new(handler);
        move |_| {
            let handler = handler.clone();
            let listener = Closure::<dyn Fn()>::new(move || handler());
            let listener = listener.into_js_value().unchecked_into::<js_sys::Function>();
            // Adding a listener to the document cannot fail.
            let _ = document().add_event_listener_with_callback(name, &listener);
            let listener = StoredValue::new_local(listener);
            on_cleanup(move || {
                listener.with_value(|listener| {
                    let _ = document().remove_event_listener_with_callback(name, listener);
                });
            });
        }
    });
}
