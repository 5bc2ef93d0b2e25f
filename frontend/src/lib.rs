//! The WebAssembly entry: it hydrates the page that the server rendered.

use leptos::mount::hydrate_from_async;
use leptos::tachys::dom::body;
use wasm_bindgen::prelude::wasm_bindgen;

/// Called by the page once its WebAssembly has loaded; answers when the whole page is taken over.
#[wasm_bindgen]
pub async fn hydrate() {
    app::recovery::watch_leaving();
    std::panic::set_hook(Box::new(|information| {
        if app::recovery::is_leaving() {
            return;
        }
        console_error_panic_hook::hook(information);
        app::recovery::reload_once();
    }));
    app::ui::take_over::pause().await;
    hydrate_from_async(body(), app::App).await.forget();
    app::ui::take_over::act_afterwards();
}
