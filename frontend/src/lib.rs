//! The WebAssembly entry point: it hydrates the islands of a page.

use wasm_bindgen::prelude::wasm_bindgen;

/// Called once before the islands of a page are hydrated, each by a function of its own.
#[wasm_bindgen]
pub fn start() {
    recover();
    app::islands::start();
}

/// Called once after all islands of a page are hydrated.
#[wasm_bindgen]
pub fn finish() {
    app::islands::finish();
}

/// Reloads the page when the program panics, unless the page is being left.
fn recover() {
    app::recovery::watch_leaving();
    std::panic::set_hook(Box::new(|information| {
        if app::recovery::is_leaving() {
            return;
        }
        console_error_panic_hook::hook(information);
        app::recovery::reload_once();
    }));
}
