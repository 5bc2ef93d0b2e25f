//! Being written.

use leptos::prelude::*;

/// Being written.
#[component]
pub fn HistoryPage() -> impl IntoView {
    view! { <div class="page"></div> }
}
