//! Coloured boxes with a message about the page.

use leptos::prelude::*;

use super::badge::Tone;
use super::icon::{Icon, IconName};

/// * `tone`: its colour.
/// * `title`: the title.
/// * `children`: the message.
#[component]
pub fn Notice(
    tone: Tone,
    #[prop(into)] title: String,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let icon = match tone {
        Tone::Neutral | Tone::Accent => IconName::Info,
        Tone::Success => IconName::CheckCircle,
        Tone::Warning | Tone::Danger => IconName::AlertTriangle,
    };
    view! {
        <div class="notice" data-tone=tone.as_str()>
            <Icon name=icon/>
            <div class="notice-body">
                <p class="notice-title">{title}</p>
                {children.map(|children| children())}
            </div>
        </div>
    }
    .into_any()
}

/// A notice with one paragraph of text.
pub fn notice(tone: Tone, title: impl Into<String>, text: impl Into<String>) -> AnyView {
    let (title, text) = (title.into(), text.into());
    view! {
        <Notice tone title>
            <p>{text}</p>
        </Notice>
    }
    .into_any()
}
