//! The completion of each section of the form.

use leptos::prelude::*;
use shared::appraisal::detail::Narrative;
use shared::appraisal::{NarrativeSection, Section};
use shared::check::is_blank;

use super::field::FieldKey;
use super::label::questions_label;
use super::state::{FormState, Mode, use_form};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::section_label;

/// The sections of rows that the form contains, in order.
pub fn row_sections(state: FormState) -> Vec<Section> {
    let form = state.form();
    let has_rows =
        |section: &Section| form.detail.items.iter().any(|item| item.section == *section);
    Section::ALL.iter().copied().filter(has_rows).collect()
}

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

/// The number of answered questions in a section, and the number of all its questions.
pub fn answered(state: FormState, questions: &[Narrative]) -> (usize, usize) {
    let keys = questions.iter().filter_map(FieldKey::answer);
    let answered = keys.filter(|key| !is_blank(state.field(*key).value.read().text())).count();
    (answered, questions.len())
}

/// The links to the sections, with live counters.
#[island]
pub fn SectionStrip() -> impl IntoView {
    strip(use_form())
}

pub fn strip(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let rows = row_sections(state).into_iter().map(|section| {
        let count = Signal::derive(move || state.scored(section));
        tab(&format!("section-{section}"), section_label(i18n, section), Some(count))
    });
    let questions = question_sections(state).into_iter().map(|(section, questions)| {
        let count = Signal::derive(move || answered(state, &questions));
        tab(&format!("section-{section}"), questions_label(i18n, section), Some(count))
    });
    let plans = shows_plans(state)
        .then(|| tab("section-plans", tu_string!(i18n, appraisal.plan.title), None));
    let trail = tab("trail", tu_string!(i18n, appraisal.trail.title), None);
    let tabs: Vec<_> = rows.chain(questions).chain(plans).chain([trail]).collect();
    view! {
        <nav class="section-strip" aria-label=tu_string!(i18n, appraisal.section.strip)>
            <div class="tabs">{tabs}</div>
        </nav>
    }
    .into_any()
}

fn tab(id: &str, label: &'static str, count: Option<Signal<(usize, usize)>>) -> AnyView {
    let count = count.map(|count| {
        let is_complete = move || {
            let (done, all) = count.get();
            done == all
        };
        let text = move || {
            let (done, all) = count.get();
            number(format!("{done}/{all}"))
        };
        view! {
            <span class="section-count" data-complete=move || is_complete().then_some("")>
                {move || is_complete().then(|| view! { <Icon name=IconName::Check/> })}
                {text}
            </span>
        }
    });
    view! {
        <a class="tab" href=format!("#{id}")>
            {label}
            " "
            {count}
        </a>
    }
    .into_any()
}

pub fn shows_plans(state: FormState) -> bool {
    state.mode() != Mode::SelfAssessment
}

/// The number of scored rows in a section, updated as the scores change.
#[island]
pub fn ScoredCount(section: Section) -> impl IntoView {
    scored_count(use_form(), section)
}

pub fn scored_count(state: FormState, section: Section) -> AnyView {
    let i18n = use_i18n();
    let count = Memo::new(move |_| state.scored(section));
    let text = move || {
        let (count, all) = count.get();
        tu_string!(i18n, appraisal.section.scored, count = count, all = all)
    };
    let is_complete = move || count.with(|(done, all)| done == all);
    view! {
        <span class="section-count" data-complete=move || is_complete().then_some("")>
            {move || is_complete().then(|| view! { <Icon name=IconName::Check/> })}
            {text}
        </span>
    }
    .into_any()
}

/// The number of answered questions in a section, updated as they are answered.
#[island]
pub fn AnsweredCount(section: NarrativeSection) -> impl IntoView {
    let state = use_form();
    let form = state.form();
    let questions = form.detail.narratives.iter().filter(|question| question.section == section);
    answered_count(state, questions.cloned().collect())
}

pub fn answered_count(state: FormState, questions: Vec<Narrative>) -> AnyView {
    let i18n = use_i18n();
    let count = move || {
        let (answered, all) = answered(state, &questions);
        tu_string!(i18n, appraisal.section.answered, count = answered, all = all)
    };
    view! { <span class="section-count">{count}</span> }.into_any()
}
