//! The input for a score between two whole ones, such as 3.5, which has no button.

use leptos::html::Input;
use leptos::prelude::*;
use shared::rating::Rating;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::field::{FieldKey, FieldValue};
use super::posted::{others_name, shown_name};
use super::signals::Field;
use super::state::FormState;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::icon::{Icon, IconName};

/// A small field next to the buttons. It is empty if the score has a button.
///
/// * `state`: the form.
/// * `field`: the score.
/// * `row`: the name of the row in a posted form.
/// * `is_wrong`: set while the input is not a valid score.
#[component]
pub fn OtherScore(
    state: FormState,
    field: Field,
    row: String,
    is_wrong: RwSignal<bool>,
) -> impl IntoView {
    let i18n = use_i18n();
    let node = NodeRef::<Input>::new();
    follow(state, field, node);
    let shown = shown_of(&field.value.get_untracked());
    // Without JavaScript the server compares this value to detect a changed field.
    let before = (!shown.is_empty())
        .then(|| view! { <input type="hidden" name=shown_name(&row) value=shown.clone()/> });
    let on_input = move |event| {
        is_wrong.set(false);
        take(state, field, &event_target_value(&event));
    };
    let on_change = move |event| {
        let typed = event_target_value(&event);
        is_wrong.set(!typed.trim().is_empty() && Rating::typed(&typed).is_err());
        if !is_wrong.get_untracked()
            && let Some(input) = node.get_untracked()
        {
            input.set_value(&shown_of(&field.value.get_untracked()));
        }
    };
    view! {
        <div class="score-other">
            {before}
            <input
                class="input"
                type="text"
                inputmode="decimal"
                id=element_id(field.key)
                name=others_name(&row)
                value=shown
                maxlength="8"
                size="4"
                autocomplete="off"
                placeholder=number("3.5")
                title=tu_string!(i18n, appraisal.score.other)
                aria-label=tu_string!(i18n, appraisal.score.other)
                aria-invalid=move || is_wrong.get().then_some("true")
                aria-describedby=move || is_wrong.get().then(|| wrong_id(field.key))
                node_ref=node
                on:input=on_input
                on:change=on_change
            />
        </div>
    }
    .into_any()
}

/// The error message for an invalid score.
pub fn wrong_score(field: Field, is_wrong: RwSignal<bool>) -> AnyView {
    let i18n = use_i18n();
    let text = move || {
        is_wrong.get().then(|| {
            view! {
                <p class="field-error" id=wrong_id(field.key) role="alert">
                    <Icon name=IconName::AlertTriangle/>
                    <span>{tu_string!(i18n, appraisal.score.other_wrong)}</span>
                </p>
            }
        })
    };
    view! { {text} }.into_any()
}

/// Continues the selected whole score with a decimal point.
pub fn begin(field: Field) {
    let Some(input) = element(field.key) else { return };
    let whole = field.value.read_untracked().score().and_then(Rating::whole);
    let begun = whole.map(|whole| number(format!("{whole}.0")));
    input.set_value(begun.as_deref().and_then(|text| text.strip_suffix(['0', '٠'])).unwrap_or(""));
    // A hidden element cannot take the focus, which does no harm.
    let _ = input.focus();
}

/// Saves the input once it is a valid score; an empty input clears a score that has no button.
fn take(state: FormState, field: Field, typed: &str) {
    let current = field.value.read_untracked().score();
    if let Ok(score) = Rating::typed(typed) {
        if current != Some(score) {
            state.change(field, FieldValue::Score(Some(score)));
        }
    } else if typed.trim().is_empty() && current.is_some_and(|score| score.whole().is_none()) {
        state.change(field, FieldValue::Score(None));
    }
}

/// Displays the score of the field, except while it is being edited here.
fn follow(state: FormState, field: Field, node: NodeRef<Input>) {
    let is_first = StoredValue::new(true);
    Effect::new(move |_| {
        let Some(input) = node.get().filter(|_| state.is_alive.get()) else { return };
        let shown = field.value.with(shown_of);
        let typed = input.value();
        let was_typed_before = is_first.get_value() && typed != input.default_value();
        is_first.set_value(false);
        if was_typed_before {
            take(state, field, &typed);
        } else if typed != shown && !has_focus(&input) {
            input.set_value(&shown);
        }
    });
}

/// The text of the input: empty for a score that has a button.
fn shown_of(value: &FieldValue) -> String {
    let between = value.score().filter(|score| score.whole().is_none());
    between.map(number).unwrap_or_default()
}

fn has_focus(input: &HtmlInputElement) -> bool {
    document().active_element().is_some_and(|active| active.id() == input.id())
}

fn element(key: FieldKey) -> Option<HtmlInputElement> {
    document().get_element_by_id(&element_id(key))?.dyn_into().ok()
}

fn element_id(key: FieldKey) -> String {
    format!("{key}-other")
}

fn wrong_id(key: FieldKey) -> String {
    format!("{key}-other-error")
}
