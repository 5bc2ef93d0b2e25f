//! Badges that display a status with a word, an icon and a colour.

use leptos::prelude::*;
use shared::appraisal::Status;

use super::icon::{Icon, IconName};
use super::label::status_label;
use crate::i18n::use_i18n;

/// The colour of a status, which is always also stated in words.
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

/// A badge.
///
/// * `tone`: its colour.
/// * `icon`: the icon in front of the text.
/// * `text`: the status in words.
#[component]
pub fn Badge(tone: Tone, icon: IconName, #[prop(into)] text: String) -> impl IntoView {
    toned("badge", tone, icon, text)
}

/// The badge for the status of an appraisal.
///
/// * `status`: the status to display.
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

/// Coloured text with an icon, without the outline of a badge.
///
/// * `tone`: its colour.
/// * `icon`: the icon in front of the text.
/// * `text`: the status in words.
#[component]
pub fn ToneText(tone: Tone, icon: IconName, #[prop(into)] text: String) -> impl IntoView {
    toned("tone", tone, icon, text)
}

fn toned(class: &'static str, tone: Tone, icon: IconName, text: String) -> AnyView {
    view! {
        <span class=class data-tone=tone.as_str()>
            <Icon name=icon/>
            {text}
        </span>
    }
    .into_any()
}
