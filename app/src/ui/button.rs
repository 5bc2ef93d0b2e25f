//! Buttons.

use leptos::prelude::*;

use super::icon::{Icon, IconName};

/// How much a button asks for attention.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ButtonKind {
    Primary,
    #[default]
    Secondary,
    Quiet,
    Danger,
}

impl ButtonKind {
    const fn class(self) -> &'static str {
        match self {
            Self::Primary => "button button-primary",
            Self::Secondary => "button",
            Self::Quiet => "button button-quiet",
            Self::Danger => "button button-danger",
        }
    }
}

/// A button. While `blocked` says why not, it can be focused, is announced as disabled, shows the
/// reason below itself and does nothing.
///
/// * `text`: what it does.
/// * `kind`: how much it asks for attention.
/// * `icon`: what stands before the text.
/// * `submit`: true for the button that submits its form.
/// * `busy`: true while the act is on its way.
/// * `blocked`: the rule, state or permission that stands in the way, and none when nothing does.
/// * `id`: names the reason; needed with `blocked`.
/// * `on_press`: what to do.
#[component]
pub fn Button(
    #[prop(into)] text: Signal<String>,
    #[prop(optional)] kind: ButtonKind,
    #[prop(optional)] icon: Option<IconName>,
    #[prop(optional)] submit: bool,
    #[prop(into, optional)] busy: Signal<bool>,
    #[prop(into, optional)] blocked: Signal<Option<String>>,
    #[prop(optional)] id: &'static str,
    #[prop(optional)] on_press: Option<Callback<()>>,
) -> impl IntoView {
    let reason = format!("{id}-reason");
    let described_by = reason.clone();
    let press = move |event: leptos::ev::MouseEvent| {
        if blocked.read_untracked().is_some() || busy.get_untracked() {
            event.prevent_default();
        } else if let Some(on_press) = on_press {
            on_press.run(());
        }
    };
    view! {
        <button
            class=kind.class()
            type=if submit { "submit" } else { "button" }
            aria-busy=move || busy.get().then_some("true")
            aria-disabled=move || blocked.read().is_some().then_some("true")
            aria-describedby=move || blocked.read().is_some().then(|| described_by.clone())
            on:click=press
        >
            {icon.map(|name| view! { <Icon name/> })}
            {move || text.get()}
        </button>
        {move || {
            let reason = reason.clone();
            blocked.get().map(|text| view! { <Reason id=reason text/> })
        }}
    }
    .into_any()
}

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
