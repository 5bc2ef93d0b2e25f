//! The free-text questions.

use leptos::prelude::*;
use shared::appraisal::NarrativeSection;
use shared::appraisal::detail::Narrative;
use shared::check::is_blank;

use super::field::FieldKey;
use super::label::questions_label;
use super::state::{FormState, Mode};
use super::text_field::{FieldNotes, SaveMark, SavedText, TextCount};
use crate::i18n::{tu_string, use_i18n};

/// The sections of questions that the page shows, each with its questions, in order.
pub fn question_sections(state: FormState) -> Vec<(NarrativeSection, Vec<Narrative>)> {
    let form = state.form();
    let is_before_review = matches!(state.mode(), Mode::SelfAssessment);
    let sections = NarrativeSection::ALL.iter().copied().filter(|section| match section {
        NarrativeSection::SelfAssessment => true,
        NarrativeSection::SupervisorAssessment | NarrativeSection::CareerDiscussion => {
            !is_before_review
        }
        NarrativeSection::EmployeeComment => false,
    });
    let with_questions = sections.map(|section| {
        let questions = form.detail.narratives.iter();
        (section, questions.filter(|question| question.section == section).cloned().collect())
    });
    with_questions.filter(|(_, questions): &(_, Vec<_>)| !questions.is_empty()).collect()
}

/// How many questions of a section have an answer, of how many.
pub fn answered(state: FormState, questions: &[Narrative]) -> (usize, usize) {
    let keys = questions.iter().filter_map(FieldKey::answer);
    let answered = keys.filter(|key| !is_blank(state.field(*key).value.read().text())).count();
    (answered, questions.len())
}

/// A section of questions.
///
/// * `state`: the form.
/// * `section`: which.
/// * `questions`: its questions.
#[component]
pub fn QuestionSection(
    state: FormState,
    section: NarrativeSection,
    questions: Vec<Narrative>,
) -> impl IntoView {
    let i18n = use_i18n();
    let is_editing = is_editing(state, section);
    let lead = if hides(state, section) {
        Some(tu_string!(i18n, appraisal.row.shown_later))
    } else {
        lead(i18n, section, is_editing)
    };
    let counted = questions.clone();
    let count = move || {
        let (answered, all) = answered(state, &counted);
        tu_string!(i18n, appraisal.section.answered, count = answered, all = all)
    };
    let rows: Vec<_> = questions
        .into_iter()
        .map(|question| {
            if is_editing {
                question_field(state, &question)
            } else {
                question_answer(question, hides(state, section))
            }
        })
        .collect();
    let shown_count =
        (!hides(state, section)).then(|| view! { <span class="section-count">{count}</span> });
    let title_id = format!("section-{section}-title");
    view! {
        <section
            class="form-section"
            id=format!("section-{section}")
            aria-labelledby=title_id
        >
            <div class="form-section-head">
                <h2 id=title_id.clone()>{questions_label(i18n, section)}</h2>
                {shown_count}
            </div>
            {lead.map(|text| view! { <p class="form-section-lead">{text}</p> })}
            <div class="card">{rows}</div>
        </section>
    }
    .into_any()
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

fn question_field(state: FormState, question: &Narrative) -> AnyView {
    let Some(key) = FieldKey::answer(question) else { return ().into_any() };
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

/// A question with its answer to read; of an answer that is still hidden nothing is said.
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
