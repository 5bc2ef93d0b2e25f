//! The bar at the bottom of the form: save state, progress, score preview and submit button.

use leptos::prelude::*;
use shared::appraisal::{Action, Status};

use super::approval::approval_id;
use super::bar_parts::{
    ExplainedScore, PreviewFacts, Progress, SaveSummary, SubmitButtons, explained, preview_facts,
    progress,
};
use super::finalization::{FINALIZATION_ID, REASON_ID, SIGN_OFF_ID, button_text, is_blocked};
use super::progress::visible_actions;
use super::state::{FormState, Mode};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::icon::{Icon, IconName};
use crate::ui::preview::preview;

/// The bar; `None` for a user who has nothing to fill in and may not see a score.
pub fn action_bar(state: FormState) -> Option<AnyView> {
    let i18n = use_i18n();
    let is_reading = state.mode() == Mode::Reading;
    if is_reading && !shows_score(state) {
        return None;
    }
    let content = if is_reading {
        let preview = score_preview(preview_facts(state), explained(state));
        view! { {progress(state)} {preview} {sign_off(state)} }.into_any()
    } else {
        let preview = shows_score(state).then(|| {
            let without_script = view! { <noscript>{explained(state)}</noscript> };
            let panel = view! { {without_script} <ExplainedScore/> }.into_any();
            score_preview(view! { <PreviewFacts/> }.into_any(), panel)
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

/// The button of the approval or the finalization whose panel is on the page.
fn sign_off(state: FormState) -> Option<AnyView> {
    let i18n = use_i18n();
    let form = state.form();
    let actions = visible_actions(form.relation, form.detail.status);
    let action = actions.into_iter().find(|view| view.unavailable.is_none())?.action;
    let (target, text) = match action {
        Action::ApproveDeptHead | Action::ApproveMd => {
            (approval_id(action, form.detail.id), tu_string!(i18n, appraisal.act.approve))
        }
        Action::Finalize => (FINALIZATION_ID.to_owned(), button_text(i18n, state)),
        Action::SaveSelf
        | Action::SubmitSelf
        | Action::SaveReview
        | Action::SubmitReview
        | Action::SaveHr => return None,
    };
    let is_blocked = action == Action::Finalize && is_blocked(state);
    let button = view! {
        <div class="bar-actions">
            <button
                class="button button-primary"
                type="submit"
                id=SIGN_OFF_ID
                form=target
                aria-disabled=is_blocked.then_some("true")
                aria-describedby=(action == Action::Finalize).then_some(REASON_ID)
            >
                <Icon name=IconName::Check/>
                {text}
            </button>
        </div>
    };
    Some(button.into_any())
}

/// The current score, which expands to show its explanation.
///
/// * `facts`: the score and the band.
/// * `explained`: the explanation of the score.
fn score_preview(facts: AnyView, explained: AnyView) -> AnyView {
    let i18n = use_i18n();
    let result = view! {
        <span class="visually-hidden">{tu_string!(i18n, appraisal.bar.score)} " "</span>
        {facts}
    };
    preview(result, tu_string!(i18n, appraisal.explain.title), explained)
}

/// True if there is a score to preview for this user.
fn shows_score(state: FormState) -> bool {
    has_score(state.form().detail.status) && !state.hides_review()
}

/// True from the line manager's stage onwards; there is no score to preview before it.
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
