//! The free-text questions.

use leptos::prelude::*;
use shared::appraisal::NarrativeSection;
use shared::appraisal::detail::Narrative;

use super::counts::{AnsweredCount, answered_count};
use super::inputs::QuestionField;
use super::label::questions_label;
use super::section::form_section;
use super::state::{FormState, Mode};
use crate::i18n::{tu_string, use_i18n};

/// A section of questions.
///
/// * `section`: the section.
/// * `questions`: its questions.
pub fn question_section(
    state: FormState,
    section: NarrativeSection,
    questions: Vec<Narrative>,
) -> AnyView {
    let i18n = use_i18n();
    let is_editing = is_editing(state, section);
    let is_hidden = hides(state, section);
    let lead = if is_hidden {
        Some(tu_string!(i18n, appraisal.row.shown_later))
    } else {
        lead(i18n, section, is_editing)
    };
    let count = if is_editing {
        Some(view! { <AnsweredCount section/> }.into_any())
    } else {
        (!is_hidden).then(|| answered_count(state, questions.clone()))
    };
    let rows: Vec<_> = questions
        .into_iter()
        .map(|question| {
            if is_editing {
                view! { <QuestionField id=question.id/> }.into_any()
            } else {
                question_answer(question, is_hidden)
            }
        })
        .collect();
    let content = view! {
        {lead.map(|text| view! { <p class="form-section-lead">{text}</p> })}
        <div class="card">{rows}</div>
    };
    form_section(section, questions_label(i18n, section), count, content)
}

fn is_editing(state: FormState, section: NarrativeSection) -> bool {
    match section {
        NarrativeSection::SelfAssessment => state.mode() == Mode::SelfAssessment,
        NarrativeSection::SupervisorAssessment | NarrativeSection::CareerDiscussion => {
            state.mode() == Mode::Review
        }
        NarrativeSection::EmployeeComment => false,
    }
}

fn lead(
    i18n: crate::ui::label::Language,
    section: NarrativeSection,
    is_editing: bool,
) -> Option<&'static str> {
    match section {
        NarrativeSection::SelfAssessment if is_editing => {
            Some(tu_string!(i18n, appraisal.section.all_needed))
        }
        NarrativeSection::SupervisorAssessment | NarrativeSection::CareerDiscussion
            if is_editing =>
        {
            Some(tu_string!(i18n, appraisal.section.all_optional))
        }
        NarrativeSection::SelfAssessment
        | NarrativeSection::SupervisorAssessment
        | NarrativeSection::CareerDiscussion
        | NarrativeSection::EmployeeComment => None,
    }
}

fn hides(state: FormState, section: NarrativeSection) -> bool {
    match section {
        NarrativeSection::SelfAssessment => false,
        NarrativeSection::SupervisorAssessment
        | NarrativeSection::CareerDiscussion
        | NarrativeSection::EmployeeComment => state.hides_review(),
    }
}

/// A read-only question with its answer. An answer that is still hidden is not mentioned.
fn question_answer(question: Narrative, is_hidden: bool) -> AnyView {
    let i18n = use_i18n();
    let answer = question.answer.filter(|answer| !answer.trim().is_empty());
    let answer = match answer {
        Some(text) => view! { <p class="answer">{text}</p> }.into_any(),
        None if is_hidden => ().into_any(),
        None => {
            let text = tu_string!(i18n, appraisal.section.not_answered);
            view! { <p class="answer answer-none">{text}</p> }.into_any()
        }
    };
    view! {
        <div class="question">
            <p class="question-text">{question.question_text}</p>
            {answer}
        </div>
    }
    .into_any()
}
