//! The bar at the bottom: what is saved, how far it is, what it comes to, and what is next.

use leptos::prelude::*;
use shared::appraisal::Status;

use super::bar_parts::{
    ExplainedScore, PreviewFacts, Progress, SaveSummary, SubmitButtons, explained, preview_facts,
    progress,
};
use super::state::{FormState, Mode};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};

/// The bar. A reader who has nothing to fill in and no score to see has none.
pub fn action_bar(state: FormState) -> Option<AnyView> {
    let i18n = use_i18n();
    let is_reading = state.mode() == Mode::Reading;
    if is_reading && !shows_score(state) {
        return None;
    }
    let content = if is_reading {
        let preview = preview(preview_facts(state), explained(state));
        view! { {progress(state)} {preview} }.into_any()
    } else {
        let preview = shows_score(state).then(|| {
            let without_script = view! { <noscript>{explained(state)}</noscript> };
            let panel = view! { {without_script} <ExplainedScore/> }.into_any();
            preview(view! { <PreviewFacts/> }.into_any(), panel)
        });
        view! {
            <SaveSummary/>
            <Progress/>
            {preview}
            <SubmitButtons/>
        }
        .into_any()
    };
    let bar = view! {
        <div class="action-bar" role="region" aria-label=tu_string!(i18n, appraisal.bar.name)>
            <div class="action-bar-inner">{content}</div>
        </div>
    };
    Some(bar.into_any())
}

/// The score so far, which opens into everything that it comes from.
///
/// * `facts`: the score.
/// * `explained`: what it comes from.
fn preview(facts: AnyView, explained: AnyView) -> AnyView {
    let i18n = use_i18n();
    view! {
        <details class="preview">
            <summary>
                <span class="visually-hidden">{tu_string!(i18n, appraisal.bar.score)} " "</span>
                {facts}
                <Icon name=IconName::ChevronUp/>
            </summary>
            <div
                class="preview-panel"
                tabindex="0"
                role="region"
                aria-label=tu_string!(i18n, appraisal.explain.title)
            >
                {explained}
            </div>
        </details>
    }
    .into_any()
}

/// True when there is a score to preview for this reader.
fn shows_score(state: FormState) -> bool {
    has_score(state.form().detail.status) && !state.hides_review()
}

/// True from the line manager's desk on: before it there is no score to preview.
const fn has_score(status: Status) -> bool {
    match status {
        Status::Draft | Status::PendingSelf => false,
        Status::PendingLm
        | Status::PendingDeptHead
        | Status::PendingMd
        | Status::PendingHr
        | Status::Finalized => true,
    }
}
