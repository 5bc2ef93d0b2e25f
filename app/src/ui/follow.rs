//! A form of the page, as an island follows it that stands outside of the form.

use std::rc::Rc;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{FormData, HtmlFormElement};

/// The input of a form.
#[derive(Debug)]
pub struct Typed(FormData);

impl Typed {
    /// The value of a field; none for a missing field and for an unticked box.
    pub fn text(&self, name: &str) -> Option<String> {
        self.0.get(name).as_string()
    }
}

/// Tells what stands in a form, once the page has its program and after every change.
///
/// * `id`: of the form.
pub fn follow_form(id: &'static str, act: impl Fn(&Typed) + 'static) {
    let act = Rc::new(act);
    Effect::new(move |_| {
        let act = act.clone();
        let tell = move || {
            let form = document().get_element_by_id(id);
            let form = form.and_then(|it| it.dyn_into::<HtmlFormElement>().ok());
            if let Some(Ok(typed)) = form.map(|it| FormData::new_with_form(&it)) {
                act(&Typed(typed));
            }
        };
        tell();
        window_event_listener(ev::input, move |_| tell());
    });
}
