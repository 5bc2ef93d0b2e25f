//! Recovery from a failure of the bundle.

use std::cell::Cell;
use std::time::Duration;

use leptos::ev::{beforeunload, pagehide};
use leptos::leptos_dom::helpers::window_event_listener_untyped;
use leptos::prelude::{set_timeout, window_event_listener};

/// The minimum age in milliseconds at which a page is reloaded: a page that fails immediately would
/// fail forever.
const SHORTEST_LIFE: f64 = 10_000.0;

const KEY: &str = "mizan.failed-at";

/// A page that is still there after so long is not being left: something was downloaded.
const LEAVING: Duration = Duration::from_secs(5);

thread_local! {
    static IS_LEAVING: Cell<bool> = const { Cell::new(false) };
}

/// Notices when the reader leaves the page. The browser then ends whatever is being loaded; that a
/// part of the program is missing because of it is nothing to be told of.
pub fn watch_leaving() {
    // All of them listen for as long as the page lives.
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

/// True while the reader leaves the page.
pub fn is_leaving() -> bool {
    IS_LEAVING.get()
}

/// Reloads the page, unless that was done a moment ago. The usual cause is a newer version of the
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
        // A browser that cannot load the page again shows so itself.
        let _ = leptos::prelude::window().location().reload();
    }
}
