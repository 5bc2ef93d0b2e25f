//! Being written.

use leptos::prelude::*;

/// Being written.
#[component]
pub fn InitiationPage() -> impl IntoView {
    view! { <div class="page"></div> }
}
