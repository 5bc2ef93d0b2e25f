//! Buttons and links that look like buttons.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

/// A link that looks like a button.
pub fn button_link(address: impl Into<String>, icon: IconName, text: impl Into<String>) -> AnyView {
    link("button", address.into(), icon, text.into())
}

/// The same for a less important step.
pub fn quiet_link(address: impl Into<String>, icon: IconName, text: impl Into<String>) -> AnyView {
    link("button button-quiet", address.into(), icon, text.into())
}

/// A link to the page that creates a record.
pub fn new_link(address: impl Into<String>, text: &'static str) -> AnyView {
    link("button button-primary", address.into(), IconName::Plus, text.to_owned())
}

fn link(class: &'static str, address: String, icon: IconName, text: String) -> AnyView {
    view! {
        <a class=class href=address>
            <Icon name=icon/>
            {text}
        </a>
    }
    .into_any()
}

/// A button that submits a form.
pub fn submit_button(text: &'static str) -> AnyView {
    view! {
        <button class="button" type="submit">
            {text}
        </button>
    }
    .into_any()
}

/// The same with an icon in front of its text.
pub fn submit_button_with(icon: IconName, text: &'static str) -> AnyView {
    view! {
        <button class="button" type="submit">
            <Icon name=icon/>
            {text}
        </button>
    }
    .into_any()
}

/// The same in one of several rows, which it names for screen readers.
pub fn row_button(text: &'static str, row: &str) -> AnyView {
    view! {
        <button class="button" type="submit">
            {text}
            <span class="visually-hidden">{format!(": {row}")}</span>
        </button>
    }
    .into_any()
}

/// A button that submits the ticked rows of a form. The page script writes their number into it.
///
/// * `name`: the name of the checkboxes.
/// * `none`, `one`, `many`: its text by their number, with `#` for several.
/// * `text`: its text without JavaScript.
pub fn ticked_button(
    name: &'static str,
    (none, one, many): (&'static str, &'static str, String),
    text: String,
) -> AnyView {
    view! {
        <button
            class="button button-primary"
            type="submit"
            data-ticked=name
            data-none=none
            data-one=one
            data-many=many
        >
            {text}
        </button>
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
