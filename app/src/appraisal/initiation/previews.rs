//! What would happen for each person, and starting it.

use leptos::ev::SubmitEvent;
use leptos::prelude::*;
use shared::appraisal::initiation::{
    Blocker, InitiationPreview, InitiationTerms, ReviewerReason, TemplateReason,
};
use shared::id::StaffId;

use super::address::InitiationAddress;
use super::outcome::{Outcome, Outcomes};
use super::start::WhatWillHappen;
use crate::appraisal::preview;
use crate::error::words::code_message;
use crate::i18n::{Locale, tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::digits::listed;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::person::Person;

/// The form, what it would do, and beside them the button that does it.
///
/// * `address`: what is chosen.
/// * `children`: the form.
#[component]
pub fn Previews(address: Memo<InitiationAddress>, children: Children) -> impl IntoView {
    let question = Memo::new(move |_| address.read().question());
    let previews = Resource::new(
        move || question.get(),
        |question| async move {
            match question {
                Some(question) => preview(question).await,
                None => Ok(Vec::new()),
            }
        },
    );
    let outcomes = Outcomes::new();
    let cards = loaded(previews, move |previews| {
        let terms = address.get_untracked().terms();
        match terms {
            Ok(terms) if !previews.is_empty() => cards(previews, terms, outcomes),
            Ok(_) | Err(_) => ().into_any(),
        }
    });
    let aside = loaded(previews, move |previews| {
        let ready: Vec<_> = previews
            .iter()
            .filter(|preview| preview.blockers.is_empty())
            .map(|preview| preview.staff_id)
            .collect();
        let terms = address.get_untracked().terms().ok();
        view! { <WhatWillHappen ready terms outcomes/> }.into_any()
    });

    view! {
        <div class="with-aside">
            <div class="stack">{children()} {cards}</div>
            <aside class="card">{aside}</aside>
        </div>
    }
    .into_any()
}

fn cards(previews: Vec<InitiationPreview>, terms: InitiationTerms, outcomes: Outcomes) -> AnyView {
    let i18n = use_i18n();
    let ready = previews.iter().filter(|preview| preview.blockers.is_empty()).count();
    let blocked = previews.len() - ready;
    let people: Vec<_> = previews.iter().map(|preview| preview.staff_id).collect();
    let title = move || {
        let started = people.iter().filter(|person| outcomes.has_started(**person)).count();
        match (started, ready, blocked) {
            (0, ready, 0) => tu_string!(i18n, initiation.ready, count = ready),
            (0, 0, blocked) => tu_string!(i18n, initiation.not_ready, count = blocked),
            (0, ready, blocked) => {
                tu_string!(i18n, initiation.partly_ready, ready = ready, blocked = blocked)
            }
            (started, ready, _) => {
                tu_string!(i18n, initiation.progress, done = started, total = ready)
            }
        }
    };
    let cards: Vec<_> = previews
        .into_iter()
        .map(|preview| view! { <PreviewCard preview terms outcomes/> }.into_any())
        .collect();

    view! {
        <section class="stack-tight" aria-labelledby="result-title">
            <h2 id="result-title">{title}</h2>
            <ul class="stack-tight">{cards}</ul>
        </section>
    }
    .into_any()
}

/// What would happen for one person.
///
/// * `preview`: what the service says.
/// * `terms`: what was asked.
/// * `outcomes`: what has been started.
#[component]
fn PreviewCard(
    preview: InitiationPreview,
    terms: InitiationTerms,
    outcomes: Outcomes,
) -> impl IntoView {
    let i18n = use_i18n();
    let person = preview.staff_id;
    let is_blocked = !preview.blockers.is_empty();
    let tone = if is_blocked { Tone::Danger } else { Tone::Success };
    let is_manager_role = outcomes.manages(person, preview.manages_people);
    let terms = InitiationTerms { is_manager_role, ..terms };
    let name = preview.staff_name.clone();
    let start = (!is_blocked).then(|| view! { <StartOne person name terms outcomes/> });
    let desks = (!is_blocked).then(|| desks(i18n, &preview));
    let refused = move || match outcomes.of(person) {
        Some(Outcome::Refused(text)) => {
            Some(blockers(vec![Blocker { code: String::new(), message: text }]))
        }
        Some(Outcome::Running | Outcome::Started(_)) | None => None,
    };

    view! {
        <li class="dry-run" data-tone=tone.as_str()>
            <div class="dry-run-head">
                <Person name=preview.staff_name/>
                <div class="cluster">
                    <CardState person is_blocked outcomes/>
                    {start}
                </div>
            </div>
            {desks}
            {(!preview.blockers.is_empty()).then(|| blockers(preview.blockers))}
            {(!preview.warnings.is_empty()).then(|| warnings(preview.warnings))}
            {refused}
        </li>
    }
    .into_any()
}

/// Ready, started or not possible, and the way to what was started.
///
/// * `person`: whose card it is.
/// * `is_blocked`: true when something stands in the way.
/// * `outcomes`: what has been started.
#[component]
fn CardState(person: StaffId, is_blocked: bool, outcomes: Outcomes) -> impl IntoView {
    let i18n = use_i18n();
    move || {
        let (tone, icon, text) = match (is_blocked, outcomes.of(person)) {
            (true, _) => (Tone::Danger, IconName::X, tu_string!(i18n, initiation.state_blocked)),
            (false, None) => {
                (Tone::Success, IconName::Check, tu_string!(i18n, initiation.state_ready))
            }
            (false, Some(Outcome::Running)) => {
                (Tone::Accent, IconName::Clock, tu_string!(i18n, initiation.state_running))
            }
            (false, Some(Outcome::Started(id))) => {
                let text = tu_string!(i18n, initiation.state_started);
                return view! {
                    <Badge tone=Tone::Success icon=IconName::Check text/>
                    <a href=format!("/appraisals/{id}")>{tu_string!(i18n, ui.open)}</a>
                }
                .into_any();
            }
            (false, Some(Outcome::Refused(_))) => {
                (Tone::Danger, IconName::X, tu_string!(i18n, initiation.state_refused))
            }
        };
        view! { <Badge tone icon text/> }.into_any()
    }
}

/// Starts one person's appraisal; without JavaScript a plain form that goes on to it.
///
/// * `person`: whose.
/// * `name`: what they are called.
/// * `terms`: how; whether they get the form of a manager can be changed.
/// * `outcomes`: where the result goes.
#[component]
fn StartOne(
    person: StaffId,
    name: String,
    terms: InitiationTerms,
    outcomes: Outcomes,
) -> impl IntoView {
    let i18n = use_i18n();
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        outcomes.ask(vec![person]);
    };
    let open = move || !matches!(outcomes.of(person), Some(Outcome::Running | Outcome::Started(_)));
    let fields = [
        ("staff_id", person.to_string()),
        ("review_type", terms.review_type.to_string()),
        ("period_from", terms.period_from.to_string()),
        ("period_to", terms.period_to.to_string()),
        ("role_category", terms.role_category.to_string()),
    ];
    let fields: Vec<_> = fields
        .into_iter()
        .map(|(name, value)| view! { <input type="hidden" name=name value=value/> }.into_any())
        .collect();

    view! {
        <form
            method="post"
            action="/api/ui/appraisal/initiate"
            hidden=move || !open()
            data-asks=""
            on:submit=submit
        >
            {one_time_key()}
            {fields}
            <div class="cluster">
                <label class="choice" title=tu_string!(i18n, initiation.manager_hint)>
                    <input
                        type="checkbox"
                        name="is_manager_role"
                        value="true"
                        checked=terms.is_manager_role
                        autocomplete="off"
                        on:change=move |event| outcomes.choose(person, event_target_checked(&event))
                    />
                    <span>
                        {tu_string!(i18n, initiation.manager)}
                        <span class="visually-hidden">": " {name}</span>
                    </span>
                </label>
                <button class="button button-quiet" type="submit">
                    {tu_string!(i18n, initiation.start_one)}
                </button>
            </div>
        </form>
    }
    .into_any()
}

fn desks(i18n: Language, preview: &InitiationPreview) -> AnyView {
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
    let md = (!names.is_empty()).then(|| (listed(&names), tu_string!(i18n, initiation.by_role)));
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

fn blockers(blockers: Vec<Blocker>) -> AnyView {
    notes(blockers, "danger", IconName::AlertTriangle)
}

fn warnings(warnings: Vec<Blocker>) -> AnyView {
    notes(warnings, "warning", IconName::Info)
}

/// The service's sentence, or what its code means where the page is not English.
fn note_text(note: Blocker) -> String {
    let i18n = use_i18n();
    if i18n.locale() == Locale::English {
        return note.message;
    }
    let warning = match note.code.as_str() {
        "NO_MANAGING_DIRECTOR" => Some(tu_string!(i18n, initiation.warning.no_director)),
        "MANAGING_DIRECTOR_IS_SUBJECT" => {
            Some(tu_string!(i18n, initiation.warning.director_is_subject))
        }
        code => code_message(code),
    };
    warning.map_or(note.message, str::to_owned)
}

fn notes(notes: Vec<Blocker>, tone: &'static str, icon: IconName) -> AnyView {
    let notes: Vec<_> = notes
        .into_iter()
        .map(|note| {
            view! {
                <li>
                    <Icon name=icon/>
                    <span>{note_text(note)}</span>
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
