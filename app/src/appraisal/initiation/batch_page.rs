//! A batch of initiations: its progress and its results.

use leptos::prelude::*;
use shared::appraisal::ReviewType;
use shared::appraisal::initiation_batch::{
    InitiationBatch, InitiationBatchSummary, InitiationEntry, InitiationOutcome,
};
use shared::id::StaffId;

use super::address::listed;
use crate::appraisal::serverfns::find_batch;
use crate::error::words::code_words;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone, ToneText};
use crate::ui::button::button_link;
use crate::ui::date::period_text;
use crate::ui::icon::IconName;
use crate::ui::label::{Language, review_type_label, role_category_label};
use crate::ui::page::{PageHead, found_by_id};
use crate::ui::table::{Cell, Column, table};
use crate::ui::time::{Ago, exact_text};

/// The maximum number of people in the link that selects those again who were refused.
const AGAIN_MAX: usize = 100;

/// The page at `/appraisals/batches/:id`.
#[component]
pub fn InitiationBatchPage() -> impl IntoView {
    found_by_id("Batch", find_batch, batch_view)
}

fn batch_view(batch: InitiationBatch) -> AnyView {
    let i18n = use_i18n();
    let InitiationBatch { summary, entries } = batch;
    let lead = tu_string!(
        i18n,
        initiation.batch.lead,
        name = summary.created_by_name.clone(),
        at = exact_text(i18n, summary.created_at),
    );
    let again = again(i18n, &entries);
    let is_waiting = summary.finished_at.is_none();
    PageHead::new(tu_string!(i18n, initiation.batch.title), lead)
        .below(
            "/appraisals/new",
            tu_string!(i18n, frame.start),
            tu_string!(i18n, initiation.batch.crumb),
        )
        .page(view! {
            <div class="stack" id="batch" data-live="" data-renews=is_waiting.then_some("")>
                {progress(i18n, &summary)}
                {again}
                {results(i18n, entries)}
            </div>
        })
}

/// The counts, and a bar while the batch is not finished.
fn progress(i18n: Language, summary: &InitiationBatchSummary) -> AnyView {
    let InitiationBatchSummary { started, refused, total, .. } = summary;
    let done = started + refused;
    let text = counts(i18n, summary);
    let waiting = summary.finished_at.is_none().then(|| {
        view! {
            <progress
                class="progress"
                value=done.to_string()
                max=total.to_string()
                aria-labelledby="batch-progress"
            ></progress>
            <p class="muted">{tu_string!(i18n, initiation.batch.may_leave)}</p>
            <noscript>
                <p>
                    <a class="button" href="">
                        {tu_string!(i18n, initiation.batch.refresh)}
                    </a>
                </p>
            </noscript>
        }
    });
    view! {
        <section class="card">
            <div class="card-body stack-tight">
                <p id="batch-progress" class="batch-progress" role="status">
                    {text}
                </p>
                {waiting}
            </div>
        </section>
    }
    .into_any()
}

/// The counts of a batch, as in `494 of 500 started · 6 not started`.
fn counts(i18n: Language, summary: &InitiationBatchSummary) -> String {
    let InitiationBatchSummary { started, refused, total, .. } = *summary;
    let progress = tu_string!(i18n, initiation.progress, done = started, total = total);
    match refused {
        0 => progress,
        refused => {
            let refused = tu_string!(i18n, initiation.batch.refused, count = refused);
            format!("{progress} · {refused}")
        }
    }
}

/// A link that selects those again who were refused, once the reasons are resolved.
fn again(i18n: Language, entries: &[InitiationEntry]) -> Option<AnyView> {
    let refused = entries.iter().filter(|it| matches!(it.outcome, InitiationOutcome::Refused(_)));
    let people: Vec<StaffId> = refused.clone().map(|it| it.staff_id).take(AGAIN_MAX).collect();
    let review_type: ReviewType = refused.clone().next()?.terms.review_type;
    let address = format!("/appraisals/new?people={}&reviewType={review_type}", listed(&people));
    let link = button_link(address, IconName::Users, tu_string!(i18n, initiation.batch.again));
    Some(view! { <p>{link}</p> }.into_any())
}

/// The results: those who were refused, those who wait, then those who were started.
fn results(i18n: Language, mut entries: Vec<InitiationEntry>) -> AnyView {
    entries.sort_by_key(|it| match it.outcome {
        InitiationOutcome::Refused(_) => 0,
        InitiationOutcome::Waiting => 1,
        InitiationOutcome::Started(_) => 2,
    });
    let columns = [
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, initiation.review_type)),
        Column::Text(tu_string!(i18n, initiation.period)),
        Column::Text(tu_string!(i18n, initiation.role_category)),
        Column::Text(tu_string!(i18n, initiation.batch.result)),
    ];
    let rows = entries.into_iter().map(|entry| row(i18n, entry));
    table(tu_string!(i18n, initiation.batch.results), &columns, rows)
}

fn row(i18n: Language, entry: InitiationEntry) -> [Cell; 5] {
    let InitiationEntry { staff_id, staff_name, terms, outcome } = entry;
    let address = match outcome {
        InitiationOutcome::Started(id) => format!("/appraisals/{id}"),
        InitiationOutcome::Waiting | InitiationOutcome::Refused(_) => format!("/people/{staff_id}"),
    };
    let manager = terms
        .is_manager_role
        .then(|| view! { <span class="table-sub">{tu_string!(i18n, initiation.manager)}</span> });
    let result = match outcome {
        InitiationOutcome::Started(_) => {
            let text = tu_string!(i18n, initiation.state_started);
            view! { <Badge tone=Tone::Success icon=IconName::Check text/> }.into_any()
        }
        InitiationOutcome::Waiting => {
            let text = tu_string!(i18n, initiation.batch.waiting);
            view! { <Badge tone=Tone::Neutral icon=IconName::Clock text/> }.into_any()
        }
        InitiationOutcome::Refused(code) => {
            let text = code_words(code);
            view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
        }
    };
    [
        Cell::head(view! {
            <a class="table-link" href=address>
                {staff_name}
            </a>
        }),
        Cell::text(review_type_label(i18n, terms.review_type)),
        Cell::text(period_text(i18n, terms.period_from, terms.period_to)),
        Cell::text(view! {
            {role_category_label(i18n, terms.role_category)}
            {manager}
        }),
        Cell::text(result),
    ]
}

/// The latest batches, each with its counts.
pub fn latest_batches(i18n: Language, batches: &[InitiationBatchSummary]) -> Option<AnyView> {
    if batches.is_empty() {
        return None;
    }
    let lines: Vec<_> = batches
        .iter()
        .map(|batch| {
            view! {
                <li class="line-item">
                    <a href=format!("/appraisals/batches/{}", batch.id)>{counts(i18n, batch)}</a>
                    <span class="muted">
                        {batch.created_by_name.clone()} " · " <Ago at=batch.created_at/>
                    </span>
                </li>
            }
            .into_any()
        })
        .collect();
    let view = view! {
        <section class="card" aria-labelledby="batches-title">
            <div class="card-head">
                <h2 id="batches-title">{tu_string!(i18n, initiation.batch.latest)}</h2>
            </div>
            <ul class="list-lines">{lines}</ul>
        </section>
    };
    Some(view.into_any())
}
