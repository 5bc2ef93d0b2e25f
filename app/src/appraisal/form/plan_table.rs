//! The two plans on the page, editable or read-only.

use leptos::prelude::*;
use shared::appraisal::PlanKind;

use super::field::FieldKey;
use super::label::{plan_columns, plan_label};
use super::plan::PlanLine;
use super::plan_grid::PlanEditor;
use super::section::form_section;
use super::state::{FormState, Mode};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::time::date_text;

/// Both plans, editable or read-only.
pub fn plan_section(state: FormState) -> AnyView {
    let i18n = use_i18n();
    let is_editing = state.mode() == Mode::Review;
    let plans: Vec<_> = PlanKind::ALL
        .iter()
        .map(|kind| {
            if is_editing {
                view! { <PlanEditor kind=*kind/> }.into_any()
            } else {
                plan_table(state, *kind)
            }
        })
        .collect();
    let lead = is_editing.then(|| tu_string!(i18n, appraisal.plan.lead));
    let content = view! {
        {lead.map(|text| view! { <p class="form-section-lead">{text}</p> })}
        <div class="stack">{plans}</div>
    };
    form_section("plans", tu_string!(i18n, appraisal.plan.title), None, content)
}

/// A read-only grid.
fn plan_table(state: FormState, kind: PlanKind) -> AnyView {
    let i18n = use_i18n();
    let field = state.field(FieldKey::Plan(kind));
    let columns = plan_columns(i18n, kind);
    let value = field.value.get_untracked();
    let title = plan_label(i18n, kind);
    let body = if value.lines().is_empty() {
        let text = if state.hides_review() {
            tu_string!(i18n, appraisal.row.shown_later)
        } else {
            tu_string!(i18n, appraisal.plan.empty)
        };
        view! { <p class="card-body answer-none">{text}</p> }.into_any()
    } else {
        let rows: Vec<_> = value.lines().iter().map(|line| table_row(columns, line)).collect();
        let heads =
            columns.map(|column| view! { <th scope="col" role="columnheader">{column}</th> });
        view! {
            <table class="table table-cards" role="table">
                <caption class="visually-hidden">{title}</caption>
                <thead role="rowgroup">
                    <tr role="row">{heads.into_iter().collect_view()}</tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        }
        .into_any()
    };
    view! {
        <div class="card">
            <div class="card-head">
                <h3>{title}</h3>
            </div>
            {body}
        </div>
    }
    .into_any()
}

fn table_row(columns: [&'static str; 4], line: &PlanLine) -> AnyView {
    let i18n = use_i18n();
    let date = line.date.parse().map_or_else(|_| String::new(), |date| date_text(i18n, date));
    let [first, second, third] = line.texts.clone();
    let cells = [first, second, third, date].into_iter().zip(columns);
    let cells: Vec<_> = cells
        .map(|(text, column)| {
            let is_empty = text.is_empty().then_some("");
            view! {
                <td role="cell" class="answer" data-label=column data-empty=is_empty>
                    {text}
                </td>
            }
            .into_any()
        })
        .collect();
    view! { <tr role="row">{cells}</tr> }.into_any()
}
