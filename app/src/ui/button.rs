//! Buttons and links that look like buttons.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

/// A link to the page that creates a record.
pub fn new_link(address: &'static str, text: &'static str) -> AnyView {
    view! {
        <a class="button button-primary" href=address>
            <Icon name=IconName::Plus/>
            {text}
        </a>
    }
    .into_any()
}

/// The reason why a button is disabled.
///
/// * `id`: the id by which the button refers to it.
/// * `text`: the rule, state or permission that prevents the action.
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
