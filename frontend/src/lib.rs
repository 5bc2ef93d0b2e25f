//! The WebAssembly entry: it takes over what the server rendered.

use wasm_bindgen::prelude::wasm_bindgen;

/// Called once before the islands of a page are taken over, each by a function of its own.
#[wasm_bindgen]
pub fn start() {
    recover();
    app::islands::start();
}

/// Called once all islands of a page are taken over.
#[wasm_bindgen]
pub fn finish() {
    app::islands::finish();
}

/// Loads the page again when the program panics, unless the page is being left.
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
