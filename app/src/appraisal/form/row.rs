//! One scored row: what is asked on one side, what is answered on the other.

use leptos::prelude::*;
use shared::appraisal::detail::AppraisalItem;
use shared::rating::Rating;

use super::field::FieldKey;
use super::gap::wide_gap;
use super::label::share_text;
use super::posted::row_name;
use super::score_field::{ScoreField, score_mark};
use super::state::{Field, FormState, Mode};
use super::text_field::{FieldNotes, SaveMark, SavedText};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::digits;
use crate::ui::icon::IconName;

/// A row of the form.
///
/// * `state`: the form.
/// * `item`: the row.
/// * `number`: its place in the form, from 1.
pub fn row(state: FormState, item: &AppraisalItem, number: usize) -> AnyView {
    let label_id = format!("row-{}-label", item.id);
    let answer = match state.mode() {
        Mode::SelfAssessment => None,
        Mode::Review | Mode::Reading => Some(self_answer(state, item)),
    };
    let input = match state.mode() {
        Mode::SelfAssessment => self_input(state, item),
        Mode::Review => review_input(state, item),
        Mode::Reading => review_answer(state, item),
    };
    let class = match state.mode() {
        Mode::SelfAssessment | Mode::Review => "row",
        Mode::Reading => "row row-read",
    };
    view! {
        <article class=class id=format!("row-{}", item.id) aria-labelledby=label_id>
            <div class="row-text">{row_text(item, number, &label_id)} {answer}</div>
            <div class="row-input">{input}</div>
        </article>
    }
    .into_any()
}

fn row_text(item: &AppraisalItem, number: usize, label_id: &str) -> AnyView {
    let i18n = use_i18n();
    let weight = tu_string!(i18n, appraisal.row.weight_exact, weight = item.weight.to_string());
    let description = (!item.description.is_empty())
        .then(|| view! { <p class="row-description">{item.description.clone()}</p> });
    let target = item.target_guidance.clone().filter(|text| !text.is_empty()).map(|text| {
        view! {
            <p class="row-target">
                <span class="visually-hidden">{tu_string!(i18n, appraisal.row.target)} " "</span>
                {text}
            </p>
        }
    });
    view! {
        <div class="row-title">
            <span class="row-number" aria-hidden="true">{digits::number(number)}</span>
            <h3 id=label_id.to_owned()>{item.label.clone()}</h3>
            <span class="row-weight" title=weight>
                <span class="visually-hidden">{tu_string!(i18n, appraisal.row.weight)} " "</span>
                {digits::number(share_text(item.weight))}
            </span>
        </div>
        {description}
        {target}
    }
    .into_any()
}

/// What the subject answered, for every other reader; scores far apart are marked.
fn self_answer(state: FormState, item: &AppraisalItem) -> AnyView {
    let i18n = use_i18n();
    let supervisor = state.field(FieldKey::SupervisorScore(item.id));
    let self_score = item.self_score;
    let gap = Memo::new(move |_| wide_gap(self_score, supervisor.value.read().score()));
    let apart = move || {
        let text = tu_string!(i18n, appraisal.score.apart, gap = gap.get()?);
        Some(view! { <Badge tone=Tone::Warning icon=IconName::AlertTriangle text/> })
    };
    let title = if state.form().part.subject {
        tu_string!(i18n, appraisal.score.your_own).to_owned()
    } else {
        let name = state.form().detail.staff.name.clone();
        tu_string!(i18n, appraisal.score.own_of, name = name)
    };
    view! {
        <div class="row-answer">
            <div class="row-answer-head">
                <span>{title}</span>
                {score_or_none(self_score)}
                {apart}
            </div>
            {quote(item.actual_achievement.clone())}
        </div>
    }
    .into_any()
}

/// What the line manager answered, for whoever may see it.
fn review_answer(state: FormState, item: &AppraisalItem) -> AnyView {
    let i18n = use_i18n();
    if state.hides_review() {
        return ().into_any();
    }
    view! {
        <div class="row-answer-head">
            <span>{tu_string!(i18n, appraisal.score.of_line_manager)}</span>
            {score_or_none(item.supervisor_score)}
        </div>
        {quote(item.supervisor_comment.clone())}
    }
    .into_any()
}

fn score_or_none(score: Option<Rating>) -> AnyView {
    let i18n = use_i18n();
    match score {
        Some(score) => score_mark(i18n, score),
        None => view! { <span>{tu_string!(i18n, appraisal.score.none)}</span> }.into_any(),
    }
}

fn quote(text: Option<String>) -> Option<AnyView> {
    let text = text.filter(|text| !text.trim().is_empty())?;
    Some(view! { <p class="quote">{text}</p> }.into_any())
}

fn self_input(state: FormState, item: &AppraisalItem) -> AnyView {
    let i18n = use_i18n();
    let group_name = tu_string!(i18n, appraisal.score.self_name, row = item.label.clone());
    let text = state.field(FieldKey::Achievement(item.id));
    let label = tu_string!(i18n, appraisal.row.achievement);
    view! {
        <ScoreField
            state
            field=state.field(FieldKey::SelfScore(item.id))
            row=row_name(item.id)
            group_name
            text_id=text.key.to_string()
        />
        {labelled_text(state, text, item, label)}
    }
    .into_any()
}

fn review_input(state: FormState, item: &AppraisalItem) -> AnyView {
    let i18n = use_i18n();
    let group_name = tu_string!(i18n, appraisal.score.supervisor_name, row = item.label.clone());
    let text = state.field(FieldKey::Comment(item.id));
    let label = tu_string!(i18n, appraisal.row.comment);
    view! {
        <ScoreField
            state
            field=state.field(FieldKey::SupervisorScore(item.id))
            row=row_name(item.id)
            group_name
            text_id=text.key.to_string()
        />
        {labelled_text(state, text, item, label)}
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
