//! What stands where content is still loading.

use leptos::prelude::*;

use crate::i18n::{tu_string, use_i18n};

/// A card of grey lines.
///
/// * `lines`: how many.
#[component]
pub fn Skeleton(#[prop(default = 5)] lines: usize) -> impl IntoView {
    let i18n = use_i18n();
    let lines = (0..lines).map(|_| view! { <span class="skeleton"></span> }).collect_view();
    view! {
        <div class="card" aria-busy="true">
            <div class="card-body stack">
                <span class="visually-hidden">{tu_string!(i18n, ui.loading)}</span>
                {lines}
            </div>
        </div>
    }
    .into_any()
}
