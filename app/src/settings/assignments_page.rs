//! The assignment of templates to departments.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::assignment::Assignment;
use shared::id::TemplateId;

use super::tabs::{Area, settings_head};
use super::{Assignable, SaveAssignments, list_assignments, posted_name};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::empty_state::Empty;
use crate::ui::field::options_of;
use crate::ui::filter::any_or;
use crate::ui::icon::IconName;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::page::found;
use crate::ui::sent_form::{SentForm, send_button, sent_form};
use crate::ui::table::{Cell, Column, TableKind, bare_table};

/// The page at `/settings/departments`.
#[component]
pub fn AssignmentsPage() -> impl IntoView {
    let i18n = use_i18n();
    let was_saved = use_query_map().get_untracked().get("saved").is_some();
    let saved = was_saved.then(|| {
        view! { <Notice tone=Tone::Success title=tu_string!(i18n, settings.assign.saved)/> }
    });
    view! {
        <div class="page">
            {settings_head(Area::Departments, Vec::new())}
            {saved}
            {found(list_assignments(), move |assignable| form(i18n, assignable))}
        </div>
    }
    .into_any()
}

fn form(i18n: Language, assignable: Assignable) -> AnyView {
    if assignable.assignments.is_empty() {
        return Empty::new(
            IconName::Building,
            tu_string!(i18n, settings.assign.none),
            tu_string!(i18n, settings.assign.none_text),
        )
        .card();
    }
    let templates = assignable.templates;
    let rows = assignable.assignments.into_iter().map(|it| row(i18n, it, &templates));
    let columns = [
        Column::Text(tu_string!(i18n, settings.assign.department)),
        Column::Text(tu_string!(i18n, settings.assign.template)),
        Column::Text(tu_string!(i18n, settings.assign.state)),
    ];
    let form = SentForm::draft_card("assignments").confirm(tu_string!(i18n, settings.assign.saved));
    let content = view! {
        {bare_table(TableKind::Plain, tu_string!(i18n, settings.assign.caption), &columns, rows)}
        <div class="card-foot">
            {send_button(tu_string!(i18n, settings.assign.save))}
            <p
                class="muted"
                role="status"
                data-changes=tu_string!(i18n, settings.assign.unchanged)
                data-one=tu_string!(i18n, settings.assign.changed_one)
                data-many=tu_string!(i18n, settings.assign.changed_many, count = "#")
            >
                {tu_string!(i18n, settings.assign.unchanged)}
            </p>
        </div>
    };
    sent_form::<SaveAssignments>(form, content.into_any())
}

fn row(i18n: Language, assignment: Assignment, templates: &[(TemplateId, String)]) -> [Cell; 3] {
    let id = assignment.department_id;
    // An assignment of the fallback template is equivalent to none.
    let known = |template: &TemplateId| templates.iter().any(|(known, _)| known == template);
    let stored = assignment.appraisal_template_id.filter(known);
    let stored = stored.map(|template| template.to_string()).unwrap_or_default();
    let named = templates.iter().map(|(id, name)| (id.to_string(), name.clone()));
    let choices = any_or(tu_string!(i18n, settings.assign.fallback), named);
    let choices = options_of(choices, &stored);
    let changed = tu_string!(i18n, settings.assign.changed);
    let name = assignment.department_name;
    let label = tu_string!(i18n, settings.assign.template_of, name = name.clone());
    [
        Cell::head(name),
        Cell::Own(
            view! {
                        <td role="cell" class="table-wide">
                            <select
                                class="input"
                                name=format!("templates[{}]", posted_name(id))
                                aria-label=label
                                autocomplete="off"
                            >
                                {choices}
                            </select>
                        </td>
            }
            .into_any(),
        ),
        Cell::Own(
            view! {
                        <td role="cell">
                            <span class="changed-mark">
                                <Badge tone=Tone::Warning icon=IconName::Info text=changed/>
                            </span>
                        </td>
            }
            .into_any(),
        ),
    ]
}
