//! Recovery when the WebAssembly bundle fails.

use std::cell::Cell;
use std::time::Duration;

use leptos::ev::{beforeunload, pagehide};
use leptos::leptos_dom::helpers::window_event_listener_untyped;
use leptos::prelude::{set_timeout, window_event_listener};

/// The minimum age of a page, in milliseconds, at which it is reloaded: a page that fails
/// immediately would otherwise reload forever.
const SHORTEST_LIFE: f64 = 10_000.0;

const KEY: &str = "mizan.failed-at";

/// The time after which a page that still exists is not being left: the click was a download.
const LEAVING: Duration = Duration::from_secs(5);

thread_local! {
    static IS_LEAVING: Cell<bool> = const { Cell::new(false) };
}

/// Detects that the user leaves the page. The browser then aborts running requests, and errors
/// because of missing parts of the bundle must not be reported.
pub fn watch_leaving() {
    // The listeners live as long as the page.
    let _ = window_event_listener(beforeunload, |_| leave());
    let _ = window_event_listener(pagehide, |_| leave());
    for failure in ["error", "unhandledrejection"] {
        let _ = window_event_listener_untyped(failure, |event| {
            if is_leaving() {
                event.prevent_default();
            }
        });
    }
}

fn leave() {
    IS_LEAVING.set(true);
    set_timeout(|| IS_LEAVING.set(false), LEAVING);
}

/// True while the user leaves the page.
pub fn is_leaving() -> bool {
    IS_LEAVING.get()
}

/// Reloads the page, unless that happened a moment ago. The usual cause is a newer version of the
/// service, which no longer has the files of an open page. Input is kept.
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
        // A browser that cannot reload the page displays that itself.
        let _ = leptos::prelude::window().location().reload();
    }
}
