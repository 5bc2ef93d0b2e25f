//! Idempotency keys of forms: a form that is submitted twice with one key is executed once.

use leptos::prelude::*;

/// The hidden field with the idempotency key of a form. The server generates the key during
/// rendering. A form that is rendered in the browser starts without one: the page script generates
/// it on submission, and replaces a key that was used. `autocomplete` keeps browsers from restoring
/// a used key after a reload.
pub fn one_time_key() -> AnyView {
    #[cfg(feature = "ssr")]
    let key = crate::server::one_time_key();
    #[cfg(not(feature = "ssr"))]
    let key = String::new();
    view! { <input type="hidden" name="idempotency_key" value=key autocomplete="off"/> }.into_any()
}

/// The idempotency key of a request that the bundle sends without a form. It is the same for every
/// attempt, so that the request is executed at most once.
#[derive(Clone, Copy, Debug, Default)]
pub struct DrawnKey(StoredValue<String>);

impl DrawnKey {
    /// The key, generated at the first attempt. Only in the browser.
    pub fn text(self) -> String {
        if self.0.with_value(String::is_empty) {
            let draw = |_| format!("{:016x}", js_sys::Math::random().to_bits());
            self.0.set_value((0..2).map(draw).collect());
        }
        self.0.get_value()
    }
}
