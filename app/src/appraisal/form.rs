//! The form of one appraisal.

use leptos::prelude::*;

/// The page at `/appraisals/:id`.
#[component]
pub fn AppraisalPage() -> impl IntoView {
    view! { <div class="page"></div> }
}
