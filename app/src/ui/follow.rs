//! Observing a form from an island outside of the form.

use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// The input of a form.
#[derive(Debug)]
pub struct Typed(FormData);

impl Typed {
    /// The value of a field; none if the field is missing or the checkbox unticked.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).as_string()
    }
}

/// Calls `handler` with the input of a form, after hydration and on every input event.
///
/// * `id`: the id of the form.
pub fn follow_form(id: &'static str, handler: impl Fn(&Typed) + 'static) {
    let handler = Rc::new(handler);
    Effect::new(move |_| {
        let handler = handler.clone();
        let notify = move || {
            let form = document().get_element_by_id(id);
            let form = form.and_then(|it| it.dyn_into::<HtmlFormElement>().ok());
            if let Some(Ok(typed)) = form.map(|it| FormData::new_with_form(&it)) {
                handler(&Typed(typed));
            }
        };
        notify();
        window_event_listener(ev::input, move |_| notify());
    });
}
