//! The WebAssembly entry: it hydrates the page that the server rendered.

use wasm_bindgen::prelude::wasm_bindgen;

/// Called by the page once its WebAssembly has loaded.
#[wasm_bindgen]
pub fn hydrate() {
    console_error_panic_hook::set_once();
    leptos::mount::hydrate_lazy(app::App);
}
