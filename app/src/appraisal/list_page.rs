//! Being written.

use leptos::prelude::*;

/// Being written.
#[component]
pub fn ListPage() -> impl IntoView {
    view! { <div class="page"></div> }
}
