//! Submission of the form by the subject or the line manager.

use leptos::prelude::*;
use shared::appraisal::Action;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, SubmitEvent};

use super::actions::{element_of, follow};
use super::field::FieldKey;
use super::gap::Gap;
use super::label::stage_with_people;
use super::posted::PostedForm;
use super::serverfns::{SubmitReview, SubmitSelf};
use super::state::{FormState, Mode, use_form};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::dialog::Dialog;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::focus::focus;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::section_label;
use crate::ui::notice::notice;
use crate::ui::one_time_key::DrawnKey;

/// The id of the form, which links the button in the bar to it.
pub const FORM_ID: &str = "appraisal-form";
/// The id of the list of missing items.
pub const MISSING_ID: &str = "missing";

/// The submission of the form.
#[derive(Clone, Copy, Debug)]
pub struct Submission {
    /// True while the confirmation dialog is open.
    pub asks: RwSignal<bool>,
    /// True while the request is in progress.
    pub busy: Signal<bool>,
    /// The error of the last submission.
    pub error: Signal<Option<UiError>>,
    /// True if some changes could not be saved before submission.
    pub is_unsaved: RwSignal<bool>,
    submit: Callback<()>,
}

/// The submission of the form; `None` for a user who does not edit it.
pub fn use_submission() -> Option<Submission> {
    expect_context()
}

impl Submission {
    /// The submission; `None` for a user who fills in no part of the form.
    pub fn new(state: FormState) -> Option<Self> {
        let id = state.form().detail.id;
        let (form, key) = (PostedForm::default(), DrawnKey::default());
        match state.mode() {
            Mode::Reading => None,
            Mode::SelfAssessment => {
                let act = ServerAction::<SubmitSelf>::new();
                let error = follow(state, act, Action::SubmitSelf);
                let send = Callback::new(move |()| {
                    act.dispatch(SubmitSelf { id, form: form.clone(), key: key.text() });
                });
                Some(Self::with(state, act.pending().into(), error, send))
            }
            Mode::Review => {
                let act = ServerAction::<SubmitReview>::new();
                let error = follow(state, act, Action::SubmitReview);
                let send = Callback::new(move |()| {
                    act.dispatch(SubmitReview { id, form: form.clone(), key: key.text() });
                });
                Some(Self::with(state, act.pending().into(), error, send))
            }
        }
    }

    fn with(
        state: FormState,
        busy: Signal<bool>,
        error: Signal<Option<UiError>>,
        send: Callback<()>,
    ) -> Self {
        let is_unsaved = RwSignal::new(false);
        let settled = Callback::new(move |is_saved: bool| {
            is_unsaved.set(!is_saved);
            if is_saved {
                send.run(());
            }
        });
        let submit = Callback::new(move |()| state.autosave().settle(settled));
        Self { asks: RwSignal::new(false), busy, error, is_unsaved, submit }
    }

    /// Opens the confirmation dialog, or shows the missing items.
    pub fn ask(self, state: FormState) {
        if state.missing.read_untracked().is_empty() {
            self.asks.set(true);
        } else {
            show_missing();
        }
    }
}

fn show_missing() {
    let found = document().get_element_by_id(MISSING_ID);
    if let Some(list) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        // Fails if it is already shown.
        let _ = list.show_popover();
    }
}

/// The errors of the submission. Intercepts the form's submit event to check for missing items.
#[island]
pub fn Refusal() -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let Some(submission) = use_submission() else { return ().into_any() };
    let anchor = Callback::new(move |path: String| element_of(&state.form().detail, &path));
    let is_form = |event: &SubmitEvent| {
        let form = event.target().and_then(|it| it.dyn_into::<HtmlElement>().ok());
        form.is_some_and(|form| form.get_attribute("id").as_deref() == Some(FORM_ID))
    };
    Effect::new(move |_| {
        window_event_listener(leptos::ev::submit, move |event| {
            if is_form(&event) {
                event.prevent_default();
                submission.ask(state);
            }
        });
    });
    let unsaved = move || {
        submission.is_unsaved.get().then(|| {
            let title = tu_string!(i18n, appraisal.submit.unsaved);
            view! {
                {notice(Tone::Danger, title, tu_string!(i18n, appraisal.submit.unsaved_text))}
            }
        })
    };
    view! {
        <ErrorSummary error=submission.error anchor/>
        {unsaved}
    }
    .into_any()
}

/// The confirmation dialog before submission.
#[island]
pub fn SubmitQuestion() -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let Some(submission) = use_submission() else { return ().into_any() };
    let form = state.form();
    let next = form.detail.status.next(form.detail.department_head.is_some());
    let stage = next.and_then(shared::appraisal::Status::stage);
    let goes_to = stage.map(|stage| {
        let stage = stage_with_people(i18n, &form.detail, stage);
        tu_string!(i18n, appraisal.submit.goes_to, stage = stage)
    });
    let (title, confirm) = match state.mode() {
        Mode::SelfAssessment => (
            tu_string!(i18n, appraisal.submit.ask_self),
            tu_string!(i18n, appraisal.submit.self_assessment),
        ),
        Mode::Review | Mode::Reading => (
            tu_string!(i18n, appraisal.submit.ask_review),
            tu_string!(i18n, appraisal.submit.review),
        ),
    };
    let effects = [Some(tu_string!(i18n, appraisal.submit.no_change).to_owned()), goes_to];
    view! {
        <Dialog
            id="submit-dialog"
            title=title
            confirm=confirm
            cancel=tu_string!(i18n, appraisal.submit.not_yet)
            open=submission.asks
            on_confirm=submission.submit
        >
            {move || submission.asks.get().then(|| advice_view(state, submission.asks))}
            {effect_list(effects.into_iter().flatten().collect())}
        </Dialog>
    }
    .into_any()
}

/// The advice, with a link to each field. Submission stays possible.
fn advice_view(state: FormState, asks: RwSignal<bool>) -> Option<AnyView> {
    let i18n = use_i18n();
    let advice = state.advice();
    if advice.is_empty() {
        return None;
    }
    let form = state.form();
    let (items, narratives) = (&form.detail.items, &form.detail.narratives);
    let text_of = |id| match state.mode() {
        Mode::SelfAssessment => FieldKey::Achievement(id),
        Mode::Review | Mode::Reading => FieldKey::Comment(id),
    };
    let summary = narratives.iter().filter(|_| advice.lacks_summary).find_map(|narrative| {
        let key =
            FieldKey::answer(narrative).filter(|key| matches!(key, FieldKey::ReviewAnswer(_)));
        key.map(|key| (key, tu_string!(i18n, appraisal.submit.summary).to_owned()))
    });
    let rows = items.iter().filter(|item| advice.unexplained.contains(&item.id));
    let rows = rows.map(|item| (text_of(item.id), item.label.clone()));
    let links: Vec<_> =
        summary.into_iter().chain(rows).map(|(key, text)| advice_link(key, text, asks)).collect();
    let view = view! {
        <div class="stack-tight">
            <h3>{tu_string!(i18n, appraisal.submit.advice)}</h3>
            <p class="muted">{tu_string!(i18n, appraisal.submit.advice_text)}</p>
            <ul class="advice">{links}</ul>
        </div>
    };
    Some(view.into_any())
}

fn advice_link(key: FieldKey, text: String, asks: RwSignal<bool>) -> AnyView {
    let id = key.to_string();
    let address = format!("#{id}");
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        asks.set(false);
        let id = id.clone();
        // After the dialog has given the focus back.
        request_animation_frame(move || focus(&id));
    };
    view! {
        <li>
            <a href=address on:click=go>
                {text}
            </a>
        </li>
    }
    .into_any()
}

/// The effects of an action, one per line.
pub fn effect_list(effects: Vec<String>) -> AnyView {
    let lines: Vec<_> = effects
        .into_iter()
        .map(|effect| {
            view! {
                <li>
                    <Icon name=IconName::Check/>
                    <span>{effect}</span>
                </li>
            }
            .into_any()
        })
        .collect();
    view! { <ul class="effects">{lines}</ul> }.into_any()
}

/// The items missing before submission, each linked to its field.
#[island]
pub fn MissingList() -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let title = tu_string!(i18n, appraisal.submit.missing_title);
    let parts = move || {
        let gaps = state.missing.get();
        let mut parts: Vec<AnyView> = Vec::new();
        for gap in gaps.chunk_by(|left, right| left.section == right.section) {
            parts.push(missing_part(i18n, gap));
        }
        parts
    };
    view! {
        <div class="popover popover-up" id=MISSING_ID popover="auto" role="dialog" aria-label=title>
            <div class="popover-head">
                <h2>{title}</h2>
                <button
                    class="button button-icon"
                    type="button"
                    popovertarget=MISSING_ID
                    popovertargetaction="hide"
                    aria-label=tu_string!(i18n, ui.close)
                >
                    <Icon name=IconName::X/>
                </button>
            </div>
            {parts}
        </div>
    }
    .into_any()
}

fn missing_part(i18n: crate::ui::label::Language, gaps: &[Gap]) -> AnyView {
    let section = gaps.first().and_then(|gap| gap.section);
    let label = section.map_or_else(
        || tu_string!(i18n, appraisal.section.self_assessment),
        |section| section_label(i18n, section),
    );
    let links: Vec<_> = gaps.iter().map(missing_link).collect();
    view! {
        <div class="menu-part">
            <span class="menu-label">{label}</span>
            {links}
        </div>
    }
    .into_any()
}

fn missing_link(gap: &Gap) -> AnyView {
    let id = gap.key.to_string();
    let address = format!("#{id}");
    let go = move |event: leptos::ev::MouseEvent| {
        event.prevent_default();
        let found = document().get_element_by_id(MISSING_ID);
        if let Some(list) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
            // Fails if it is already hidden.
            let _ = list.hide_popover();
        }
        focus(&id);
    };
    view! {
        <a class="menu-item" href=address on:click=go>
            <Icon name=IconName::ArrowRight class="icon-mirror"/>
            {gap.label.clone()}
        </a>
    }
    .into_any()
}
