//! The proposed terms of each person, to be changed, and the start; those who cannot be started.

use leptos::prelude::*;
use shared::appraisal::RoleCategory;
use shared::appraisal::initiation::{
    InitiationPreview, InitiationTerms, InitiationWarning, InitiationWarningCode, TemplateReason,
};
use shared::appraisal::proposal::{Proposal, Proposals};
use shared::id::StaffId;
use shared::weight::Weight;

use super::address::InitiationAddress;
use super::posted::{Part, field_name, input_id};
use super::selection;
use crate::appraisal::serverfns::Initiate;
use crate::error::words;
use crate::i18n::{Locale, tu_string};
use crate::ui::badge::{Tone, ToneText};
use crate::ui::button::ticked_button;
use crate::ui::digits::listed;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::{Language, role_category_label};
use crate::ui::person::{Person, about_line};
use crate::ui::sent_form::{Question, SentForm, hidden, sent_form};
use crate::ui::table::{Cell, Column, plain_table};

/// The form of those who can be started, with the terms of each.
pub fn proposal_form(
    i18n: Language,
    address: &InitiationAddress,
    proposals: &Proposals,
) -> Option<AnyView> {
    let startable: Vec<_> = proposals.startable().cloned().collect();
    if startable.is_empty() {
        return None;
    }
    let question = Question::new(
        tu_string!(i18n, initiation.ask),
        tu_string!(i18n, initiation.ask_effect),
        tu_string!(i18n, initiation.start_button),
    );
    let form = SentForm::named("start").class("stack-tight").asks(question);
    let columns = [
        Column::Text(tu_string!(i18n, initiation.choose)),
        Column::Text(tu_string!(i18n, list.person)),
        Column::Text(tu_string!(i18n, initiation.period)),
        Column::Text(tu_string!(i18n, initiation.role_category)),
        Column::Text(tu_string!(i18n, initiation.manager)),
        Column::Text(tu_string!(i18n, initiation.reviewers)),
    ];
    let count = startable.len();
    let title = tu_string!(i18n, initiation.ready, count = count);
    let rows = startable.into_iter().map(|proposal| {
        let by_hand = address.people.contains(&proposal.preview.staff_id);
        row(i18n, proposal, by_hand)
    });
    let more = proposals.has_more.then(|| {
        view! {
            <p>
                <ToneText
                    tone=Tone::Warning
                    icon=IconName::Info
                    text=tu_string!(i18n, initiation.has_more)
                />
            </p>
        }
    });
    let content = view! {
        {hidden("batch[review_type]", address.review_type)}
        {plain_table(title.clone(), &columns, rows)}
        {more}
        {start_bar(i18n, count)}
    };
    let view = view! {
        <section class="stack-tight" aria-labelledby="ready-title">
            <h2 id="ready-title">{title}</h2>
            <p class="muted">{tu_string!(i18n, initiation.derived)} " " {weightings(i18n)}</p>
            {sent_form::<Initiate>(form, content.into_any())}
        </section>
    };
    Some(view.into_any())
}

/// The button that starts those who are ticked, and what follows.
fn start_bar(i18n: Language, count: usize) -> AnyView {
    let texts = (
        tu_string!(i18n, initiation.start_button),
        tu_string!(i18n, initiation.start_single),
        tu_string!(i18n, initiation.start_many, count = "#"),
    );
    view! {
        <div class="start-bar">
            <p class="muted">{tu_string!(i18n, initiation.effects)}</p>
            {ticked_button("batch[chosen][]", texts, start_text(i18n, count))}
        </div>
    }
    .into_any()
}

fn start_text(i18n: Language, count: usize) -> String {
    match count {
        1 => tu_string!(i18n, initiation.start_single).to_owned(),
        count => tu_string!(i18n, initiation.start_many, count = count),
    }
}

fn row(i18n: Language, proposal: Proposal, by_hand: bool) -> [Cell; 6] {
    let Proposal { preview, job_title, department_name, terms } = proposal;
    let (id, name) = (preview.staff_id, preview.staff_name.clone());
    let remove = by_hand.then(|| {
        view! {
            <button
                class="icon-button"
                type="submit"
                form=selection::FORM_ID
                name="remove"
                value=id.to_string()
                aria-label=tu_string!(i18n, ui.remove, name = name.clone())
            >
                <Icon name=IconName::X/>
            </button>
        }
    });
    let sub = about_line([job_title, department_name]);
    [
        Cell::text(view! {
            <input
                type="checkbox"
                name="batch[chosen][]"
                value=id.to_string()
                checked=true
                autocomplete="off"
                aria-label=tu_string!(i18n, initiation.choose_one, name = name.clone())
            />
        }),
        Cell::head(view! {
            <div class="cluster">
                <Person name=name.clone() sub/>
                {remove}
            </div>
        }),
        Cell::text(period(i18n, id, &name, terms)),
        Cell::text(category(i18n, id, &name, terms.role_category)),
        Cell::text(view! {
            <input
                type="checkbox"
                name="batch[managers][]"
                value=id.to_string()
                checked=terms.is_manager_role
                autocomplete="off"
                title=tu_string!(i18n, initiation.manager_hint)
                aria-label=format!("{}: {name}", tu_string!(i18n, initiation.manager))
            />
        }),
        Cell::text(reviewers(i18n, &preview)),
    ]
}

fn period(i18n: Language, id: StaffId, name: &str, terms: InitiationTerms) -> AnyView {
    let date = |part: Part, label: &str, value: chrono::NaiveDate| {
        view! {
            <input
                class="input"
                type="date"
                id=input_id(part, id)
                name=field_name(part, id)
                value=value.to_string()
                required=true
                autocomplete="off"
                aria-label=format!("{label}: {name}")
            />
        }
        .into_any()
    };
    view! {
        <div class="period-inputs">
            {date(Part::From, tu_string!(i18n, initiation.period_from), terms.period_from)}
            {date(Part::To, tu_string!(i18n, initiation.period_to), terms.period_to)}
        </div>
    }
    .into_any()
}

fn category(i18n: Language, id: StaffId, name: &str, chosen: RoleCategory) -> AnyView {
    let options: Vec<_> = RoleCategory::ALL
        .iter()
        .map(|category| {
            view! {
                <option value=category.to_string() selected=*category == chosen>
                    {role_category_label(i18n, *category)}
                </option>
            }
            .into_any()
        })
        .collect();
    view! {
        <select
            class="input category-input"
            id=input_id(Part::Category, id)
            name=field_name(Part::Category, id)
            autocomplete="off"
            aria-label=format!("{}: {name}", tu_string!(i18n, initiation.role_category))
        >
            {options}
        </select>
    }
    .into_any()
}

/// The weights of each role category.
fn weightings(i18n: Language) -> String {
    let categories = RoleCategory::ALL.iter().map(|category| category_text(i18n, *category));
    let categories: Vec<_> = categories.collect();
    tu_string!(i18n, initiation.weightings, categories = listed(&categories))
}

/// The weights of a role category, as in `Operations 50 / 30 / 20 %`.
fn category_text(i18n: Language, category: RoleCategory) -> String {
    let weights = category.section_weights();
    let percent = |weight: Weight| weight.ten_thousandths() / 100;
    tu_string!(
        i18n,
        initiation.role_category_option,
        name = role_category_label(i18n, category),
        kpi = percent(weights.kpi),
        competency = percent(weights.competency),
        behaviour = percent(weights.behaviour),
    )
}

/// The chain of reviewers, the template, and the warnings.
fn reviewers(i18n: Language, preview: &InitiationPreview) -> AnyView {
    let reviewers = [&preview.line_manager, &preview.department_head].into_iter().flatten();
    let names =
        reviewers.map(|it| it.name.clone()).chain(preview.md.iter().map(|it| it.name.clone()));
    let chain: Vec<_> = names.map(|name| view! { <li>{name}</li> }.into_any()).collect();
    let template = preview.template.as_ref().map(|template| {
        let reason = match template.reason {
            TemplateReason::Department => tu_string!(i18n, initiation.template_department),
            TemplateReason::Fallback => tu_string!(i18n, initiation.template_fallback),
        };
        let text = about_line([Some(template.name.clone()), Some(reason.to_owned())]);
        view! { <span class="table-sub">{text}</span> }
    });
    let warnings: Vec<_> = preview
        .warnings
        .iter()
        .map(|it| {
            let text = warning_text(i18n, it);
            view! { <ToneText tone=Tone::Warning icon=IconName::AlertTriangle text/> }.into_any()
        })
        .collect();
    view! {
        <ol class="chain-names">{chain}</ol>
        {template}
        {warnings}
    }
    .into_any()
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

/// The people who cannot be started, each with the reasons.
pub fn blocked_people(i18n: Language, proposals: &Proposals) -> Option<AnyView> {
    let lines: Vec<_> = proposals.blocked().map(|it| blocked_line(it).into_any()).collect();
    if lines.is_empty() {
        return None;
    }
    let title = tu_string!(i18n, initiation.not_ready, count = lines.len());
    let view = view! {
        <section class="card" aria-labelledby="blocked-title">
            <div class="card-head">
                <h2 id="blocked-title">{title}</h2>
            </div>
            <ul class="list-lines">{lines}</ul>
        </section>
    };
    Some(view.into_any())
}

fn blocked_line(proposal: &Proposal) -> AnyView {
    let preview = &proposal.preview;
    let reasons: Vec<_> = preview
        .blockers
        .iter()
        .map(|blocker| {
            let text = words::message(blocker.code, &blocker.message);
            view! { <ToneText tone=Tone::Danger icon=IconName::AlertTriangle text/> }.into_any()
        })
        .collect();
    let sub = about_line([proposal.job_title.clone(), proposal.department_name.clone()]);
    view! {
        <li class="line-item">
            <a href=format!("/people/{}", preview.staff_id)>
                <Person name=preview.staff_name.clone() sub/>
            </a>
            <div class="stack-tight">{reasons}</div>
        </li>
    }
    .into_any()
}
