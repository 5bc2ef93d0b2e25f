//! One scored row: its description on one side, the answers on the other.

use leptos::prelude::*;
use shared::appraisal::detail::AppraisalItem;
use shared::rating::Rating;

use super::inputs::{ApartBadge, RowInput, apart};
use super::previous::previous_answer;
use super::score_field::score_mark;
use super::state::{FormState, Mode};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits;
use crate::ui::label::share_text;

/// A row of the form.
///
/// * `state`: the form.
/// * `item`: the row.
/// * `number`: its position in the form, from 1.
pub fn row(state: FormState, item: &AppraisalItem, number: usize) -> AnyView {
    let label_id = format!("row-{}-label", item.id);
    let answer = match state.mode() {
        Mode::SelfAssessment => None,
        Mode::Review | Mode::Reading => Some(self_answer(state, item)),
    };
    let input = match state.mode() {
        Mode::SelfAssessment | Mode::Review => view! { <RowInput id=item.id/> }.into_any(),
        Mode::Reading => review_answer(state, item),
    };
    let class = match state.mode() {
        Mode::SelfAssessment | Mode::Review => "row",
        Mode::Reading => "row row-read",
    };
    view! {
        <article class=class id=format!("row-{}", item.id) aria-labelledby=label_id>
            <div class="row-text">
                {row_text(item, number, &label_id)}
                {answer}
                {previous_answer(item)}
            </div>
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

/// The subject's answer, for every other user; scores that are far apart are marked.
fn self_answer(state: FormState, item: &AppraisalItem) -> AnyView {
    let i18n = use_i18n();
    let apart = match state.mode() {
        Mode::Review => view! { <ApartBadge id=item.id/> }.into_any(),
        Mode::SelfAssessment | Mode::Reading => apart(state, item.id),
    };
    let title = if state.form().relation.subject {
        tu_string!(i18n, appraisal.score.your_own).to_owned()
    } else {
        let name = state.form().detail.staff.name.clone();
        tu_string!(i18n, appraisal.score.own_of, name = name)
    };
    view! {
        <div class="row-answer">
            <div class="row-answer-head">
                <span>{title}</span>
                {score_or_none(item.self_score)}
                {apart}
            </div>
            {quote(item.actual_achievement.clone())}
        </div>
    }
    .into_any()
}

/// The line manager's answer, for users who may see it.
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

pub(super) fn score_or_none(score: Option<Rating>) -> AnyView {
    let i18n = use_i18n();
    match score {
        Some(score) => score_mark(i18n, score),
        None => view! { <span>{tu_string!(i18n, appraisal.score.none)}</span> }.into_any(),
    }
}

pub(super) fn quote(text: Option<String>) -> Option<AnyView> {
    let text = text.filter(|text| !text.trim().is_empty())?;
    Some(view! { <p class="quote">{text}</p> }.into_any())
}
