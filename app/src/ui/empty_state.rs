//! A list without rows: why it is empty and what to do next.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

/// An empty list.
///
/// * `icon`: a large picture.
/// * `title`: what is not there.
/// * `text`: why, and when that changes.
/// * `children`: the next step, as a link that looks like a button.
#[component]
pub fn EmptyState(
    icon: IconName,
    #[prop(into)] title: String,
    #[prop(into)] text: String,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    view! {
        <div class="empty">
            <Icon name=icon class="icon-hero"/>
            <h2>{title}</h2>
            <p>{text}</p>
            {children.map(|children| children())}
        </div>
    }
    .into_any()
}
