//! The home page.

use leptos::prelude::*;

/// What waits for the reader.
#[component]
pub fn HomePage() -> impl IntoView {
    view! { <div class="page"></div> }
}
