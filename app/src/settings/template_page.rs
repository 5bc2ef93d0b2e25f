//! The page of a template: new, copied from another, stored or archived.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_params_map, use_query_map};
use shared::template::Template;

use super::draft::Draft;
use super::tabs::unaffected_notice;
use super::template_editor::TemplateEditor;
use super::{TEMPLATES, find_template};
use crate::error::{UiError, UiResult};
use crate::i18n::{tu_string, use_i18n};
use crate::shell::program::{Program, program};
use crate::ui::badge::Tone;
use crate::ui::button::button_link;
use crate::ui::crumbs::Crumbs;
use crate::ui::digits::{number, without_isolates};
use crate::ui::icon::IconName;
use crate::ui::label::{Language, share_text};
use crate::ui::notice::notice;
use crate::ui::page::found;
use crate::ui::table::{Cell, Column, plain_table};

/// The page at `/settings/templates/new` and at `/settings/templates/:id`.
#[component]
pub fn TemplatePage() -> impl IntoView {
    let i18n = use_i18n();
    let id = use_params_map().get_untracked().get("id");
    let copied = use_query_map().get_untracked().get("from");
    let is_new = id.is_none();
    let wanted = id.or(copied);
    found(load(wanted), move |template| match template {
        Some(template) if is_new => copy_view(i18n, &template),
        Some(template) if template.is_archived => archived_view(i18n, &template),
        Some(template) => edit_view(i18n, &template),
        None => {
            let draft = Draft::blank(tu_string!(i18n, settings.editor.core));
            new_view(i18n, draft)
        }
    })
}

/// The template to edit or to copy; none for a blank one.
async fn load(wanted: Option<String>) -> UiResult<Option<Template>> {
    let Some(text) = wanted else { return Ok(None) };
    match text.parse() {
        Ok(id) => find_template(id).await.map(Some),
        Err(_) => Err(UiError(shared::Error::not_found("Template"))),
    }
}

fn copy_view(i18n: Language, template: &Template) -> AnyView {
    let name = tu_string!(i18n, settings.editor.copy_of, name = template.name.clone());
    let name = without_isolates(&name);
    new_view(i18n, Draft { name, ..Draft::of_template(template) })
}

fn new_view(i18n: Language, draft: Draft) -> AnyView {
    let title = tu_string!(i18n, settings.list.add).to_owned();
    let editor = view! { <TemplateEditor draft id=None based_on=None keeps_name=false/> };
    editor_page(i18n, title, editor.into_any())
}

fn edit_view(i18n: Language, template: &Template) -> AnyView {
    let editor = view! {
        <TemplateEditor
            draft=Draft::of_template(template)
            id=Some(template.id)
            based_on=Some(template.updated_at)
            keeps_name=template.is_fallback()
        />
    };
    editor_page(i18n, template.name.clone(), editor.into_any())
}

/// The page of an editor. Only this page loads the bundle: an archived template is read-only.
fn editor_page(i18n: Language, title: String, editor: AnyView) -> AnyView {
    view! {
        <div class="page page-banner">{page_head(i18n, title)}</div>
        {editor}
        {program(Program::Settings)}
    }
    .into_any()
}

fn page_head(i18n: Language, title: String) -> AnyView {
    view! {
        <Title text=title.clone()/>
        <div class="page-head">
            <div class="page-head-text">
                <Crumbs
                    address=TEMPLATES
                    parent=tu_string!(i18n, settings.templates)
                    current=title.clone()
                />
                <h1>{title}</h1>
            </div>
        </div>
        {unaffected_notice()}
    }
    .into_any()
}

/// An archived template, read-only.
fn archived_view(i18n: Language, template: &Template) -> AnyView {
    let columns = [
        Column::Text(tu_string!(i18n, settings.editor.objective)),
        Column::Text(tu_string!(i18n, settings.editor.category)),
        Column::Text(tu_string!(i18n, settings.editor.weight)),
    ];
    let rows = template.items.iter().map(|item| {
        [
            Cell::head(item.objective.clone()),
            Cell::text(item.category_label.clone()),
            Cell::text(view! { {number(item.weight)} " · " {number(share_text(item.weight))} }),
        ]
    });
    let title = tu_string!(i18n, settings.editor.is_archived);
    let text = tu_string!(i18n, settings.editor.is_archived_text);
    let copy = format!("{TEMPLATES}/new?from={}", template.id);
    view! {
        <div class="page">
            {page_head(i18n, template.name.clone())}
            {notice(Tone::Warning, title, text)}
            <p>{template.description.clone()}</p>
            {plain_table(template.name.clone(), &columns, rows)}
            <div class="button-row">
                {button_link(copy, IconName::Copy, tu_string!(i18n, settings.list.duplicate))}
            </div>
        </div>
    }
    .into_any()
}
