//! The audit log: who did what to which record. It names fields and never says their values.

use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_query_map;
use shared::audit::{ACTIONS, AuditEntry, AuditQuery, Category};
use shared::page::Page;

use super::audit_fields::field_words;
use super::audit_words::{action_words, actor_words, record_words};
use super::{Area, area_tabs, list_audit};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::csv_link::csv_link;
use crate::ui::digits::listed;
use crate::ui::empty_state::EmptyState;
use crate::ui::field::{SelectField, TextField};
use crate::ui::filter::any_or;
use crate::ui::icon::{Icon, IconName};
use crate::ui::label::Language;
use crate::ui::page::{found, page_head};
use crate::ui::pagination::PageLinks;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Column, cell, plain_table};
use crate::ui::time::exact_text;

const FORM: QueryForm = QueryForm {
    path: "/audit",
    names: &["category", "action", "actorId", "entityId", "from", "to"],
};

/// The page at `/audit`.
#[component]
pub fn AuditPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let address = Memo::new(move |_| FORM.read(&query.read()));
    let load = move || {
        let address = address.get_untracked();
        list_audit(audit_query(&address))
    };
    let list = found(load, move |page| list_view(page, &address.get_untracked()));
    let title = tu_string!(i18n, people.area.audit);
    let csv = csv_link(i18n, move || address.read().path_of("/api/audit-log/export.csv"));

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, people.audit.lead), vec![csv])}
            {area_tabs(Area::Audit)}
            {filters(i18n, address)}
            {list}
        </div>
    }
    .into_any()
}

fn audit_query(address: &QueryAddress) -> AuditQuery {
    AuditQuery {
        category: address.value("category"),
        action: address.text("action").map(str::to_owned),
        actor_id: address.value("actorId"),
        entity_id: address.text("entityId").map(str::to_owned),
        from: address.value("from"),
        to: address.value("to"),
        page: address.page(),
    }
}

fn filters(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let categories = Category::ALL
        .iter()
        .map(|category| (category.to_string(), category_label(i18n, *category).to_owned()));
    let categories = any_or(tu_string!(i18n, people.audit.any_category), categories);
    let value = move |name: &'static str| Signal::derive(move || address.read().shown(name));
    // One person and one record are chosen by the links of the table.
    let kept = move || {
        let kept = ["actorId", "entityId"].into_iter().filter_map(|name| {
            let value = address.read().text(name)?.to_owned();
            Some(view! { <input type="hidden" name=name value=value/> }.into_any())
        });
        kept.collect::<Vec<_>>()
    };

    view! {
        <form
            class="filters"
            role="search"
            aria-label=tu_string!(i18n, people.audit.filters)
            action=FORM.path
        >
            {kept}
            <SelectField
                id="category"
                name="category"
                label=tu_string!(i18n, people.audit.category)
                options=categories
                value=value("category")
            />
            {action_field(i18n, address)}
            <TextField
                id="from"
                name="from"
                kind="date"
                label=tu_string!(i18n, people.audit.from)
                value=value("from")
            />
            <TextField
                id="to"
                name="to"
                kind="date"
                label=tu_string!(i18n, people.audit.to)
                value=value("to")
            />
            <div class="button-row">
                <button class="button" type="submit">
                    <Icon name=IconName::Filter/>
                    {tu_string!(i18n, list.filter)}
                </button>
                <a class="button button-quiet" href=FORM.path>
                    {tu_string!(i18n, list.clear_short)}
                </a>
            </div>
        </form>
    }
    .into_any()
}

/// The actions in words, by what they are about.
fn action_field(i18n: Language, address: Memo<QueryAddress>) -> AnyView {
    let chosen = address.read_untracked().shown("action");
    let option = |code: &'static str| {
        let selected = code == chosen;
        let text = action_words(i18n, code);
        view! { <option value=code selected=selected>{text}</option> }.into_any()
    };
    let groups: Vec<_> = Category::ALL
        .iter()
        .map(|category| {
            let actions = ACTIONS.iter().filter(|(_, it)| it == category);
            let options: Vec<_> = actions.map(|(code, _)| option(code)).collect();
            let label = category_label(i18n, *category);
            view! { <optgroup label=label>{options}</optgroup> }.into_any()
        })
        .collect();
    let value = move || address.read().shown("action");

    view! {
        <div class="field">
            <label class="field-label" for="action">{tu_string!(i18n, people.audit.action)}</label>
            <select class="input" id="action" name="action" prop:value=value>
                <option value="">{tu_string!(i18n, people.audit.any_action)}</option>
                {groups}
            </select>
        </div>
    }
    .into_any()
}

fn list_view(page: Page<AuditEntry>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    if page.data.is_empty() {
        return view! {
            <div class="card">
                <EmptyState
                    icon=IconName::Search
                    title=tu_string!(i18n, people.audit.empty)
                    text=tu_string!(i18n, people.audit.empty_text)
                >
                    <a class="button" href=FORM.path>
                        {tu_string!(i18n, list.clear)}
                    </a>
                </EmptyState>
            </div>
        }
        .into_any();
    }
    let list = address.clone();
    let to_page = Callback::new(move |page: u64| list.at_page(page));
    let columns = [
        Column::Text(tu_string!(i18n, people.audit.what)),
        Column::Text(tu_string!(i18n, people.audit.who)),
        Column::Text(tu_string!(i18n, people.audit.fields)),
        Column::Text(tu_string!(i18n, people.audit.record)),
        Column::Text(tu_string!(i18n, people.audit.when)),
    ];
    let rows: Vec<_> = page.data.into_iter().map(|entry| row(i18n, entry)).collect();

    view! {
        <div class="stack-tight">
            {plain_table(tu_string!(i18n, people.area.audit), &columns, rows)}
            <PageLinks pagination=page.pagination address=to_page/>
        </div>
    }
    .into_any()
}

fn row(i18n: Language, entry: AuditEntry) -> AnyView {
    let category = category_label(i18n, entry.category);
    let fields: Vec<_> = entry.fields.iter().map(|field| field_words(i18n, field)).collect();
    let at = exact_text(i18n, entry.at);
    let who = match entry.actor_id {
        Some(id) => view! { <a href=format!("{}?actorId={id}", FORM.path)>{entry.actor_name}</a> }
            .into_any(),
        None => actor_words(i18n, entry.actor_name).into_any(),
    };
    let ip = entry.ip.map(|ip| view! { <span class="table-sub">{ip}</span> });
    let token = entry.api_token_name.map(|name| {
        let text = tu_string!(i18n, people.audit.by_token, name = name);
        view! { <span class="table-sub">{text}</span> }
    });
    let record = record(i18n, &entry.entity_type, entry.entity_id, entry.entity_name);
    let request = entry.request_id.map(|id| request_details(i18n, id));
    let when = view! {
        <time datetime=entry.at.to_rfc3339()>{at}</time>
        {request}
    };

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                {action_words(i18n, &entry.action)}
                <span class="table-sub">{category}</span>
            </th>
            {cell(tu_string!(i18n, people.audit.who), view! { {who} {token} {ip} }.into_any())}
            {cell(tu_string!(i18n, people.audit.fields), listed(&fields).into_any())}
            {cell(tu_string!(i18n, people.audit.record), record)}
            {cell(tu_string!(i18n, people.audit.when), when.into_any())}
        </tr>
    }
    .into_any()
}

/// The id of a request, which only a search in the log of the service needs.
fn request_details(i18n: Language, id: String) -> AnyView {
    view! {
        <details class="table-sub">
            <summary>{tu_string!(i18n, people.audit.request)}</summary>
            <span dir="ltr">{id}</span>
        </details>
    }
    .into_any()
}

/// What the record is and what it is called: a link where it has a page, and one to everything that
/// was done to it.
fn record(i18n: Language, kind: &str, id: Option<String>, name: Option<String>) -> AnyView {
    let words = record_words(i18n, kind);
    let Some(id) = id else { return words.into_any() };
    let (name, kind_line) = match name {
        Some(name) => (name, Some(view! { <span class="table-sub">{words}</span> })),
        None => (words, None),
    };
    let page = match kind {
        "staff" => Some(format!("/people/{id}")),
        "appraisal" => Some(format!("/appraisals/{id}")),
        "department" => Some(format!("/departments?edit={id}")),
        "role" => Some(format!("/roles?edit={id}")),
        "customer" => Some(format!("/customers/{id}")),
        "facility" => Some(format!("/credit/{id}")),
        _ => None,
    };
    let name = match page {
        Some(href) => view! { <a href=href>{name}</a> }.into_any(),
        None => name.into_any(),
    };
    let all = format!("{}?entityId={}", FORM.path, crate::return_path::encode(&id));
    view! {
        <span class="cluster">
            {name}
            <a href=all>{tu_string!(i18n, people.audit.same_record)}</a>
        </span>
        {kind_line}
    }
    .into_any()
}

fn category_label(i18n: Language, category: Category) -> &'static str {
    match category {
        Category::StaffManagement => tu_string!(i18n, people.audit.staff_management),
        Category::Leave => tu_string!(i18n, people.audit.leave),
        Category::Authentication => tu_string!(i18n, people.audit.authentication),
        Category::Customers => tu_string!(i18n, people.audit.customers),
        Category::Credit => tu_string!(i18n, people.audit.credit),
        Category::Organization => tu_string!(i18n, people.audit.organization),
    }
}
