//! An appraisal on paper: summary, ratings, answers, plans and lines for signatures.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::appraisal::Status;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::paper::{AppraisalCopy, AppraisalPaper};
use shared::id::AppraisalId;

use super::form::field::{HrField, hr_text};
use super::form::head::{signed_text, stage_label};
use super::form::label::hr_label;
use super::form::progress::{StepState, steps};
use super::print_tables::{answers, plans, ratings};
use crate::error::UiResult;
use crate::i18n::{tu_string, use_i18n};
use crate::server::{caller, service};
use crate::ui::card::Card;
use crate::ui::digits::{listed, number};
use crate::ui::facts::plain_facts;
use crate::ui::label::{
    Language, band_label, review_type_label, role_category_label, status_label,
};
use crate::ui::letterhead::{Signature, print_button, signatures};
use crate::ui::page::{PageHead, found_by_id};
use crate::ui::tabs::{links, segment};
use crate::ui::time::{local_date, period_text, short_date_text};

const EMPLOYEE: &str = "employee";

/// The page at `/appraisals/:id/print`; `?copy=employee` is the employee's copy.
#[component]
pub fn PrintPage() -> impl IntoView {
    let copy = use_query_map().get_untracked().get("copy");
    let for_employee = copy.is_some_and(|copy| copy == EMPLOYEE);
    found_by_id("Appraisal", move |id| load(id, for_employee), page_view)
}

async fn load(id: AppraisalId, for_employee: bool) -> UiResult<AppraisalPaper> {
    Ok(service()?.appraisals().paper(&caller()?, id, for_employee).await?)
}

fn page_view(paper: AppraisalPaper) -> AnyView {
    let i18n = use_i18n();
    let detail = &paper.detail;
    let name = detail.staff.name.clone();
    let title = tu_string!(i18n, appraisal.paper.title, name = name.clone());
    let human_resources =
        (paper.copy == AppraisalCopy::HumanResources).then(|| human_resources(i18n, detail));
    let content = view! {
        {copies(i18n, &paper)}
        {copy_line(i18n, &paper)}
        {summary(i18n, detail)}
        {ratings(i18n, detail)}
        {answers(i18n, detail)}
        {plans(i18n, detail)}
        {human_resources}
        {signature_card(i18n, detail)}
    };
    let content = view! { <div class="paper stack">{content}</div> }.into_any();
    PageHead::new(title, "")
        .printed()
        .below(format!("/appraisals/{}", detail.id), name, tu_string!(i18n, appraisal.head.print))
        .actions([print_button(i18n)])
        .page(content)
}

/// The links to the two copies, for readers who may print both.
fn copies(i18n: Language, paper: &AppraisalPaper) -> Option<AnyView> {
    let address = format!("/appraisals/{}/print", paper.detail.id);
    let employee = format!("{address}?copy={EMPLOYEE}");
    let is_employee = paper.copy == AppraisalCopy::Employee;
    let choices = [
        segment(address, tu_string!(i18n, appraisal.paper.hr_copy), !is_employee),
        segment(employee, tu_string!(i18n, appraisal.paper.employee_copy), is_employee),
    ];
    let label = tu_string!(i18n, appraisal.paper.copies);
    paper.has_both.then(|| links("segments no-print", label, choices))
}

/// The copy in words, and a warning that an unfinished appraisal is no result.
fn copy_line(i18n: Language, paper: &AppraisalPaper) -> AnyView {
    let copy = match paper.copy {
        AppraisalCopy::HumanResources => Some(tu_string!(i18n, appraisal.paper.hr_hint)),
        AppraisalCopy::Employee => Some(tu_string!(i18n, appraisal.paper.employee_hint)),
        AppraisalCopy::Reviewer => None,
    };
    let status = paper.detail.status;
    let unfinished = (status != Status::Finalized)
        .then(|| tu_string!(i18n, appraisal.paper.not_final, status = status_label(i18n, status)));
    let copy = copy.map(|text| view! { <p>{text}</p> });
    let unfinished = unfinished.map(|text| view! { <p><strong>{text}</strong></p> });
    view! {
        {copy}
        {unfinished}
    }
    .into_any()
}

fn summary(i18n: Language, detail: &AppraisalDetail) -> AnyView {
    let subject = &detail.staff;
    let mut facts = vec![(tu_string!(i18n, leave.person), subject.name.clone())];
    if let Some(post) = subject.job_title.clone() {
        facts.push((tu_string!(i18n, people.form.job_title), post));
    }
    if let Some(department) = subject.department_name.clone() {
        facts.push((tu_string!(i18n, list.department), department));
    }
    let role = role_category_label(i18n, detail.role_category).to_owned();
    let review = review_type_label(i18n, detail.review_type).to_owned();
    let period = period_text(i18n, detail.period_from, detail.period_to);
    facts.extend([
        (tu_string!(i18n, appraisal.head.review), review),
        (tu_string!(i18n, appraisal.head.period), period),
        (tu_string!(i18n, appraisal.head.role_category), role),
        (tu_string!(i18n, appraisal.head.template), detail.template_name.clone()),
    ]);
    if let Some(stamp) = detail.stamp() {
        let band = band_label(i18n, stamp.overall_band).to_owned();
        facts.extend([
            (tu_string!(i18n, appraisal.explain.kpis), number(stamp.kpi_score)),
            (tu_string!(i18n, appraisal.explain.competencies), number(stamp.competency_score)),
            (tu_string!(i18n, appraisal.explain.behaviours), number(stamp.behaviour_score)),
            (tu_string!(i18n, appraisal.explain.rounded), number(stamp.overall_score)),
            (tu_string!(i18n, appraisal.explain.band), band),
        ]);
    }
    Card::new("summary", tu_string!(i18n, appraisal.paper.summary)).body(plain_facts(facts))
}

/// The six fields, which are only in the copy of HR.
fn human_resources(i18n: Language, detail: &AppraisalDetail) -> AnyView {
    let fields = HrField::ALL.map(|field| {
        let none = || tu_string!(i18n, ui.none).to_owned();
        (hr_label(i18n, field), hr_text(detail, field).cloned().unwrap_or_else(none))
    });
    Card::new("human-resources", tu_string!(i18n, appraisal.hr.title)).body(plain_facts(fields))
}

/// A line for each stage, with the date of its sign-off and its comment.
fn signature_card(i18n: Language, detail: &AppraisalDetail) -> AnyView {
    let lines = steps(detail).into_iter().map(|step| {
        let note = match step.state {
            StepState::Done(at) => signed_text(i18n, step.stage, at),
            StepState::Current(_) | StepState::Ahead => String::new(),
        };
        let office = stage_label(i18n, step.stage).to_owned();
        Signature { office, name: listed(&step.people), note }
    });
    let lines: Vec<_> = lines.collect();
    let comments: Vec<_> = detail
        .reviews
        .iter()
        .filter_map(|review| Some((review, review.comment.clone()?)))
        .map(|(review, comment)| {
            let day = short_date_text(i18n, local_date(review.created_at));
            (listed(&[review.actor_name.clone(), day]), comment)
        })
        .collect();
    let comments = (!comments.is_empty()).then(|| plain_facts(comments));
    let title = tu_string!(i18n, ui.signatures);
    Card::new("signatures", title).stack(view! {
        {comments}
        {signatures(title, lines)}
    })
}
