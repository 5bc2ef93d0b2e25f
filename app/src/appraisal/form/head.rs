//! The head of the form: the employee, the appraisal and its progress.

use chrono::{DateTime, Utc};
use leptos::prelude::*;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::stage::Stage;
use shared::appraisal::{ReviewType, Status};
use shared::permission::Permission;

use super::progress::{Step, StepState, steps};
use crate::i18n::{tu_string, use_i18n};
use crate::session::{may, use_me};
use crate::ui::badge::StatusBadge;
use crate::ui::button::quiet_link;
use crate::ui::crumbs::Crumbs;
use crate::ui::digits::{self, listed};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, review_type_label, role_category_label, status_label};
use crate::ui::letterhead::paper_link;
use crate::ui::person::initials;
use crate::ui::time::{
    date_text, days_between, days_text, local_time, now, period_text, short_date_text,
};

pub fn form_head(detail: &AppraisalDetail) -> AnyView {
    let i18n = use_i18n();
    view! {
        <header class="form-head">
            <Crumbs
                address="/appraisals"
                parent=tu_string!(i18n, frame.appraisals)
                current=detail.staff.name.clone()
            />
            <div class="form-head-top">{person(detail)} {tools(detail)}</div>
            {facts(detail)}
            {stepper(detail)}
        </header>
    }
    .into_any()
}

fn person(detail: &AppraisalDetail) -> AnyView {
    let subject = &detail.staff;
    let parts = [subject.job_title.clone(), subject.department_name.clone()];
    let line = parts.into_iter().flatten().collect::<Vec<_>>().join(" · ");
    view! {
        <div class="person">
            <span class="avatar avatar-large" aria-hidden="true">{initials(&subject.name)}</span>
            <div>
                <h1>{subject.name.clone()}</h1>
                <span class="muted">{line}</span>
            </div>
        </div>
    }
    .into_any()
}

fn tools(detail: &AppraisalDetail) -> AnyView {
    let i18n = use_i18n();
    // Reviewers see only this appraisal, not earlier ones.
    let is_own = use_me().id == detail.staff_id;
    let history = (is_own || may(Permission::AppraisalsHrManage)).then(|| {
        let address = format!("/people/{}/appraisals", detail.staff_id);
        quiet_link(address, IconName::History, tu_string!(i18n, appraisal.head.history))
    });
    let letter = has_letter(detail, is_own).then(|| {
        let address = format!("/people/{}/confirmation", detail.staff_id);
        paper_link(address, tu_string!(i18n, people.confirmation.title))
    });
    view! {
        <div class="button-row">
            <StatusBadge status=detail.status/>
            {history}
            {letter}
            {paper_link(
                format!("/appraisals/{}/print", detail.id),
                tu_string!(i18n, appraisal.head.print),
            )}
        </div>
    }
    .into_any()
}

/// True on the finalized probation review of a confirmed employee, for the employee and for HR.
fn has_letter(detail: &AppraisalDetail, is_own: bool) -> bool {
    let confirmation = detail.confirmation.as_ref();
    let is_confirmed = confirmation.is_some_and(|it| it.employment_confirmed_at.is_some())
        || (is_own && use_me().employment_confirmed_at.is_some());
    is_confirmed
        && detail.review_type == ReviewType::Probationary
        && detail.status == Status::Finalized
}

fn facts(detail: &AppraisalDetail) -> AnyView {
    let i18n = use_i18n();
    let role = role_category_label(i18n, detail.role_category);
    let role = if detail.is_manager_role {
        tu_string!(i18n, appraisal.head.manager_role, role = role)
    } else {
        role.to_owned()
    };
    let mut facts = vec![
        fact(
            tu_string!(i18n, appraisal.head.review),
            review_type_label(i18n, detail.review_type).to_owned(),
        ),
        fact(
            tu_string!(i18n, appraisal.head.period),
            period_text(i18n, detail.period_from, detail.period_to),
        ),
        fact(tu_string!(i18n, appraisal.head.role_category), role),
        fact(tu_string!(i18n, appraisal.head.template), detail.template_name.clone()),
    ];
    if let Some(confirmation) = &detail.confirmation {
        let start = date_text(i18n, confirmation.employment_start_date);
        facts.push(fact(tu_string!(i18n, appraisal.head.started), start));
    }
    view! { <dl class="facts">{facts}</dl> }.into_any()
}

fn fact(name: &'static str, value: String) -> AnyView {
    view! {
        <div>
            <dt>{name}</dt>
            <dd>{value}</dd>
        </div>
    }
    .into_any()
}

fn stepper(detail: &AppraisalDetail) -> AnyView {
    let i18n = use_i18n();
    let steps: Vec<_> = steps(detail)
        .iter()
        .zip(1_usize..)
        .map(|(step, number)| step_view(i18n, number, step))
        .collect();
    view! {
        <ol class="stepper" aria-label=tu_string!(i18n, appraisal.head.stages)>
            {steps}
        </ol>
    }
    .into_any()
}

fn step_view(i18n: Language, number: usize, step: &Step) -> AnyView {
    let (state, when) = match step.state {
        StepState::Done(at) => ("done", signed_text(i18n, step.stage, at)),
        StepState::Current(since) => ("current", waiting_text(i18n, since)),
        StepState::Ahead => ("waiting", tu_string!(i18n, appraisal.head.not_yet).to_owned()),
    };
    let mark = match step.state {
        StepState::Done(_) => view! { <Icon name=IconName::Check/> }.into_any(),
        StepState::Current(_) | StepState::Ahead => digits::number(number).into_any(),
    };
    let is_current = matches!(step.state, StepState::Current(_)).then_some("step");
    view! {
        <li class="step" data-state=state aria-current=is_current>
            <span class="step-mark" aria-hidden="true">{mark}</span>
            <span class="step-stage">{stage_label(i18n, step.stage)}</span>
            <span class="step-text">{people_text(i18n, step)}</span>
            <span class="step-text">{when}</span>
        </li>
    }
    .into_any()
}

fn people_text(i18n: Language, step: &Step) -> String {
    let names = listed(&step.people);
    match step.stage {
        Stage::ManagingDirector if step.is_subject => {
            tu_string!(i18n, appraisal.head.is_subject, names = names)
        }
        Stage::ManagingDirector if names.is_empty() => {
            tu_string!(i18n, appraisal.head.nobody).to_owned()
        }
        Stage::HumanResources if names.is_empty() => {
            tu_string!(i18n, appraisal.head.anyone_in_hr).to_owned()
        }
        Stage::Subject
        | Stage::LineManager
        | Stage::DepartmentHead
        | Stage::ManagingDirector
        | Stage::HumanResources => names,
    }
}

/// The date of a sign-off, in words.
pub fn signed_text(i18n: Language, stage: Stage, at: DateTime<Utc>) -> String {
    let date = short_date_text(i18n, local_time(at, &use_me().time_zone).date());
    match stage {
        Stage::Subject | Stage::LineManager => {
            tu_string!(i18n, appraisal.head.submitted, date = date)
        }
        Stage::DepartmentHead | Stage::ManagingDirector => {
            tu_string!(i18n, appraisal.head.approved, date = date)
        }
        Stage::HumanResources => tu_string!(i18n, appraisal.head.finalized, date = date),
    }
}

/// The time that the form has spent at the current stage.
pub fn waiting_text(i18n: Language, since: Option<DateTime<Utc>>) -> String {
    let days = since.map_or(0, |since| days_between(since, now()));
    if days == 0 {
        return tu_string!(i18n, appraisal.head.waiting_today).to_owned();
    }
    tu_string!(i18n, appraisal.head.waiting, days = days_text(i18n, days))
}

/// The label of a stage, which is that of its pending status.
pub fn stage_label(i18n: Language, stage: Stage) -> &'static str {
    let status = match stage {
        Stage::Subject => Status::PendingSelf,
        Stage::LineManager => Status::PendingLm,
        Stage::DepartmentHead => Status::PendingDeptHead,
        Stage::ManagingDirector => Status::PendingMd,
        Stage::HumanResources => Status::PendingHr,
    };
    status_label(i18n, status)
}
