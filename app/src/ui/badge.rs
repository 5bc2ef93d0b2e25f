//! Chips that say a state in a word, an icon and a colour.

use leptos::prelude::*;
use shared::appraisal::Status;

use super::icon::{Icon, IconName};
use super::label::status_label;
use crate::i18n::use_i18n;

/// The colour of a state; a word says it too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    Neutral,
    Accent,
    Success,
    Warning,
    Danger,
}

impl Tone {
    /// The value of `data-tone`.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Neutral => "neutral",
            Self::Accent => "accent",
            Self::Success => "success",
            Self::Warning => "warning",
            Self::Danger => "danger",
        }
    }
}

/// A chip.
///
/// * `tone`: its colour.
/// * `icon`: what stands before the word.
/// * `text`: the word.
#[component]
pub fn Badge(tone: Tone, icon: IconName, #[prop(into)] text: String) -> impl IntoView {
    view! {
        <span class="badge" data-tone=tone.as_str()>
            <Icon name=icon/>
            {text}
        </span>
    }
    .into_any()
}

/// The chip of an appraisal's status.
///
/// * `status`: where it stands.
#[component]
pub fn StatusBadge(status: Status) -> impl IntoView {
    let (tone, icon) = match status {
        Status::Draft => (Tone::Neutral, IconName::FileText),
        Status::PendingSelf
        | Status::PendingLm
        | Status::PendingDeptHead
        | Status::PendingMd
        | Status::PendingHr => (Tone::Accent, IconName::Clock),
        Status::Finalized => (Tone::Success, IconName::Check),
    };
    view! { <Badge tone icon text=status_label(use_i18n(), status)/> }
}

/// Coloured text with an icon, without the chip around it.
///
/// * `tone`: its colour.
/// * `icon`: what stands before the text.
/// * `text`: the text.
#[component]
pub fn ToneText(tone: Tone, icon: IconName, #[prop(into)] text: String) -> impl IntoView {
    view! {
        <span class="tone" data-tone=tone.as_str()>
            <Icon name=icon/>
            {text}
        </span>
    }
    .into_any()
}
