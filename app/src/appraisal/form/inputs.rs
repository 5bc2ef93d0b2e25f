//! The inputs: the score and the text of a row, the answer to a question, and the HR fields.

use leptos::prelude::*;
use shared::appraisal::detail::AppraisalItem;
use shared::id::{AppraisalItemId, NarrativeId};

use super::field::{FieldKey, HrField};
use super::gap::wide_gap;
use super::label::hr_label;
use super::posted::row_name;
use super::score_field::ScoreField;
use super::signals::Field;
use super::state::{FormState, Mode, use_form};
use super::text_field::{FieldNotes, SaveMark, SavedText, TextCount};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::icon::IconName;

/// The inputs for the score and the text of a row.
///
/// * `id`: the row.
#[island]
pub fn RowInput(id: AppraisalItemId) -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let form = state.form();
    let Some(item) = form.detail.items.iter().find(|item| item.id == id) else {
        return ().into_any();
    };
    let row = item.label.clone();
    let (score, text, group_name, label) = match state.mode() {
        Mode::SelfAssessment => (
            FieldKey::SelfScore(id),
            FieldKey::Achievement(id),
            tu_string!(i18n, appraisal.score.self_name, row = row),
            tu_string!(i18n, appraisal.row.achievement),
        ),
        Mode::Review | Mode::Reading => (
            FieldKey::SupervisorScore(id),
            FieldKey::Comment(id),
            tu_string!(i18n, appraisal.score.supervisor_name, row = row),
            tu_string!(i18n, appraisal.row.comment),
        ),
    };
    view! {
        <ScoreField
            state
            field=state.field(score)
            row=row_name(id)
            group_name
            text_id=text.to_string()
        />
        {labelled_text(state, state.field(text), item, label)}
    }
    .into_any()
}

fn labelled_text(
    state: FormState,
    field: Field,
    item: &AppraisalItem,
    label: &'static str,
) -> AnyView {
    let i18n = use_i18n();
    view! {
        <div class="field">
            <div class="field-head">
                <label class="field-label" for=field.key.to_string()>
                    {label}
                    <span class="visually-hidden">": " {item.label.clone()}</span>
                    " "
                    <span class="field-optional">{tu_string!(i18n, ui.optional)}</span>
                </label>
                <SaveMark field/>
            </div>
            <SavedText state field name=format!("form[texts][{}]", row_name(item.id))/>
            <FieldNotes state field/>
        </div>
    }
    .into_any()
}

/// A mark on scores that are far apart, updated as the line manager changes them.
///
/// * `id`: the row.
#[island]
pub fn ApartBadge(id: AppraisalItemId) -> impl IntoView {
    apart(use_form(), id)
}

pub fn apart(state: FormState, id: AppraisalItemId) -> AnyView {
    let i18n = use_i18n();
    let own = state.field(FieldKey::SelfScore(id));
    let supervisor = state.field(FieldKey::SupervisorScore(id));
    let gap =
        Memo::new(move |_| wide_gap(own.value.read().score(), supervisor.value.read().score()));
    let badge = move || {
        let text = tu_string!(i18n, appraisal.score.apart, gap = gap.get()?);
        Some(view! { <Badge tone=Tone::Warning icon=IconName::AlertTriangle text/> })
    };
    view! { {badge} }.into_any()
}

/// A question with an input for its answer.
///
/// * `id`: the question.
#[island]
pub fn QuestionField(id: NarrativeId) -> impl IntoView {
    let state = use_form();
    let form = state.form();
    let question = form.detail.narratives.iter().find(|question| question.id == id);
    let Some((question, key)) = question.and_then(|it| Some((it, FieldKey::answer(it)?))) else {
        return ().into_any();
    };
    let field = state.field(key);
    let name = format!("form[answers][{}]", question.question_key);
    view! {
        <div class="question">
            <div class="field-head">
                <label class="field-label" for=key.to_string()>
                    {question.question_text.clone()}
                </label>
                <SaveMark field/>
            </div>
            <SavedText state field name rows=3/>
            <FieldNotes state field/>
            <div class="field-foot">
                <TextCount field/>
            </div>
        </div>
    }
    .into_any()
}

/// The input for one HR field.
///
/// * `name`: the field.
#[island]
pub fn HrText(name: HrField) -> impl IntoView {
    let (i18n, state) = (use_i18n(), use_form());
    let field = state.field(FieldKey::Hr(name));
    view! {
        <div class="field">
            <div class="field-head">
                <label class="field-label" for=field.key.to_string()>
                    {hr_label(i18n, name)}
                </label>
                <SaveMark field/>
            </div>
            <SavedText state field name=format!("form[hr][{}]", name.as_str())/>
            <FieldNotes state field/>
        </div>
    }
    .into_any()
}
