//! What a page load would do and a navigation in the browser does not: the focus moves to the new
//! page, and open panels close.

use leptos::prelude::*;
use leptos_router::hooks::use_location;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;

const PANELS: [&str; 2] = ["notifications", "person-menu"];

/// Follows the address for as long as the frame is there. Another query on the same page (a
/// filter, a person chosen) leaves the focus where it is.
pub fn follow() {
    let location = use_location();
    Effect::new(move |before: Option<String>| {
        let path = location.pathname.get();
        location.search.track();
        for panel in PANELS {
            if let Some(panel) = element(panel) {
                // A panel that is not open cannot be closed.
                let _ = panel.hide_popover();
            }
        }
        if before.is_some_and(|before| before != path)
            && let Some(main) = element("main")
        {
            // The page is there whenever the frame is.
            let _ = main.focus();
        }
        path
    });
}

fn element(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}
