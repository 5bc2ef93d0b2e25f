//! The reactive parts of the bottom bar.

use leptos::prelude::*;
use shared::appraisal::explanation::explain;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;
use web_sys::HtmlDetailsElement;

use super::explanation::explanation_view;
use super::save_queue::Summary;
use super::state::{FormState, Mode, use_form};
use super::submission::{FORM_ID, MISSING_ID, use_submission};
use crate::i18n::{tu_string, use_i18n};
use crate::session::use_session_watch;
use crate::ui::digits::number;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::band_label;

/// The save state of the form as a whole.
#[island]
pub fn SaveSummary() -> impl IntoView {
    save_summary(use_form())
}

/// The number of scored rows, updated as the scores change.
#[island]
pub fn Progress() -> impl IntoView {
    progress(use_form())
}

/// The current score, updated as the scores change.
#[island]
pub fn PreviewFacts() -> impl IntoView {
    preview_facts(use_form())
}

fn save_summary(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let summary = state.saving.summary;
    let watch = use_session_watch();
    let mark = move || match summary.get() {
        Summary::Saved => "saved",
        Summary::Saving => "saving",
        Summary::Queued(_) => "queued",
        Summary::Failed(_) => "failed",
    };
    let text = move || match summary.get() {
        Summary::Saved => tu_string!(i18n, appraisal.save.all_saved).to_owned(),
        Summary::Saving => tu_string!(i18n, appraisal.save.saving).to_owned(),
        Summary::Queued(_) if watch.has_ended() => {
            tu_string!(i18n, appraisal.save.all_signed_out).to_owned()
        }
        Summary::Queued(1) => tu_string!(i18n, appraisal.save.one_kept).to_owned(),
        Summary::Queued(count) => tu_string!(i18n, appraisal.save.kept, count = count),
        Summary::Failed(1) => tu_string!(i18n, appraisal.save.one_failed).to_owned(),
        Summary::Failed(count) => tu_string!(i18n, appraisal.save.some_failed, count = count),
    };
    let icon = move || {
        let name = match summary.get() {
            Summary::Saved => IconName::CloudCheck,
            Summary::Saving => IconName::Save,
            Summary::Queued(_) if watch.has_ended() => IconName::Lock,
            Summary::Queued(_) => IconName::CloudOff,
            Summary::Failed(_) => IconName::AlertTriangle,
        };
        view! { <Icon name/> }
    };
    view! {
        <span class="save-mark" data-state=mark role="status">
            {icon}
            {text}
        </span>
    }
    .into_any()
}

pub fn progress(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let count = Memo::new(move |_| state.progress());
    let text = move || {
        let (done, all) = count.get();
        tu_string!(i18n, appraisal.bar.of, count = done, all = all)
    };
    view! {
        <div class="bar-progress">
            <span class="bar-progress-text">
                <span id="progress-label">{tu_string!(i18n, appraisal.bar.scored)}</span>
                <span>{text}</span>
            </span>
            <progress
                class="progress"
                max=move || count.get().1.to_string()
                value=move || count.get().0.to_string()
                aria-labelledby="progress-label"
            ></progress>
        </div>
    }
    .into_any()
}

pub fn preview_facts(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let card = state.scorecard;
    let is_stamped = state.form().detail.stamp().is_some();
    // Without any rating there is no band to show, not even "unsatisfactory".
    let is_blank = move || !is_stamped && card.with(|card| card.rated_count == 0);
    let score = move || {
        if is_blank() {
            return tu_string!(i18n, appraisal.bar.no_score).to_owned();
        }
        number(card.read().overall_score)
    };
    let band = move || {
        if is_blank() {
            return tu_string!(i18n, appraisal.bar.no_band);
        }
        band_label(i18n, card.read().overall_band)
    };
    let sub = move || {
        let (count, all) = card.with(|card| (card.rated_count, card.item_count));
        if is_stamped {
            tu_string!(i18n, appraisal.bar.stamped).to_owned()
        } else if all < row_count(state) {
            tu_string!(i18n, appraisal.bar.preview_counted, count = count, all = all)
        } else {
            tu_string!(i18n, appraisal.bar.preview, count = count, all = all)
        }
    };
    view! {
        <span class="preview-score">{score}</span>
        <span class="preview-band">
            {band}
            <span class="preview-sub">{sub}</span>
        </span>
    }
    .into_any()
}

/// The explanation of the score, rendered when it is expanded.
#[island]
pub fn ExplainedScore() -> impl IntoView {
    let state = use_form();
    let is_open = RwSignal::new(false);
    Effect::new(move |_| {
        let Ok(Some(details)) = document().query_selector("details.preview") else { return };
        let Ok(details) = details.dyn_into::<HtmlDetailsElement>() else { return };
        let follow = {
            let details = details.clone();
            move || is_open.set(details.open())
        };
        follow();
        let listener = Closure::<dyn Fn()>::new(follow).into_js_value();
        // Adding a listener to an existing element cannot fail.
        let _ = details.add_event_listener_with_callback("toggle", listener.unchecked_ref());
    });
    let panel = move || is_open.get().then(|| explained(state));
    view! { {panel} }.into_any()
}

/// The explanation of the current scores.
pub fn explained(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let post = state.form().detail.post();
    let view = move || {
        let explanation = state.items.with(|items| explain(post, items, None));
        explanation_view(i18n, &explanation)
    };
    view! { <div class="preview-panel-inner">{counted_note(state)} {view}</div> }.into_any()
}

fn row_count(state: FormState) -> u32 {
    u32::try_from(state.items.with_untracked(Vec::len)).unwrap_or(u32::MAX)
}

/// The reason why fewer rows count than have to be scored.
fn counted_note(state: FormState) -> Option<AnyView> {
    let i18n = use_i18n();
    let rows = row_count(state);
    let counted = state.scorecard.with_untracked(|card| card.item_count);
    (counted < rows).then(|| {
        let text = tu_string!(i18n, appraisal.bar.counted_text, rows = rows, counted = counted);
        view! { <p class="muted">{text}</p> }.into_any()
    })
}

/// The missing items, and the submit button.
#[island]
pub fn SubmitButtons() -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let Some(submission) = use_submission() else { return ().into_any() };
    let label = match state.mode() {
        Mode::SelfAssessment => tu_string!(i18n, appraisal.submit.self_assessment),
        Mode::Review | Mode::Reading => tu_string!(i18n, appraisal.submit.review),
    };
    let count = Memo::new(move |_| state.missing.read().len());
    let missing_text = move || match count.get() {
        1 => tu_string!(i18n, appraisal.submit.one_missing).to_owned(),
        count => tu_string!(i18n, appraisal.submit.missing, count = count),
    };
    // Without JavaScript the count does not update, and the server reports missing items.
    let is_counting = RwSignal::new(false);
    Effect::new(move |_| is_counting.set(true));
    let is_blocked = move || is_counting.get() && count.get() > 0;
    let missing = move || {
        is_blocked().then(|| {
            view! {
                <button class="button button-quiet" type="button" popovertarget=MISSING_ID>
                    {missing_text}
                </button>
            }
        })
    };
    let why = move || if is_blocked() { missing_text() } else { String::new() };
    view! {
        <div class="bar-actions">
            {missing}
            <button
                class="button button-primary"
                type="submit"
                form=FORM_ID
                aria-disabled=move || is_blocked().then_some("true")
                aria-busy=move || submission.busy.get().then_some("true")
                aria-describedby="missing-why"
            >
                <Icon name=IconName::Send/>
                {label}
            </button>
            <span class="visually-hidden" id="missing-why">{why}</span>
        </div>
    }
    .into_any()
}
