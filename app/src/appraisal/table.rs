//! Appraisals as a table that turns into cards on a narrow screen.

use leptos::prelude::*;
use shared::appraisal::Status;
use shared::appraisal::list::AppraisalSummary;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{StatusBadge, Tone, ToneText};
use crate::ui::digits::{listed, number};
use crate::ui::icon::IconName;
use crate::ui::label::{Language, band_label, review_type_label};
use crate::ui::person::initials;
use crate::ui::time::{Ago, days_between, days_text, now, period_text};

/// The table. The arrow keys move between its rows.
///
/// * `appraisals`: the rows.
#[component]
pub fn AppraisalTable(appraisals: Vec<AppraisalSummary>) -> impl IntoView {
    let i18n = use_i18n();
    let rows: Vec<_> = appraisals
        .into_iter()
        .map(|appraisal| view! { <AppraisalRow appraisal/> }.into_any())
        .collect();

    view! {
        <div class="table-card">
            <table class="table table-cards table-rows-open" role="table">
                <caption class="visually-hidden">{tu_string!(i18n, list.caption)}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th scope="col" role="columnheader">{tu_string!(i18n, list.person)}</th>
                        <th scope="col" role="columnheader">
                            {tu_string!(i18n, list.type_and_period)}
                        </th>
                        <th scope="col" role="columnheader">{tu_string!(i18n, list.desk)}</th>
                        <th scope="col" role="columnheader" class="number">
                            {tu_string!(i18n, list.waiting)}
                        </th>
                        <th scope="col" role="columnheader" class="number">
                            {tu_string!(i18n, list.overall)}
                        </th>
                        <th scope="col" role="columnheader" class="number">
                            {tu_string!(i18n, list.last_change)}
                        </th>
                    </tr>
                </thead>
                <tbody role="rowgroup" data-arrows="">
                    {rows}
                </tbody>
            </table>
        </div>
    }
    .into_any()
}

/// One row.
///
/// * `appraisal`: which.
#[component]
fn AppraisalRow(appraisal: AppraisalSummary) -> impl IntoView {
    let i18n = use_i18n();
    let kind = review_type_label(i18n, appraisal.review_type);
    let period = period_text(i18n, appraisal.period_from, appraisal.period_to);
    let initials = initials(&appraisal.staff_name);
    let everybody = listed(&appraisal.waiting_for);
    let waiting_for = names_text(i18n, appraisal.waiting_for);

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <div class="person">
                    <span class="avatar" aria-hidden="true">{initials}</span>
                    <div>
                        <a class="table-link" href=format!("/appraisals/{}", appraisal.id)>
                            {appraisal.staff_name}
                        </a>
                        <span class="person-sub">{appraisal.department_name}</span>
                    </div>
                </div>
            </th>
            <td role="cell" data-label=tu_string!(i18n, list.type_and_period)>
                {kind} <span class="table-sub">{period}</span>
            </td>
            <td role="cell" data-label=tu_string!(i18n, list.desk)>
                <StatusBadge status=appraisal.status/>
                <span class="table-sub" title=everybody>
                    {waiting_for}
                </span>
            </td>
            <WaitingCell status=appraisal.status since=appraisal.waiting_since/>
            <OverallCell score=appraisal.overall_score band=appraisal.overall_band/>
            <td
                role="cell"
                data-label=tu_string!(i18n, list.last_change)
                class="number table-extra"
            >
                <Ago at=appraisal.updated_at/>
            </td>
        </tr>
    }
    .into_any()
}

/// The people at a desk: the first by name, and how many there are besides.
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

/// How long the desk has had it.
///
/// * `status`: where it stands.
/// * `since`: since when.
#[component]
fn WaitingCell(status: Status, since: Option<chrono::DateTime<chrono::Utc>>) -> impl IntoView {
    let i18n = use_i18n();
    let waits = since.filter(|_| status != Status::Finalized);
    let content = waits.map(|since| view! { <Waiting since/> });
    let empty = content.is_none();
    view! {
        <td
            role="cell"
            data-label=tu_string!(i18n, list.waiting)
            class="number"
            data-empty=empty.then_some("")
        >
            {content}
            {empty.then(|| tu_string!(i18n, ui.nothing))}
        </td>
    }
    .into_any()
}

/// How long a desk has had a form: plain up to five days, then a warning, then an alarm.
///
/// * `since`: since when.
#[component]
pub fn Waiting(since: chrono::DateTime<chrono::Utc>) -> impl IntoView {
    let days = days_between(since, now());
    let text = days_text(use_i18n(), days);
    match days {
        ..5 => text.into_any(),
        5..10 => view! { <ToneText tone=Tone::Warning icon=IconName::Clock text/> }.into_any(),
        _ => view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any(),
    }
}

/// The stamped score and its band.
///
/// * `score`: the overall score.
/// * `band`: what it amounts to.
#[component]
fn OverallCell(
    score: Option<shared::scoring::Score>,
    band: Option<shared::appraisal::Band>,
) -> impl IntoView {
    let i18n = use_i18n();
    let empty = score.is_none();
    let text = score.map_or_else(|| tu_string!(i18n, ui.nothing).to_owned(), number);
    let band = band.map(|band| {
        view! { <span class="table-sub">{band_label(i18n, band)}</span> }
    });
    view! {
        <td
            role="cell"
            data-label=tu_string!(i18n, list.overall)
            class="number"
            data-empty=empty.then_some("")
        >
            {text}
            {band}
        </td>
    }
    .into_any()
}
