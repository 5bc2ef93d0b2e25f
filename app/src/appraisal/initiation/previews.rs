//! The previews of the selected people, and the start.

use leptos::prelude::*;
use shared::appraisal::initiation::{
    Blocker, InitiationPreview, InitiationWarning, InitiationWarningCode, ReviewerReason,
    TemplateReason,
};
use shared::id::AppraisalId;

use super::address::{InitiationAddress, listed};
use super::start::{FORM_ID, question_of};
use crate::appraisal::serverfns::{Initiate, Previews};
use crate::error::words;
use crate::i18n::{Locale, tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::digits::listed as listed_names;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::person::Person;
use crate::ui::sent_form::{SentForm, question, sent_form};

/// The id of the confirmation dialog before one person is started.
const ONE_ID: &str = "start-one-question";

/// The previews of the selected people, in the form that starts all or one of them.
pub fn cards(address: &InitiationAddress, previews: Previews) -> Option<AnyView> {
    if previews.people.is_empty() {
        return None;
    }
    let i18n = use_i18n();
    let ready = previews.ready();
    let title = title(i18n, &previews, ready.len());
    let form = SentForm::named(FORM_ID.to_owned()).asks(question_of(i18n, ready.len()));
    let fields = [
        ("round[people]", listed(&address.people)),
        ("round[started]", listed(&address.started)),
        ("round[ready]", listed(&ready)),
        ("round[review_type]", address.review_type.to_string()),
        ("round[period_from]", address.period_from.clone()),
        ("round[period_to]", address.period_to.clone()),
        ("round[role_category]", address.role_category.to_string()),
    ];
    let fields: Vec<_> = fields
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value/> }.into_any())
        .collect();
    let cards: Vec<_> = previews
        .people
        .iter()
        .map(|preview| card(i18n, preview.clone(), previews.started(preview.staff_id)))
        .collect();
    let content = view! {
        {fields}
        <ul class="stack-tight">{cards}</ul>
    };

    let view = view! {
        <section class="stack-tight" aria-labelledby="result-title">
            <h2 id="result-title">{title}</h2>
            {sent_form::<Initiate>(form, content.into_any())}
            {question(ONE_ID.to_owned(), question_of(i18n, 1))}
        </section>
    };
    Some(view.into_any())
}

fn title(i18n: Language, previews: &Previews, ready: usize) -> String {
    let started = previews.started.len();
    let blocked = previews.people.len() - ready - started;
    match (started, ready, blocked) {
        (0, ready, 0) => tu_string!(i18n, initiation.ready, count = ready),
        (0, 0, blocked) => tu_string!(i18n, initiation.not_ready, count = blocked),
        (0, ready, blocked) => {
            tu_string!(i18n, initiation.partly_ready, ready = ready, blocked = blocked)
        }
        (started, ready, _) => {
            tu_string!(i18n, initiation.progress, done = started, total = started + ready)
        }
    }
}

/// The preview of one person, or the started appraisal.
///
/// * `started`: the started appraisal, if any.
fn card(i18n: Language, preview: InitiationPreview, started: Option<AppraisalId>) -> AnyView {
    let is_ready = preview.blockers.is_empty();
    let stages = (is_ready || started.is_some()).then(|| stages(i18n, &preview));
    let start = is_ready.then(|| start_one(i18n, &preview));
    let blockers: Vec<_> = preview.blockers.iter().map(blocker_text).collect();
    let blockers = (started.is_none() && !is_ready).then(|| notes(blockers, "danger"));
    let warnings: Vec<_> = preview.warnings.iter().map(|it| warning_text(i18n, it)).collect();
    let warnings = (!warnings.is_empty()).then(|| notes(warnings, "warning"));
    let tone = if is_ready || started.is_some() { Tone::Success } else { Tone::Danger };
    let (icon, text) = match started {
        Some(_) => (IconName::Check, tu_string!(i18n, initiation.state_started)),
        None if is_ready => (IconName::Check, tu_string!(i18n, initiation.state_ready)),
        None => (IconName::X, tu_string!(i18n, initiation.state_blocked)),
    };
    let open = started.map(|id| {
        view! { <a href=format!("/appraisals/{id}")>{tu_string!(i18n, ui.open)}</a> }
    });

    view! {
        <li class="dry-run" data-tone=tone.as_str()>
            <div class="dry-run-head">
                <Person name=preview.staff_name/>
                <div class="cluster">
                    <Badge tone icon text/>
                    {open}
                    {start}
                </div>
            </div>
            {stages}
            {blockers}
            {warnings}
        </li>
    }
    .into_any()
}

/// Starts one person's appraisal, with a checkbox for the manager form.
fn start_one(i18n: Language, preview: &InitiationPreview) -> AnyView {
    let person = preview.staff_id.to_string();
    view! {
        <label class="choice" title=tu_string!(i18n, initiation.manager_hint)>
            <input
                type="checkbox"
                name="round[managers][]"
                value=person.clone()
                checked=preview.manages_people
                autocomplete="off"
            />
            <span>
                {tu_string!(i18n, initiation.manager)}
                <span class="visually-hidden">": " {preview.staff_name.clone()}</span>
            </span>
        </label>
        <button
            class="button button-quiet"
            type="submit"
            name="round[only]"
            value=person
            data-question=ONE_ID
        >
            {tu_string!(i18n, initiation.start_one)}
        </button>
    }
    .into_any()
}

fn stages(i18n: Language, preview: &InitiationPreview) -> AnyView {
    let template = preview.template.as_ref().map(|template| {
        let reason = match template.reason {
            TemplateReason::Department => tu_string!(i18n, initiation.template_department),
            TemplateReason::Fallback => tu_string!(i18n, initiation.template_fallback),
        };
        (template.name.clone(), reason)
    });
    let reviewer = |reason: ReviewerReason| match reason {
        ReviewerReason::LineManager => tu_string!(i18n, initiation.reviewer_line_manager),
        ReviewerReason::DepartmentSupervisor => tu_string!(i18n, initiation.reviewer_supervisor),
    };
    let line_manager =
        preview.line_manager.as_ref().map(|person| (person.name.clone(), reviewer(person.reason)));
    let head = preview.department_head.as_ref();
    let head = head.map(|person| (person.name.clone(), reviewer(person.reason)));
    let head = head.or_else(|| {
        Some((tu_string!(i18n, ui.none).to_owned(), tu_string!(i18n, initiation.no_head)))
    });
    let names: Vec<_> = preview.md.iter().map(|person| person.name.clone()).collect();
    let md =
        (!names.is_empty()).then(|| (listed_names(&names), tu_string!(i18n, initiation.by_role)));
    let facts = [
        (tu_string!(i18n, initiation.template), template),
        (tu_string!(i18n, status.pending_lm), line_manager),
        (tu_string!(i18n, status.pending_dept_head), head),
        (tu_string!(i18n, status.pending_md), md),
    ];
    let facts: Vec<_> = facts
        .into_iter()
        .filter_map(|(term, fact)| fact.map(|(value, reason)| (term, value, reason)))
        .map(|(term, value, reason)| {
            view! {
                <div>
                    <dt>{term}</dt>
                    <dd>
                        {value}
                        <span class="person-sub">{reason}</span>
                    </dd>
                </div>
            }
            .into_any()
        })
        .collect();

    view! { <dl class="dry-run-facts">{facts}</dl> }.into_any()
}

fn blocker_text(blocker: &Blocker) -> String {
    words::message(blocker.code, &blocker.message)
}

fn warning_text(i18n: Language, warning: &InitiationWarning) -> String {
    let text = match (i18n.locale(), warning.code) {
        (Locale::English, _) => return warning.message.clone(),
        (Locale::Arabic, InitiationWarningCode::NoManagingDirector) => {
            tu_string!(i18n, initiation.warning.no_director)
        }
        (Locale::Arabic, InitiationWarningCode::ManagingDirectorIsSubject) => {
            tu_string!(i18n, initiation.warning.director_is_subject)
        }
    };
    text.to_owned()
}

fn notes(notes: Vec<String>, tone: &'static str) -> AnyView {
    let icon = if tone == "danger" { IconName::AlertTriangle } else { IconName::Info };
    let notes: Vec<_> = notes
        .into_iter()
        .map(|note| {
            view! {
                <li>
                    <Icon name=icon/>
                    <span>{note}</span>
                </li>
            }
            .into_any()
        })
        .collect();

    view! {
        <ul class="dry-run-blockers" data-tone=tone>
            {notes}
        </ul>
    }
    .into_any()
}
