//! The list of templates, with the departments that use them and the actions on them.

use leptos::prelude::*;
use leptos_router::hooks::use_query_map;
use shared::template::Template;

use super::tabs::{Area, settings_head};
use super::{ArchiveTemplate, TEMPLATES, list_templates};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::button::new_link;
use crate::ui::digits::{listed, number};
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::found;
use crate::ui::sent_form::{Question, SentForm, one_of_many, refusal};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::Ago;

/// The page at `/settings/templates`.
#[component]
pub fn TemplatesPage() -> impl IntoView {
    let i18n = use_i18n();
    let with_archived = use_query_map().get_untracked().get("archived").as_deref() == Some("true");
    let list = found(list_templates(with_archived), move |templates| table(i18n, templates));
    let (toggle, text) = if with_archived {
        (TEMPLATES.to_owned(), tu_string!(i18n, settings.list.hide_archived))
    } else {
        (format!("{TEMPLATES}?archived=true"), tu_string!(i18n, settings.list.show_archived))
    };
    let actions = view! {
        <a class="button" href=toggle>{text}</a>
        {new_link("/settings/templates/new", tu_string!(i18n, settings.list.add))}
    };
    view! {
        <div class="page">
            {settings_head(Area::Templates, vec![actions.into_any()])}
            {refusal::<ArchiveTemplate>()}
            {list}
        </div>
    }
    .into_any()
}

fn table(i18n: Language, templates: Vec<Template>) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, settings.list.template)),
        Column::Text(tu_string!(i18n, settings.list.status)),
        Column::Text(tu_string!(i18n, settings.list.rows)),
        Column::Text(tu_string!(i18n, settings.list.used_by)),
        Column::Text(tu_string!(i18n, settings.list.changed)),
        Column::Text(tu_string!(i18n, settings.list.actions)),
    ];
    let rows = templates.into_iter().map(|it| row(i18n, it));
    plain_table(tu_string!(i18n, settings.list.caption), &columns, rows)
}

fn row(i18n: Language, template: Template) -> [Cell; 6] {
    let status = if template.is_archived {
        let text = tu_string!(i18n, settings.list.archived);
        view! { <Badge tone=Tone::Neutral icon=IconName::Lock text/> }
    } else {
        let text = tu_string!(i18n, settings.list.active);
        view! { <Badge tone=Tone::Success icon=IconName::Check text/> }
    };
    let used_by = used_by(i18n, &template);
    let is_unused = used_by.is_empty();
    let actions = actions(i18n, &template);
    [
        Cell::head(view! {
            <a href=format!("{TEMPLATES}/{}", template.id)>{template.name}</a>
            <span class="person-sub"><bdi>{template.description}</bdi></span>
        }),
        Cell::text(status),
        Cell::text(number(template.items.len())),
        Cell::Own(
            view! {
                        <td
                            role="cell"
                            data-label=tu_string!(i18n, settings.list.used_by)
                            data-empty=is_unused.then_some("")
                        >
                            {used_by}
                        </td>
            }
            .into_any(),
        ),
        Cell::text(view! { <Ago at=template.updated_at/> }),
        Cell::Own(
            view! {
                        <td role="cell" class="table-wide">
                            {actions}
                        </td>
            }
            .into_any(),
        ),
    ]
}

/// The names of the departments that use a template.
fn used_by(i18n: Language, template: &Template) -> String {
    let mut names: Vec<&str> = template.departments.iter().map(|it| &*it.name).collect();
    if template.is_fallback() {
        names.push(tu_string!(i18n, settings.list.everybody_else));
    }
    listed(&names)
}

fn actions(i18n: Language, template: &Template) -> AnyView {
    let copy = tu_string!(i18n, settings.list.duplicate_name, name = template.name.clone());
    let can_be_archived = !template.is_archived && !template.is_fallback();
    view! {
        <div class="button-row">
            <a
                class="button button-quiet"
                href=format!("{TEMPLATES}/new?from={}", template.id)
                aria-label=copy
            >
                <Icon name=IconName::Copy/>
                {tu_string!(i18n, settings.list.duplicate)}
            </a>
            {can_be_archived.then(|| archive_form(i18n, template))}
        </div>
    }
    .into_any()
}

/// The form that archives a template, with a question that names the departments that fall back.
fn archive_form(i18n: Language, template: &Template) -> AnyView {
    let name = &template.name;
    let departments: Vec<_> = template.departments.iter().map(|it| &*it.name).collect();
    let falls_back = if departments.is_empty() {
        tu_string!(i18n, settings.list.archive_unused).to_owned()
    } else {
        tu_string!(i18n, settings.list.archive_used, names = listed(&departments))
    };
    let text = tu_string!(i18n, settings.list.archive);
    let form = SentForm::named(format!("archive-{}", template.id))
        .confirm(tu_string!(i18n, settings.list.archived_done, name = name.clone()))
        .asks(Question::new(
            tu_string!(i18n, settings.list.archive_ask, name = name.clone()),
            format!("{falls_back} {}", tu_string!(i18n, settings.list.archive_final)),
            text,
        ));
    let content = view! {
        <input type="hidden" name="id" value=template.id.to_string()/>
        <button
            class="button button-quiet"
            type="submit"
            aria-label=tu_string!(i18n, settings.list.archive_name, name = name.clone())
        >
            {text}
        </button>
    };
    one_of_many::<ArchiveTemplate>(form, content.into_any())
}
