//! The WebAssembly entry: it hydrates the page that the server rendered.

use wasm_bindgen::prelude::wasm_bindgen;

/// Called by the page once its WebAssembly has loaded.
#[wasm_bindgen]
pub fn hydrate() {
    std::panic::set_hook(Box::new(|information| {
        console_error_panic_hook::hook(information);
        app::recovery::reload_once();
    }));
    leptos::mount::hydrate_lazy(app::App);
}
