//! Buttons.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

/// A link to the page that makes something new.
pub fn new_link(address: &'static str, text: &'static str) -> AnyView {
    view! {
        <a class="button button-primary" href=address>
            <Icon name=IconName::Plus/>
            {text}
        </a>
    }
    .into_any()
}

/// Why a button cannot be used now.
///
/// * `id`: by which the button refers to it.
/// * `text`: the rule, state or permission that stands in the way.
#[component]
pub fn Reason(id: String, text: String) -> impl IntoView {
    view! {
        <p class="reason" id=id>
            <Icon name=IconName::Info/>
            {text}
        </p>
    }
    .into_any()
}
