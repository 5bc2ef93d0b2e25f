//! A sample form with the edited weights, scored with the same arithmetic as every appraisal.

use leptos::prelude::*;
use shared::appraisal::{RoleCategory, Section};
use shared::decimal::Exact;
use shared::rating::{HIGHEST, Rating};
use shared::scoring::{Post, ScoredRow, score};

use super::{Editor, EditorLine};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::number;
use crate::ui::label::{Language, role_category_label, section_label};
use crate::ui::table::rendered_table;

/// The default rating of sample rows.
pub const USUAL_MARK: i64 = 4;

/// A row as input of the scoring.
fn scored_row(line: &EditorLine, section: Section) -> ScoredRow {
    ScoredRow {
        section,
        weight: line.cells.read().weight().unwrap_or_default(),
        supervisor_score: Rating::from_ten_thousandths(line.mark.get() * 10_000).ok(),
    }
}

/// The rows as input of the scoring.
fn scored(editor: Editor) -> Vec<ScoredRow> {
    let section = editor.subject.section();
    let lines = editor.lines.read();
    let rows = lines.iter().filter(|line| !line.is_category);
    rows.map(|line| scored_row(line, section)).collect()
}

/// The exact sum of the section.
pub fn section_score(editor: Editor) -> String {
    let rows = scored(editor);
    number(Exact(rows.iter().map(ScoredRow::contribution).sum()))
}

/// The rows with their ratings and their contributions to the overall score.
pub fn sample(editor: Editor) -> AnyView {
    let i18n = use_i18n();
    let rows = move || {
        let lines = editor.lines.get();
        let rows = lines.into_iter().filter(|line| !line.is_category);
        rows.map(|line| sample_row(i18n, line, editor.subject.section())).collect_view()
    };
    let title = section_label(i18n, editor.subject.section());
    let headings = view! {
        <th scope="col">{tu_string!(i18n, settings.sample.row)}</th>
        <th scope="col" class="number">{tu_string!(i18n, settings.sample.mark)}</th>
        <th scope="col" class="number">{tu_string!(i18n, settings.sample.contribution)}</th>
    };
    view! {
        <div class="explanation">
            {rendered_table("table table-dense", Some(title), headings, rows)}
            <div class="explanation-side">
                <p>{tu_string!(i18n, settings.sample.lead)}</p>
                <dl class="sum-lines">{move || shares(i18n, editor)}</dl>
            </div>
        </div>
    }
    .into_any()
}

/// The contribution of the section to the overall score, for each role category.
fn shares(i18n: Language, editor: Editor) -> AnyView {
    let rows = scored(editor);
    let is_manager_role = editor.subject.section() == Section::Managerial;
    let lines: Vec<_> = RoleCategory::ALL
        .iter()
        .map(|role_category| {
            let post = Post { role_category: *role_category, is_manager_role };
            let brought = number(score(post, &rows).overall_score);
            view! {
                <dt>{role_category_label(i18n, *role_category)}</dt>
                <dd>{brought}</dd>
            }
            .into_any()
        })
        .collect();
    view! { {lines} }.into_any()
}

fn sample_row(i18n: Language, line: EditorLine, section: Section) -> AnyView {
    let label = move || line.cells.read().label.clone();
    let contribution = move || number(Exact(scored_row(&line, section).contribution()));
    let options: Vec<_> = (1..=HIGHEST)
        .map(|mark| {
            let is_chosen = line.mark.get_untracked() == mark;
            view! { <option value=mark.to_string() selected=is_chosen>{number(mark)}</option> }
                .into_any()
        })
        .collect();
    let choose = move |event| {
        line.mark.set(event_target_value(&event).parse().unwrap_or(USUAL_MARK));
    };
    let name = move || tu_string!(i18n, settings.sample.mark_of, name = label());
    view! {
        <tr>
            <th scope="row">{label}</th>
            <td class="number">
                <select class="input" aria-label=name autocomplete="off" on:change=choose>
                    {options}
                </select>
            </td>
            <td class="number">{contribution}</td>
        </tr>
    }
    .into_any()
}
