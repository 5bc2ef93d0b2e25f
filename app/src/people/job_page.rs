//! The scheduled jobs: the last run and the next run of each.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::job::{Job, JobResult, JobRun, JobStatus};

use super::fields::FormError;
use super::parts::{Column, cell, page_head, plain_table};
use super::{Area, RunJob, area_tabs, list_jobs};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::time::{exact_text, now};
use crate::ui::toast::use_toasts;

/// The page at `/jobs`.
#[component]
pub fn JobsPage() -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<RunJob>::new();
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let answers = RwSignal::new(0_u32);
    let toasts = use_toasts();
    Effect::new(move |_| {
        let answer = action.value();
        if answer.read().is_some() {
            answers.update(|count| *count = count.wrapping_add(1));
        }
        if matches!(&*answer.read(), Some(Ok(()))) {
            toasts.confirm(tu_string!(i18n, people.job.ran));
        }
    });
    let jobs = Resource::new(move || answers.get(), |_| list_jobs());
    let content = loaded(jobs, move |jobs| content(jobs, action));
    let title = tu_string!(i18n, people.area.jobs);

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, people.job.lead), Vec::new())}
            {area_tabs(Area::Jobs)}
            <ErrorSummary error/>
            {content}
        </div>
    }
    .into_any()
}

fn content(jobs: Vec<JobStatus>, action: ServerAction<RunJob>) -> AnyView {
    let i18n = use_i18n();
    let columns = [
        Column::Text(tu_string!(i18n, people.job.name)),
        Column::Text(tu_string!(i18n, people.job.last_run)),
        Column::Text(tu_string!(i18n, people.job.result)),
        Column::Text(tu_string!(i18n, people.job.next_run)),
        Column::Text(tu_string!(i18n, people.job.action)),
    ];
    let rows: Vec<_> = jobs.iter().map(|status| row(i18n, status, action)).collect();

    view! {
        {plain_table(tu_string!(i18n, people.area.jobs), &columns, rows)}
        <p class="field-hint">{tu_string!(i18n, people.job.run_hint)}</p>
    }
    .into_any()
}

fn row(i18n: Language, status: &JobStatus, action: ServerAction<RunJob>) -> AnyView {
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

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                {name}
                <span class="table-sub table-note">{text}</span>
            </th>
            {cell(tu_string!(i18n, people.job.last_run), last_run.into_any())}
            {cell(tu_string!(i18n, people.job.result), result.into_any())}
            {cell(tu_string!(i18n, people.job.next_run), next_run.into_any())}
            {cell(tu_string!(i18n, people.job.action), run_form(i18n, status.name, action))}
        </tr>
    }
    .into_any()
}

fn run_form(i18n: Language, job: Job, action: ServerAction<RunJob>) -> AnyView {
    let (name, _) = job_words(i18n, job);
    view! {
        <ActionForm action>{one_time_key()}
            <input type="hidden" name="job" value=job.as_str()/>
            <button
                class="button"
                type="submit"
                aria-busy=move || action.pending().get().then_some("true")
            >
                {tu_string!(i18n, people.job.run)}
                <span class="visually-hidden">{format!(": {name}")}</span>
            </button>
        </ActionForm>
    }
    .into_any()
}

/// The name of a job, and what it does.
fn job_words(i18n: Language, job: Job) -> (&'static str, &'static str) {
    match job {
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
