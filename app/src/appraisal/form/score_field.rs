//! The score of a row: five labelled radio buttons, and an input for a score between two whole
//! ones.

use leptos::ev::KeyboardEvent;
use leptos::html::Fieldset;
use leptos::prelude::*;
use shared::digits::latin;
use shared::rating::{HIGHEST, LOWEST, Rating};
use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};

use super::field::FieldValue;
use super::label::{score_word, score_words};
use super::other_score::{self, OtherScore, wrong_score};
use super::posted::scores_name;
use super::signals::Field;
use super::state::FormState;
use super::text_field::{FieldNotes, SaveMark, is_failed};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::focus::{buttons_of, focus, focus_group};

/// Five autosaved radio buttons and an input. `1` to `5` select a score, a decimal point continues
/// to a score such as 3.5, Delete clears, the up and down arrows move between rows, and Enter moves
/// to the text of the row.
///
/// * `state`: the form.
/// * `field`: the score.
/// * `row`: the name of the row in a form that is posted without JavaScript.
/// * `group_name`: the accessible name of the group, including the row.
/// * `text_id`: the id of the text field that Enter moves to.
#[component]
pub fn ScoreField(
    state: FormState,
    field: Field,
    row: String,
    group_name: String,
    text_id: String,
) -> impl IntoView {
    let i18n = use_i18n();
    let node = NodeRef::<Fieldset>::new();
    follow_score(state, field, node);
    let id = field.key.to_string();
    let chosen = field.value.read_untracked().score();
    let name = scores_name(&row);
    let is_wrong = RwSignal::new(false);
    let choices: Vec<_> = (LOWEST..=HIGHEST)
        .map(move |whole| {
            let is_chosen = chosen.and_then(Rating::whole) == Some(whole);
            choice(i18n, (field, &name), whole, is_chosen)
        })
        .collect();
    let on_change = move |event: leptos::ev::Event| {
        if is_button(&event) {
            is_wrong.set(false);
            set_score(state, field, &event_target_value(&event));
        }
    };
    let on_keydown = move |event: KeyboardEvent| press(state, (field, is_wrong), &text_id, &event);
    view! {
        <fieldset
            class="score"
            id=id.clone()
            role="radiogroup"
            aria-label=group_name
            aria-describedby=format!("{id}-notes")
            node_ref=node
            on:change=on_change
            on:keydown=on_keydown
        >
            <legend class="score-head">
                <span>{tu_string!(i18n, appraisal.score.yours)}</span>
                <SaveMark field/>
            </legend>
            <div class="score-entry">
                <div class="score-scale" data-invalid=move || is_failed(field).then_some("")>
                    {choices}
                </div>
                <OtherScore state field row is_wrong/>
            </div>
            {wrong_score(field, is_wrong)}
            {move || between(i18n, field)}
            <FieldNotes state field/>
        </fieldset>
    }
    .into_any()
}

fn choice(
    i18n: crate::ui::label::Language,
    (field, name): (Field, &str),
    whole: i64,
    is_chosen: bool,
) -> AnyView {
    view! {
        <label class="score-choice">
            <input
                type="radio"
                id=format!("{}-{whole}", field.key)
                name=name.to_owned()
                value=whole.to_string()
                checked=is_chosen
                autocomplete="off"
            />
            <span class="score-face">
                <span class="score-value">{number(whole)}</span>
                " "
                <span class="score-word">{score_word(i18n, whole)}</span>
            </span>
        </label>
    }
    .into_any()
}

/// The words of a score between two whole ones, which has no button.
fn between(i18n: crate::ui::label::Language, field: Field) -> Option<AnyView> {
    let score = field.value.read().score().filter(|score| score.whole().is_none())?;
    Some(score_mark(i18n, score))
}

/// A read-only score with its words.
pub fn score_mark(i18n: crate::ui::label::Language, score: Rating) -> AnyView {
    view! {
        <span class="score-mark">
            <b>{number(score)}</b>
            {score_words(i18n, score)}
        </span>
    }
    .into_any()
}

/// Synchronizes the buttons and the value. A selection from before hydration counts.
fn follow_score(state: FormState, field: Field, node: NodeRef<Fieldset>) {
    let is_first = StoredValue::new(true);
    Effect::new(move |_| {
        let Some(group) = node.get().filter(|_| state.is_alive.get()) else { return };
        let chosen = field.value.read().score().and_then(Rating::whole);
        let buttons = buttons_of(&group);
        let early = buttons.iter().find(|button| button.checked() && !button.default_checked());
        if is_first.get_value()
            && let Some(button) = early
        {
            set_score(state, field, &button.value());
        } else {
            for (button, whole) in buttons.iter().zip(LOWEST..) {
                button.set_checked(chosen == Some(whole));
            }
        }
        is_first.set_value(false);
    });
}

fn set_score(state: FormState, field: Field, text: &str) {
    if let Ok(score) = text.parse::<Rating>() {
        state.change(field, FieldValue::Score(Some(score)));
    }
}

fn press(
    state: FormState,
    (field, is_wrong): (Field, RwSignal<bool>),
    text_id: &str,
    event: &KeyboardEvent,
) {
    // The notes below the scale contain buttons of their own.
    let is_input = event.target().is_some_and(|it| it.dyn_ref::<HtmlInputElement>().is_some());
    if !is_input || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let is_scale = is_button(event);
    match latin(&event.key()).as_str() {
        "ArrowDown" => focus_row(field, 1),
        "ArrowUp" => focus_row(field, -1),
        "Enter" => focus(text_id),
        // Keys pressed in the input next to the scale are text.
        _ if !is_scale => return,
        "." | "," | "،" => other_score::begin(field),
        key @ ("1" | "2" | "3" | "4" | "5") => {
            is_wrong.set(false);
            set_score(state, field, key);
            focus(&format!("{}-{key}", field.key));
        }
        "Delete" | "Backspace" => {
            is_wrong.set(false);
            state.change(field, FieldValue::Score(None));
        }
        _ => return,
    }
    event.prevent_default();
}

/// Moves the focus to the score of another row; stays at the first and the last row.
fn focus_row(field: Field, step: isize) {
    let Ok(groups) = document().query_selector_all("fieldset.score") else { return };
    let groups: Vec<Element> =
        (0..groups.length()).filter_map(|at| groups.get(at)?.dyn_into().ok()).collect();
    let id = field.key.to_string();
    let here = groups.iter().position(|group| group.id() == id);
    let there = here.and_then(|here| here.checked_add_signed(step));
    if let Some(group) = there.and_then(|there| groups.get(there)) {
        focus_group(group);
    }
}

/// True if the event comes from one of the five buttons.
fn is_button(event: &web_sys::Event) -> bool {
    let input = event.target().and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    input.is_some_and(|input| input.type_() == "radio")
}
