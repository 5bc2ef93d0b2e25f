//! The sections of the form, and the strip that leads to them.

use leptos::prelude::*;
use shared::appraisal::Section;
use shared::appraisal::detail::AppraisalItem;
use shared::weight::Weight;

use super::label::{questions_label, section_label, share_text};
use super::plan_grid::PlanSection;
use super::question::{QuestionSection, answered, question_sections};
use super::row::row;
use super::state::{FormState, Mode};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::digits::number;
use crate::ui::icon::{Icon, IconName};
use crate::ui::notice::Notice;
use crate::ui::take_over::{later, still};

/// The sections of rows that the form has, in order.
fn row_sections(state: FormState) -> Vec<Section> {
    let form = state.form();
    let has_rows =
        |section: &Section| form.detail.items.iter().any(|item| item.section == *section);
    Section::ALL.iter().copied().filter(has_rows).collect()
}

/// The links to the sections, each with its counter.
///
/// * `state`: the form.
#[component]
pub fn SectionStrip(state: FormState) -> impl IntoView {
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
        <a class="tab" href=format!("#{id}") rel="external">
            {label}
            " "
            {count}
        </a>
    }
    .into_any()
}

fn shows_plans(state: FormState) -> bool {
    state.mode() != Mode::SelfAssessment
}

/// All sections.
///
/// * `state`: the form.
#[component]
pub fn Sections(state: FormState) -> impl IntoView {
    let form = state.form();
    let mut number = 0;
    let rows: Vec<_> = row_sections(state)
        .into_iter()
        .map(|section| {
            let items = form.detail.items.iter().filter(|item| item.section == section);
            let items: Vec<_> = items.cloned().collect();
            let first = number + 1;
            number += items.len();
            let make = move || view! { <RowSection state section items first/> }.into_any();
            if state.mode() == Mode::Reading { still(make) } else { make() }
        })
        .collect();
    let questions: Vec<_> = question_sections(state)
        .into_iter()
        .map(|(section, questions)| {
            let make = move || view! { <QuestionSection state section questions/> }.into_any();
            if state.mode() == Mode::Reading { still(make) } else { later(make) }
        })
        .collect();
    let plans =
        shows_plans(state).then(|| later(move || view! { <PlanSection state/> }.into_any()));
    view! {
        {rows}
        {questions}
        {plans}
    }
    .into_any()
}

/// One section of scored rows.
///
/// * `state`: the form.
/// * `section`: which.
/// * `items`: its rows.
/// * `first`: the number of its first row.
#[component]
fn RowSection(
    state: FormState,
    section: Section,
    items: Vec<AppraisalItem>,
    first: usize,
) -> impl IntoView {
    let i18n = use_i18n();
    let count = Memo::new(move |_| state.scored(section));
    let text = move || {
        let (count, all) = count.get();
        tu_string!(i18n, appraisal.section.scored, count = count, all = all)
    };
    let is_complete = move || count.with(|(done, all)| done == all);
    let title_id = format!("section-{section}-title");
    view! {
        <section
            class="form-section"
            id=format!("section-{section}")
            aria-labelledby=title_id
        >
            <div class="form-section-head">
                <h2 id=title_id.clone()>{section_label(i18n, section)}</h2>
                <span class="section-count" data-complete=move || is_complete().then_some("")>
                    {move || is_complete().then(|| view! { <Icon name=IconName::Check/> })}
                    {text}
                </span>
            </div>
            {key_hint(state, first)}
            {not_counted(state, section)}
            <div class="card">{section_rows(state, &items, first)}</div>
        </section>
    }
    .into_any()
}

/// How to score by key, said once above the first row.
fn key_hint(state: FormState, first: usize) -> Option<AnyView> {
    let i18n = use_i18n();
    let is_shown = first == 1 && state.mode() != Mode::Reading;
    let hint = tu_string!(i18n, appraisal.score.keys);
    is_shown.then(|| view! { <p class="field-hint no-print">{hint}</p> }.into_any())
}

/// On a manager's form the general competencies are scored and do not count.
fn not_counted(state: FormState, section: Section) -> Option<AnyView> {
    let i18n = use_i18n();
    let form = state.form();
    if form.detail.post().counts(section) {
        return None;
    }
    let title = tu_string!(i18n, appraisal.section.not_counted);
    let text = if form.part.subject {
        tu_string!(i18n, appraisal.section.not_counted_you).to_owned()
    } else {
        let name = form.detail.staff.name.clone();
        tu_string!(i18n, appraisal.section.not_counted_text, name = name)
    };
    let notice = view! {
        <Notice tone=Tone::Warning title>
            <p>{text}</p>
        </Notice>
    };
    Some(notice.into_any())
}

/// The rows, each category of the template under its name and weight.
fn section_rows(state: FormState, items: &[AppraisalItem], first: usize) -> Vec<AnyView> {
    let mut shown: Option<String> = None;
    let mut views = Vec::new();
    for (position, item) in items.iter().enumerate() {
        if item.category_label.is_some() && item.category_label != shown {
            shown.clone_from(&item.category_label);
            let label = item.category_label.clone().unwrap_or_default();
            let same = items.iter().filter(|other| other.category_label == item.category_label);
            let weight = Weight::sum(same.map(|other| other.weight));
            views.push(category(label, weight));
        }
        let number = first + position;
        let item = item.clone();
        views.push(later(move || row(state, &item, number)));
    }
    views
}

fn category(label: String, weight: Weight) -> AnyView {
    view! {
        <div class="category">
            <span>{label}</span>
            <span class="row-weight">{number(share_text(weight))}</span>
        </div>
    }
    .into_any()
}
