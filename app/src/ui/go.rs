//! The way from one page to another: pages are documents.

use leptos::prelude::*;

/// Opens another page. Only in the browser.
pub fn go_to(address: &str) {
    // The browser refuses only what is no address.
    let _ = window().location().assign(address);
}
