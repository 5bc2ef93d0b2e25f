//! The key of a form: what is sent twice under one key is carried out once.

use leptos::prelude::*;

/// The hidden field with the key of a form. The server draws the key when it renders the form. A
/// form that the browser builds itself has none yet: the script of the page draws it when the form
/// is sent, and replaces a key that was used. `autocomplete` keeps browsers from restoring a used
/// key after a reload.
pub fn one_time_key() -> AnyView {
    #[cfg(feature = "ssr")]
    let key = crate::server::one_time_key();
    #[cfg(not(feature = "ssr"))]
    let key = String::new();
    view! { <input type="hidden" name="idempotency_key" value=key autocomplete="off"/> }.into_any()
}

/// A key for what the program of a page sends without a form: the same for every attempt, so that
/// what was sent twice is carried out once.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawnKey(StoredValue<String>);

impl DrawnKey {
    /// The key, drawn at the first attempt. Only browsers can draw one.
    pub fn text(self) -> String {
        if self.0.with_value(String::is_empty) {
            let draw = |_| format!("{:016x}", js_sys::Math::random().to_bits());
            self.0.set_value((0..2).map(draw).collect());
        }
        self.0.get_value()
    }
}
