//! The table of appraisals, which becomes cards on a narrow screen.

use chrono::{DateTime, Utc};
use leptos::prelude::*;
use shared::appraisal::list::{AppraisalSort, AppraisalSummary, Scope};
use shared::appraisal::stuck::LATE_DAYS;
use shared::appraisal::{Band, Status};
use shared::scoring::Score;

use super::address::ListAddress;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{StatusBadge, Tone, ToneText};
use crate::ui::digits::{listed, number};
use crate::ui::icon::IconName;
use crate::ui::label::{Language, band_label, review_type_label};
use crate::ui::person::person_link;
use crate::ui::sort::{Sort, sorted_table};
use crate::ui::table::{Cell, Column};
use crate::ui::time::{Ago, days_between, days_text, now, period_text};

/// The table. Own appraisals have one name, and pending ones no score to sort by.
pub fn appraisal_table(appraisals: Vec<AppraisalSummary>, address: &ListAddress) -> AnyView {
    let i18n = use_i18n();
    let columns = [
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, list.type_and_period)),
        Column::Text(tu_string!(i18n, list.stage)),
        Column::Number(tu_string!(i18n, list.waiting)),
        Column::Number(tu_string!(i18n, list.overall)),
        Column::Number(tu_string!(i18n, list.last_change)),
    ];
    let rows = appraisals.into_iter().map(|appraisal| row(i18n, appraisal));
    let name = [AppraisalSort::Name, AppraisalSort::NameDescending];
    let name = Sort::ascending(address, name).filter(|_| address.scope != Scope::Mine);
    let score = [AppraisalSort::Score, AppraisalSort::ScoreAscending];
    let score = Sort::descending(address, score).filter(|_| address.scope != Scope::Queue);
    let sorts = [name, None, None, None, score, None];
    sorted_table(tu_string!(i18n, list.caption), &columns, sorts, rows)
}

fn row(i18n: Language, appraisal: AppraisalSummary) -> [Cell; 6] {
    let kind = review_type_label(i18n, appraisal.review_type);
    let period = period_text(i18n, appraisal.period_from, appraisal.period_to);
    let address = format!("/appraisals/{}", appraisal.id);
    let everybody = listed(&appraisal.waiting_for);
    let waiting_for = names_text(i18n, appraisal.waiting_for);
    let stage = view! {
        <StatusBadge status=appraisal.status/>
        <span class="table-sub" title=everybody>
            {waiting_for}
        </span>
    };
    let changed = view! {
        <td role="cell" data-label=tu_string!(i18n, list.last_change) class="number table-extra">
            <Ago at=appraisal.updated_at/>
        </td>
    };
    [
        Cell::head(person_link(appraisal.staff_name, address, appraisal.department_name)),
        Cell::text(view! { {kind} <span class="table-sub">{period}</span> }),
        Cell::text(stage),
        waiting(appraisal.status, appraisal.waiting_since),
        overall(i18n, appraisal.overall_score, appraisal.overall_band),
        Cell::Own(changed.into_any()),
    ]
}

/// The people at a stage: the name of the first, and the number of the others.
fn names_text(i18n: Language, names: Vec<String>) -> String {
    let others = names.len().saturating_sub(1);
    match names.into_iter().next() {
        Some(first) if others > 1 => {
            tu_string!(i18n, list.and_more, name = first, count = others)
        }
        Some(first) if others == 1 => tu_string!(i18n, list.and_one, name = first),
        first => first.unwrap_or_default(),
    }
}

/// The time at the current stage.
fn waiting(status: Status, since: Option<DateTime<Utc>>) -> Cell {
    let waits = since.filter(|_| status != Status::Finalized);
    waits.map_or(Cell::number(None), |since| Cell::figure(view! { <Waiting since/> }))
}

/// The time at a stage: plain below five days, then a warning, and an alarm if it is late.
///
/// * `since`: the start of the stage.
#[component]
pub fn Waiting(since: DateTime<Utc>) -> impl IntoView {
    let days = days_between(since, now());
    let text = days_text(use_i18n(), days);
    match days {
        ..5 => text.into_any(),
        5..LATE_DAYS => {
            view! { <ToneText tone=Tone::Warning icon=IconName::Clock text/> }.into_any()
        }
        _ => view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any(),
    }
}

/// The final score and its band.
fn overall(i18n: Language, score: Option<Score>, band: Option<Band>) -> Cell {
    let Some(score) = score else { return Cell::number(None) };
    let band = band.map(|band| {
        view! { <span class="table-sub">{band_label(i18n, band)}</span> }
    });
    Cell::figure((number(score), band))
}
