//! What the pages of the area are made of: their head, tables, and the states of a person.

use leptos::prelude::*;
use shared::permission::SEEDED_ROLES;
use shared::staff::Staff;

use crate::i18n::{tu_string, use_i18n};
use crate::ui::badge::{Badge, Tone};
use crate::ui::digits::Shown;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::time::short_date_text;

/// The title of a page, a line about it, and what can be done there.
pub(crate) fn page_head(title: String, lead: &'static str, actions: Vec<AnyView>) -> AnyView {
    let lead = (!lead.is_empty()).then(|| view! { <p>{lead}</p> });
    let actions = (!actions.is_empty()).then(|| view! { <div class="button-row">{actions}</div> });
    view! {
        <div class="page-head">
            <div class="page-head-text">
                <h1>{title}</h1>
                {lead}
            </div>
            {actions}
        </div>
    }
    .into_any()
}

/// The form that narrows a list: a search, its own filters, and what applies or clears them.
pub(crate) fn filter_form(
    form: QueryForm,
    address: Memo<QueryAddress>,
    label: &'static str,
    hint: &'static str,
    filters: impl IntoView,
) -> AnyView {
    let i18n = use_i18n();
    let q = address.read_untracked().shown("q");
    view! {
        <form
            class="filters"
            role="search"
            aria-label=label
            action=form.path
        >
            <div class="field field-search">
                <label class="field-label" for="q">{tu_string!(i18n, people.list.search)}</label>
                <div class="search">
                    <Icon name=IconName::Search/>
                    <input
                        class="input"
                        id="q"
                        name="q"
                        type="search"
                        placeholder=hint
                        value=q
                    />
                </div>
            </div>
            {filters.into_any()}
            <div class="button-row">
                <button class="button" type="submit">
                    <Icon name=IconName::Filter/>
                    {tu_string!(i18n, list.filter)}
                </button>
                <a class="button button-quiet" href=form.path rel="external">
                    {tu_string!(i18n, list.clear_short)}
                </a>
            </div>
        </form>
    }
    .into_any()
}

/// The heading of a column.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Column {
    Text(&'static str),
    Number(&'static str),
}

/// A table that becomes cards on a narrow screen; the link of a row covers the whole row.
pub(crate) fn table(caption: &'static str, columns: &[Column], rows: Vec<AnyView>) -> AnyView {
    table_of("table table-cards table-rows-open", caption, columns, rows)
}

/// The same for rows with more than one thing to press.
pub(crate) fn plain_table(
    caption: &'static str,
    columns: &[Column],
    rows: Vec<AnyView>,
) -> AnyView {
    table_of("table table-cards", caption, columns, rows)
}

fn table_of(
    class: &'static str,
    caption: &'static str,
    columns: &[Column],
    rows: Vec<AnyView>,
) -> AnyView {
    let headings: Vec<_> = columns
        .iter()
        .map(|column| {
            let (text, class) = match *column {
                Column::Text(text) => (text, None),
                Column::Number(text) => (text, Some("number")),
            };
            view! { <th scope="col" role="columnheader" class=class>{text}</th> }.into_any()
        })
        .collect();

    view! {
        <div class="table-card">
            <table class=class role="table">
                <caption class="visually-hidden">{caption}</caption>
                <thead role="rowgroup">
                    <tr role="row">{headings}</tr>
                </thead>
                <tbody role="rowgroup">{rows}</tbody>
            </table>
        </div>
    }
    .into_any()
}

/// A cell of text.
pub(crate) fn cell(label: &'static str, content: AnyView) -> AnyView {
    view! { <td role="cell" data-label=label>{content}</td> }.into_any()
}

/// A cell with a figure or a date; a dash stands for nothing.
pub(crate) fn number_cell(label: &'static str, text: Option<String>) -> AnyView {
    let i18n = use_i18n();
    let empty = text.is_none().then_some("");
    let text = text.map_or_else(|| tu_string!(i18n, ui.nothing).to_owned(), |it| it.shown(i18n));
    view! { <td role="cell" data-label=label class="number" data-empty=empty>{text}</td> }
        .into_any()
}

/// Confirmed, due for confirmation or unconfirmed, and whether the person is blocked.
pub(super) fn person_badges(i18n: Language, staff: &Staff) -> AnyView {
    let confirmation = match (staff.employment_confirmed_at, staff.due_for_confirmation) {
        (Some(date), _) => {
            let date = short_date_text(i18n, date);
            let text = tu_string!(i18n, people.badge.confirmed, date = date);
            view! { <Badge tone=Tone::Success icon=IconName::Check text/> }.into_any()
        }
        (None, true) => {
            let text = tu_string!(i18n, people.badge.due);
            view! { <Badge tone=Tone::Warning icon=IconName::AlertTriangle text/> }.into_any()
        }
        (None, false) => {
            let text = tu_string!(i18n, people.badge.unconfirmed);
            view! { <Badge tone=Tone::Neutral icon=IconName::Clock text/> }.into_any()
        }
    };
    let blocked = staff.is_blocked.then(|| blocked_badge(i18n));

    view! { <span class="cluster">{confirmation} {blocked}</span> }.into_any()
}

/// Says that somebody may not sign in.
pub(crate) fn blocked_badge(i18n: Language) -> AnyView {
    let text = tu_string!(i18n, people.badge.blocked);
    view! { <Badge tone=Tone::Danger icon=IconName::Lock text/> }.into_any()
}

/// The name of a role; one that the house made itself is known by its key.
pub(super) fn role_name(key: &str) -> String {
    let seeded = SEEDED_ROLES.iter().find(|role| role.key == key);
    seeded.map_or_else(|| key.replace('_', " "), |role| role_text(key, role.name))
}

/// Roles to choose from, by key and name.
pub(super) fn named_roles(roles: Vec<(String, String)>) -> Vec<(String, String)> {
    let named = |(key, name): (String, String)| {
        let text = role_text(&key, &name);
        (key, text)
    };
    roles.into_iter().map(named).collect()
}

/// A role as the house calls it, in the reader's language as long as it has its first name.
pub(super) fn role_text(key: &str, name: &str) -> String {
    let i18n = use_i18n();
    let is_first = SEEDED_ROLES.iter().any(|role| role.key == key && role.name == name);
    let label = match key {
        "admin" => tu_string!(i18n, role_name.admin),
        "hr" => tu_string!(i18n, role_name.hr),
        "md" => tu_string!(i18n, role_name.md),
        "employee" => tu_string!(i18n, role_name.employee),
        "credit_officer" => tu_string!(i18n, role_name.credit_officer),
        "credit_reviewer" => tu_string!(i18n, role_name.credit_reviewer),
        "shariah_officer" => tu_string!(i18n, role_name.shariah_officer),
        "cashier" => tu_string!(i18n, role_name.cashier),
        "finance" => tu_string!(i18n, role_name.finance),
        _ => name,
    };
    if is_first { label.to_owned() } else { name.to_owned() }
}
