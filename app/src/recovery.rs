//! What happens when the program of a page fails.

/// How long a page has to have lived before it is loaded again, in milliseconds: one that fails at
/// once would fail for ever.
const SHORTEST_LIFE: f64 = 10_000.0;

const KEY: &str = "mizan.failed-at";

/// Loads the page again, unless that was done a moment ago. The usual cause is a newer version of
/// the service, which no longer has the parts that an open page asks for. What was typed is kept.
#[expect(clippy::float_arithmetic, reason = "the browser's clock is a float")]
pub fn reload_once() {
    let storage = leptos::prelude::window().session_storage().ok().flatten();
    let Some(storage) = storage else { return };
    let now = js_sys::Date::now();
    let last = storage.get_item(KEY).ok().flatten().and_then(|text| text.parse::<f64>().ok());
    if last.is_some_and(|last| now - last < SHORTEST_LIFE) {
        return;
    }
    if storage.set_item(KEY, &now.to_string()).is_ok() {
        // A browser that cannot load the page again shows so itself.
        let _ = leptos::prelude::window().location().reload();
    }
}
