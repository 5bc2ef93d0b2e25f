//! The scheduled jobs, with the last and the next run of each.

use leptos::prelude::*;
use shared::job::{Job, JobResult, JobRun, JobStatus};

use super::{Area, RunJob, area_tabs, list_jobs};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::button::row_button;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::sent_form::{SentForm, sent_form};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::{exact_text, now};

/// The page at `/jobs`.
#[component]
pub fn JobsPage() -> impl IntoView {
    let i18n = use_i18n();
    let content = found(list_jobs(), content);
    let title = tu_string!(i18n, people.area.jobs);

    PageHead::new(title, tu_string!(i18n, people.job.lead)).page((area_tabs(Area::Jobs), content))
}

fn content(jobs: Vec<JobStatus>) -> AnyView {
    let i18n = use_i18n();
    let columns = [
        Column::Text(tu_string!(i18n, people.job.name)),
        Column::Text(tu_string!(i18n, people.job.last_run)),
        Column::Text(tu_string!(i18n, people.job.result)),
        Column::Text(tu_string!(i18n, people.job.next_run)),
        Column::Text(tu_string!(i18n, people.job.action)),
    ];
    let rows = jobs.iter().map(|status| row(i18n, status));

    view! {
        {plain_table(tu_string!(i18n, people.area.jobs), &columns, rows)}
        <p class="field-hint">{tu_string!(i18n, people.job.run_hint)}</p>
    }
    .into_any()
}

fn row(i18n: Language, status: &JobStatus) -> [Cell; 5] {
    let (name, text) = job_words(i18n, status.name);
    let last_run = match &status.last_run {
        Some(run) => exact_text(i18n, run.started_at),
        None => tu_string!(i18n, people.job.never).to_owned(),
    };
    let next_run = if status.next_run_at > now() {
        exact_text(i18n, status.next_run_at)
    } else {
        tu_string!(i18n, people.job.due).to_owned()
    };
    let result = status.last_run.as_ref().map(|run| result_badge(i18n, run));

    [
        Cell::head(view! {
            {name}
            <span class="table-sub table-note">{text}</span>
        }),
        Cell::text(last_run),
        Cell::text(result),
        Cell::text(next_run),
        Cell::text(run_form(i18n, status.name)),
    ]
}

fn run_form(i18n: Language, job: Job) -> AnyView {
    let (name, _) = job_words(i18n, job);
    let form = SentForm::default().confirm(tu_string!(i18n, people.job.ran));
    let content = view! {
        <input type="hidden" name="job" value=job.as_str()/>
        {row_button(tu_string!(i18n, people.job.run), name)}
    };
    sent_form::<RunJob>(form, content.into_any())
}

/// The name and the description of a job.
fn job_words(i18n: Language, job: Job) -> (&'static str, &'static str) {
    match job {
        Job::ApiTokenExpiry => (
            tu_string!(i18n, people.job.api_token_expiry),
            tu_string!(i18n, people.job.api_token_expiry_text),
        ),
        Job::CreditOverdueEvaluation => (
            tu_string!(i18n, people.job.credit_overdue_evaluation),
            tu_string!(i18n, people.job.credit_overdue_evaluation_text),
        ),
        Job::StaffConfirmationDue => (
            tu_string!(i18n, people.job.staff_confirmation_due),
            tu_string!(i18n, people.job.staff_confirmation_due_text),
        ),
    }
}

fn result_badge(i18n: Language, run: &JobRun) -> AnyView {
    let (tone, icon, text) = match run.result {
        JobResult::Running => (Tone::Accent, IconName::Clock, tu_string!(i18n, people.job.running)),
        JobResult::Succeeded => {
            (Tone::Success, IconName::Check, tu_string!(i18n, people.job.succeeded))
        }
        JobResult::PartlyFailed => {
            (Tone::Warning, IconName::AlertTriangle, tu_string!(i18n, people.job.partly_failed))
        }
        JobResult::Failed => {
            (Tone::Danger, IconName::AlertTriangle, tu_string!(i18n, people.job.failed))
        }
        JobResult::Interrupted => {
            (Tone::Warning, IconName::AlertTriangle, tu_string!(i18n, people.job.interrupted))
        }
    };
    view! { <Badge tone icon text/> }.into_any()
}
