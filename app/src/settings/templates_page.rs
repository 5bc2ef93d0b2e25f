//! The list of templates: which are in use, by whom, and what can be done with them.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use leptos_router::hooks::use_query_map;
use shared::template::Template;

use super::tabs::{Area, settings_head};
use super::{ArchiveTemplate, TEMPLATES, list_templates};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::dialog::Dialog;
use crate::ui::digits::{listed, number};
use crate::ui::error_summary::ErrorSummary;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::loaded;
use crate::ui::time::Ago;
use crate::ui::toast;

/// The page at `/settings/templates`.
#[component]
pub fn TemplatesPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let with_archived = Memo::new(move |_| query.read().get("archived").as_deref() == Some("true"));
    let archive = ServerAction::<ArchiveTemplate>::new();
    let templates = Resource::new(
        move || (with_archived.get(), archive.version().get()),
        |(with_archived, _)| list_templates(with_archived),
    );
    let asked = RwSignal::new(None::<Template>);
    let error = Signal::derive(move || archive.value().get().and_then(Result::err));
    Effect::new(move |_| {
        if let Some(Ok(template)) = archive.value().get() {
            toast::confirm(tu_string!(i18n, settings.list.archived_done, name = template.name));
        }
    });
    let list = loaded(templates, move |templates| table(i18n, templates, asked));
    let toggle = move || {
        let (address, text) = if with_archived.get() {
            (TEMPLATES.to_owned(), tu_string!(i18n, settings.list.hide_archived))
        } else {
            (format!("{TEMPLATES}?archived=true"), tu_string!(i18n, settings.list.show_archived))
        };
        view! { <a class="button" href=address>{text}</a> }
    };
    let actions = view! {
        <div class="button-row">
            {toggle}
            <a class="button button-primary" href="/settings/templates/new">
                <Icon name=IconName::Plus/>
                {tu_string!(i18n, settings.list.add)}
            </a>
        </div>
    };
    view! {
        <div class="page">
            {settings_head(Area::Templates, Some(actions.into_any()))}
            <ErrorSummary error/>
            {list}
        </div>
        {archive_dialog(i18n, asked, archive)}
    }
    .into_any()
}

fn table(i18n: Language, templates: Vec<Template>, asked: RwSignal<Option<Template>>) -> AnyView {
    let rows: Vec<_> = templates.into_iter().map(|it| row(i18n, it, asked)).collect();
    let column =
        |text: &'static str| view! { <th scope="col" role="columnheader">{text}</th> }.into_any();
    view! {
        <div class="table-card">
            <table class="table table-cards" role="table">
                <caption class="visually-hidden">{tu_string!(i18n, settings.list.caption)}</caption>
                <thead role="rowgroup">
                    <tr role="row">
                        {column(tu_string!(i18n, settings.list.template))}
                        {column(tu_string!(i18n, settings.list.status))}
                        {column(tu_string!(i18n, settings.list.rows))}
                        {column(tu_string!(i18n, settings.list.used_by))}
                        {column(tu_string!(i18n, settings.list.changed))}
                        {column(tu_string!(i18n, settings.list.actions))}
                    </tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, template: Template, asked: RwSignal<Option<Template>>) -> AnyView {
    let status = if template.is_archived {
        let text = tu_string!(i18n, settings.list.archived);
        view! { <Badge tone=Tone::Neutral icon=IconName::Lock text/> }
    } else {
        let text = tu_string!(i18n, settings.list.active);
        view! { <Badge tone=Tone::Success icon=IconName::Check text/> }
    };
    let used_by = used_by(i18n, &template);
    let is_unused = used_by.is_empty();
    let description = template.description.clone();
    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <a href=format!("{TEMPLATES}/{}", template.id)>{template.name.clone()}</a>
                <span class="person-sub"><bdi>{description}</bdi></span>
            </th>
            <td role="cell" data-label=tu_string!(i18n, settings.list.status)>
                {status}
            </td>
            <td role="cell" data-label=tu_string!(i18n, settings.list.rows)>
                {number(template.items.len())}
            </td>
            <td
                role="cell"
                data-label=tu_string!(i18n, settings.list.used_by)
                data-empty=is_unused.then_some("")
            >
                {used_by}
            </td>
            <td role="cell" data-label=tu_string!(i18n, settings.list.changed)>
                <Ago at=template.updated_at/>
            </td>
            <td role="cell" class="table-wide">
                {actions(i18n, template, asked)}
            </td>
        </tr>
    }
    .into_any()
}

/// The departments, by name.
fn used_by(i18n: Language, template: &Template) -> String {
    let mut names: Vec<&str> = template.departments.iter().map(|it| &*it.name).collect();
    if template.is_fallback() {
        names.push(tu_string!(i18n, settings.list.everybody_else));
    }
    listed(&names)
}

fn actions(i18n: Language, template: Template, asked: RwSignal<Option<Template>>) -> AnyView {
    let name = template.name.clone();
    let copy = tu_string!(i18n, settings.list.duplicate_name, name = name);
    let can_be_archived = !template.is_archived && !template.is_fallback();
    let id = template.id;
    let archive = can_be_archived.then(|| {
        let name = template.name.clone();
        let label = tu_string!(i18n, settings.list.archive_name, name = name);
        let ask = move |event: leptos::ev::SubmitEvent| {
            event.prevent_default();
            asked.set(Some(template.clone()));
        };
        view! {
            <form method="post" action=ArchiveTemplate::url() data-asks="" on:submit=ask>
                <input type="hidden" name="id" value=id.to_string()/>
                <button class="button button-quiet" type="submit" aria-label=label>
                    {tu_string!(i18n, settings.list.archive)}
                </button>
            </form>
        }
    });
    view! {
        <div class="button-row">
            <a
                class="button button-quiet"
                href=format!("{TEMPLATES}/new?from={id}")
                aria-label=copy
            >
                <Icon name=IconName::Copy/>
                {tu_string!(i18n, settings.list.duplicate)}
            </a>
            {archive}
        </div>
    }
    .into_any()
}

/// Asks before archiving, and says who falls back.
fn archive_dialog(
    i18n: Language,
    asked: RwSignal<Option<Template>>,
    archive: ServerAction<ArchiveTemplate>,
) -> AnyView {
    let open = RwSignal::new(false);
    // Each follows the other, so each is only set when it changes: else they never come to rest.
    Effect::new(move |_| {
        let is_asked = asked.read().is_some();
        if open.get_untracked() != is_asked {
            open.set(is_asked);
        }
    });
    Effect::new(move |_| {
        if !open.get() && asked.with_untracked(Option::is_some) {
            asked.set(None);
        }
    });
    // What is shown stays while the dialog closes.
    let shown = Memo::new(move |before: Option<&Option<Template>>| {
        asked.get().or_else(|| before.cloned().flatten())
    });
    let title = Signal::derive(move || {
        let name = shown.get().map(|template| template.name).unwrap_or_default();
        tu_string!(i18n, settings.list.archive_ask, name = name)
    });
    let on_confirm = Callback::new(move |()| {
        if let Some(template) = shown.get_untracked() {
            archive.dispatch(ArchiveTemplate { id: template.id });
        }
    });
    view! {
        <Dialog
            id="archive-dialog"
            title
            confirm=tu_string!(i18n, settings.list.archive)
            open
            on_confirm
        >
            {move || shown.get().map(|template| archive_effects(i18n, &template))}
        </Dialog>
    }
    .into_any()
}

fn archive_effects(i18n: Language, template: &Template) -> AnyView {
    let departments: Vec<_> = template
        .departments
        .iter()
        .map(|department| view! { <li>{department.name.clone()}</li> }.into_any())
        .collect();
    let falls_back = if departments.is_empty() {
        view! { <p>{tu_string!(i18n, settings.list.archive_unused)}</p> }.into_any()
    } else {
        view! {
            <p>{tu_string!(i18n, settings.list.archive_used)}</p>
            <ul>{departments}</ul>
        }
        .into_any()
    };
    view! {
        {falls_back}
        <p>{tu_string!(i18n, settings.list.archive_final)}</p>
    }
    .into_any()
}
