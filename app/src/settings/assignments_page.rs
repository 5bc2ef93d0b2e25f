//! Which department is appraised by which template.

use std::collections::HashMap;

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::assignment::Assignment;
use shared::id::{DepartmentId, TemplateId};

use super::tabs::{Area, settings_head};
use super::{Assignable, SaveAssignments, list_assignments, posted_name};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::empty_state::EmptyState;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::guard::guard;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::toast;

/// What is chosen for departments where it differs from what is stored.
type Changes = RwSignal<HashMap<DepartmentId, String>>;

/// The page at `/settings/departments`.
#[component]
pub fn AssignmentsPage() -> impl IntoView {
    let i18n = use_i18n();
    let save = ServerAction::<SaveAssignments>::new();
    let changes: Changes = RwSignal::new(HashMap::new());
    // Only what succeeded is loaded again: a refused form keeps what was chosen.
    let saves = RwSignal::new(0_usize);
    let assignable = Resource::new(move || saves.get(), |_| list_assignments());
    Effect::new(move |_| {
        if let Some(Ok(())) = save.value().get() {
            changes.update(HashMap::clear);
            saves.update(|count| *count = count.wrapping_add(1));
            toast::confirm(tu_string!(i18n, settings.assign.saved));
        }
    });
    let error = Signal::derive(move || save.value().get().and_then(Result::err));
    let was_saved = use_query_map().get_untracked().get("saved").is_some();
    let saved = was_saved.then(|| {
        view! { <Notice tone=Tone::Success title=tu_string!(i18n, settings.assign.saved)/> }
    });
    let list = loaded(assignable, move |assignable| form(i18n, assignable, save, changes));
    let is_unsaved = Signal::derive(move || !changes.read().is_empty());
    guard(is_unsaved);
    view! {
        <div class="page">
            {settings_head(Area::Departments, None)}
            {saved}
            <ErrorSummary error/>
            {list}
        </div>
    }
    .into_any()
}

fn form(
    i18n: Language,
    assignable: Assignable,
    save: ServerAction<SaveAssignments>,
    changes: Changes,
) -> AnyView {
    if assignable.assignments.is_empty() {
        return view! {
            <div class="card">
                <EmptyState
                    icon=IconName::Building
                    title=tu_string!(i18n, settings.assign.none)
                    text=tu_string!(i18n, settings.assign.none_text)
                />
            </div>
        }
        .into_any();
    }
    let templates = assignable.templates;
    let rows = assignable.assignments.into_iter();
    let rows: Vec<_> = rows.map(|it| row(i18n, it, &templates, changes)).collect();
    let count = move || match changes.read().len() {
        0 => tu_string!(i18n, settings.assign.unchanged).to_owned(),
        1 => tu_string!(i18n, settings.assign.changed_one).to_owned(),
        count => tu_string!(i18n, settings.assign.changed_many, count = count),
    };
    view! {
        <ActionForm action=save attr:class="card">{one_time_key()}
            <table class="table table-cards" role="table">
                <caption class="visually-hidden">
                    {tu_string!(i18n, settings.assign.caption)}
                </caption>
                <thead role="rowgroup">
                    <tr role="row">
                        <th scope="col" role="columnheader">
                            {tu_string!(i18n, settings.assign.department)}
                        </th>
                        <th scope="col" role="columnheader">
                            {tu_string!(i18n, settings.assign.template)}
                        </th>
                        <th scope="col" role="columnheader">
                            {tu_string!(i18n, settings.assign.state)}
                        </th>
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
            <div class="card-foot">
                <button
                    class="button button-primary"
                    type="submit"
                    aria-busy=move || save.pending().get().then_some("true")
                >
                    {tu_string!(i18n, settings.assign.save)}
                </button>
                <p class="muted" role="status">{count}</p>
            </div>
        </ActionForm>
    }
    .into_any()
}

fn row(
    i18n: Language,
    assignment: Assignment,
    templates: &[(TemplateId, String)],
    changes: Changes,
) -> AnyView {
    let id = assignment.department_id;
    // A link to the fallback itself is as good as none.
    let known = |template: &TemplateId| templates.iter().any(|(known, _)| known == template);
    let stored = assignment.appraisal_template_id.filter(known);
    let stored = stored.map(|template| template.to_string()).unwrap_or_default();
    let option = |value: String, text: String| {
        let selected = value == stored;
        view! { <option value=value selected=selected>{text}</option> }.into_any()
    };
    let fallback = tu_string!(i18n, settings.assign.fallback).to_owned();
    let choices: Vec<_> = std::iter::once(option(String::new(), fallback))
        .chain(templates.iter().map(|(id, name)| option(id.to_string(), name.clone())))
        .collect();
    let choose = move |event| {
        let chosen = event_target_value(&event);
        changes.update(|changes| {
            if chosen == stored {
                changes.remove(&id);
            } else {
                changes.insert(id, chosen);
            }
        });
    };
    let mark = move || {
        changes.read().contains_key(&id).then(|| {
            let text = tu_string!(i18n, settings.assign.changed);
            view! { <Badge tone=Tone::Warning icon=IconName::Info text/> }
        })
    };
    let name = assignment.department_name;
    let label = tu_string!(i18n, settings.assign.template_of, name = name.clone());
    view! {
        <tr role="row">
            <th scope="row" role="rowheader">{name}</th>
            <td role="cell" class="table-wide">
                <select
                    class="input"
                    name=format!("templates[{}]", posted_name(id))
                    aria-label=label
                    autocomplete="off"
                    on:change=choose
                >
                    {choices}
                </select>
            </td>
            <td role="cell">{mark}</td>
        </tr>
    }
    .into_any()
}
