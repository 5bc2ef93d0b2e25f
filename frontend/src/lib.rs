//! The WebAssembly entry points, which hydrate the islands of a page.

use wasm_bindgen::prelude::wasm_bindgen;

/// Runs once before the islands of a page are hydrated.
#[wasm_bindgen]
pub fn start() {
    recover();
    app::islands::start();
}

/// Runs once after all islands of a page have been hydrated.
#[wasm_bindgen]
pub fn finish() {
    app::islands::finish();
}

/// Reloads the page when the bundle panics, unless the page is being left.
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
