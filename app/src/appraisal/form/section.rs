//! The sections of the form.

use std::fmt::Display;

use leptos::prelude::*;
use shared::appraisal::Section;
use shared::appraisal::detail::AppraisalItem;
use shared::weight::Weight;

use super::counts::{
    ScoredCount, SectionStrip, question_sections, row_sections, scored_count, shows_plans, strip,
};
use super::plan_table::plan_section;
use super::question::question_section;
use super::row::row;
use super::state::{FormState, Mode};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::Tone;
use crate::ui::digits::number;
use crate::ui::label::{section_label, share_text};
use crate::ui::notice::notice;

/// The links to the sections, each with its counter.
pub fn section_strip(state: FormState) -> AnyView {
    if state.mode() == Mode::Reading {
        return strip(state);
    }
    view! { <SectionStrip/> }.into_any()
}

pub fn sections(state: FormState) -> AnyView {
    let form = state.form();
    let mut number = 0;
    let rows: Vec<_> = row_sections(state)
        .into_iter()
        .map(|section| {
            let items = form.detail.items.iter().filter(|item| item.section == section);
            let items: Vec<_> = items.cloned().collect();
            let first = number + 1;
            number += items.len();
            row_section(state, section, &items, first)
        })
        .collect();
    let questions: Vec<_> = question_sections(state)
        .into_iter()
        .map(|(section, questions)| question_section(state, section, questions))
        .collect();
    let plans = shows_plans(state).then(|| plan_section(state));
    view! {
        {rows}
        {questions}
        {plans}
    }
    .into_any()
}

/// One section of scored rows.
///
/// * `first`: the number of its first row.
fn row_section(
    state: FormState,
    section: Section,
    items: &[AppraisalItem],
    first: usize,
) -> AnyView {
    let i18n = use_i18n();
    let count = match state.mode() {
        Mode::Reading => scored_count(state, section),
        Mode::SelfAssessment | Mode::Review => view! { <ScoredCount section/> }.into_any(),
    };
    let content = view! {
        {key_hint(state, first)}
        {not_counted(state, section)}
        <div class="card">{section_rows(state, items, first)}</div>
    };
    form_section(section, section_label(i18n, section), Some(count), content)
}

/// A section of the form.
///
/// * `name`: the part of its id.
/// * `count`: the number of its rows that are done.
pub(super) fn form_section(
    name: impl Display,
    title: &'static str,
    count: Option<AnyView>,
    content: impl IntoView + 'static,
) -> AnyView {
    let title_id = format!("section-{name}-title");
    view! {
        <section class="form-section" id=format!("section-{name}") aria-labelledby=title_id>
            <div class="form-section-head">
                <h2 id=title_id.clone()>{title}</h2>
                {count}
            </div>
            {content.into_any()}
        </section>
    }
    .into_any()
}

/// A hint about the scoring keys, shown once above the first row.
fn key_hint(state: FormState, first: usize) -> Option<AnyView> {
    let i18n = use_i18n();
    let is_shown = first == 1 && state.mode() != Mode::Reading;
    let hint = tu_string!(i18n, appraisal.score.keys);
    is_shown.then(|| view! { <p class="field-hint no-print">{hint}</p> }.into_any())
}

/// A note on a manager's form: the general competencies are scored but do not count.
fn not_counted(state: FormState, section: Section) -> Option<AnyView> {
    let i18n = use_i18n();
    let form = state.form();
    if form.detail.post().counts(section) {
        return None;
    }
    let title = tu_string!(i18n, appraisal.section.not_counted);
    let text = if form.relation.subject {
        tu_string!(i18n, appraisal.section.not_counted_you).to_owned()
    } else {
        let name = form.detail.staff.name.clone();
        tu_string!(i18n, appraisal.section.not_counted_text, name = name)
    };
    let notice = view! {
        {notice(Tone::Warning, title, text)}
    };
    Some(notice.into_any())
}

/// The rows, grouped by the categories of the template with their names and weights.
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
        views.push(row(state, item, first + position));
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
