//! The script of the frame, as the program of a page talks to it: by events on the document.

use leptos::prelude::*;
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{CustomEvent, CustomEventInit};

/// Events from the bundle to the script.
#[derive(Clone, Debug)]
pub enum Told {
    /// Something was done; the text says what.
    Confirmation(String),
    /// The server refused something for the lack of a session.
    Refusal,
    /// Something is wrong with a field, named by its id.
    Fault { field: String, text: String },
    /// Nothing is wrong with a field any more.
    NoFault(String),
    /// The input of a form was sent.
    Sent(String),
}

/// Events from the script to the bundle.
#[derive(Clone, Copy, Debug)]
pub enum Heard {
    /// The session has ended.
    SignedOut,
    /// There is a session again.
    SignedIn,
    /// The server has refused a form that the script sent.
    Declined,
}

/// Tells the script something. Only in the browser.
pub fn tell(told: Told) {
    let (name, texts) = match told {
        Told::Confirmation(text) => ("mizan:confirm", vec![text]),
        Told::Refusal => ("mizan:refused", Vec::new()),
        Told::Fault { field, text } => ("mizan:fault", vec![field, text]),
        Told::NoFault(field) => ("mizan:no-fault", vec![field]),
        Told::Sent(form) => ("mizan:sent", vec![form]),
    };
    let detail = CustomEventInit::new();
    detail.set_detail(&texts.into_iter().map(JsValue::from).collect::<js_sys::Array>());
    if let Ok(event) = CustomEvent::new_with_event_init_dict(name, &detail) {
        // Answers only whether a listener has stopped the event, which none does.
        let _ = document().dispatch_event(&event);
    }
}

/// Does this whenever the script tells something, for as long as the view is there that asks for
/// it.
pub fn hear(heard: Heard, act: impl Fn() + 'static) {
    let name = match heard {
        Heard::SignedOut => "mizan:signed-out",
        Heard::SignedIn => "mizan:signed-in",
        Heard::Declined => "mizan:declined",
    };
    Effect::new({
        let act = std::rc::Rc::new(act);
        move |_| {
            let act = act.clone();
            let listener = Closure::<dyn Fn()>::new(move || act());
            let listener = listener.into_js_value().unchecked_into::<js_sys::Function>();
            // Listening to the document cannot be refused.
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
