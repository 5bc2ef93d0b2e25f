//! Navigation from the bundle: every page is a document of its own.

use leptos::prelude::*;

/// Loads another page. Only in the browser.
pub fn go_to(address: &str) {
    // Fails only for an invalid URL.
    let _ = window().location().assign(address);
}
