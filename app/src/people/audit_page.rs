//! The audit log: who changed which record. It names the changed fields, but not their values.

use leptos::prelude::*;
use shared::audit::{AuditAction, AuditEntry, AuditQuery, Category};
use shared::extensible::Extensible;
use shared::page::Page;

use super::audit_fields::field_words;
use super::audit_words::{action_words, actor_words, record_words};
use super::{Area, area_tabs, list_audit};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::csv_link::csv_link;
use crate::ui::digits::listed;
use crate::ui::empty_state::Empty;
use crate::ui::filter::{FilterForm, any_or, choice, day, named, preserved};
use crate::ui::icon::IconName;
use crate::ui::label::{Language, spelled_out};
use crate::ui::list::{list, paged};
use crate::ui::page::PageHead;
use crate::ui::query::{QueryAddress, QueryForm};
use crate::ui::table::{Cell, Column, plain_table};
use crate::ui::time::exact_text;

const FORM: QueryForm = QueryForm {
    path: "/audit",
    names: &["category", "action", "actorId", "entityId", "from", "to"],
};

/// The page at `/audit`.
#[component]
pub fn AuditPage() -> impl IntoView {
    let i18n = use_i18n();
    let address = FORM.current();
    let csv = csv_link(i18n, address.path_of("/api/audit-log/export.csv"));
    PageHead::new(tu_string!(i18n, people.area.audit), tu_string!(i18n, people.audit.lead))
        .actions([csv])
        .page((
            area_tabs(Area::Audit),
            filters(i18n, &address),
            list(&address, list_audit(audit_query(&address)), list_view),
        ))
}

fn audit_query(address: &QueryAddress) -> AuditQuery {
    AuditQuery {
        category: address.value("category"),
        action: address.value("action"),
        actor_id: address.value("actorId"),
        entity_id: address.text("entityId").map(str::to_owned),
        from: address.value("from"),
        to: address.value("to"),
        page: address.page(),
    }
}

fn filters(i18n: Language, address: &QueryAddress) -> AnyView {
    let categories = named(Category::ALL, |category| category_label(i18n, category));
    let categories = any_or(tu_string!(i18n, people.audit.any_category), categories);
    let form = FilterForm::new(FORM, tu_string!(i18n, people.audit.filters));
    form.chips(chips(i18n, address)).view((
        // The links in the table filter by person and by record.
        preserved(&["actorId", "entityId"], address),
        choice("category", tu_string!(i18n, people.audit.category), categories, address),
        action_field(i18n, address),
        day("from", tu_string!(i18n, people.audit.from), address),
        day("to", tu_string!(i18n, people.audit.to), address),
    ))
}

/// The filters in force that links of the table set.
fn chips(i18n: Language, address: &QueryAddress) -> Vec<(String, String)> {
    let chips = [
        ("actorId", tu_string!(i18n, people.audit.chip_actor)),
        ("entityId", tu_string!(i18n, people.audit.chip_record)),
    ];
    let in_force = chips.into_iter().filter(|(name, _)| address.text(name).is_some());
    in_force.map(|(name, text)| (text.to_owned(), address.without(name))).collect()
}

/// A select of the actions, grouped by category.
fn action_field(i18n: Language, address: &QueryAddress) -> AnyView {
    let chosen = address.shown("action");
    let option = |action: &AuditAction| {
        let code = action.as_str();
        let selected = code == chosen;
        let text = action_words(i18n, *action);
        view! { <option value=code selected=selected>{text}</option> }.into_any()
    };
    let groups: Vec<_> = Category::ALL
        .iter()
        .map(|category| {
            let actions = AuditAction::ALL.iter().filter(|it| it.category() == *category);
            let options: Vec<_> = actions.map(option).collect();
            let label = category_label(i18n, *category);
            view! { <optgroup label=label>{options}</optgroup> }.into_any()
        })
        .collect();

    view! {
        <div class="field">
            <label class="field-label" for="action">{tu_string!(i18n, people.audit.action)}</label>
            <select class="input" id="action" name="action">
                <option value="">{tu_string!(i18n, people.audit.any_action)}</option>
                {groups}
            </select>
        </div>
    }
    .into_any()
}

fn list_view(page: Page<AuditEntry>, address: &QueryAddress) -> AnyView {
    let i18n = use_i18n();
    let empty = || {
        Empty::new(
            IconName::Search,
            tu_string!(i18n, people.audit.empty),
            tu_string!(i18n, people.audit.empty_text),
        )
        .next(FORM.path, tu_string!(i18n, list.clear))
    };
    let columns = [
        Column::Text(tu_string!(i18n, people.audit.what)),
        Column::Text(tu_string!(i18n, people.audit.who)),
        Column::Text(tu_string!(i18n, people.audit.fields)),
        Column::Text(tu_string!(i18n, people.audit.record)),
        Column::Text(tu_string!(i18n, people.audit.when)),
    ];
    paged(page, address, [empty(), empty()], |entries| {
        let rows = entries.into_iter().map(|entry| row(i18n, entry));
        plain_table(tu_string!(i18n, people.area.audit), &columns, rows)
    })
}

fn row(i18n: Language, entry: AuditEntry) -> [Cell; 5] {
    let category = match entry.category {
        Extensible::Known(category) => category_label(i18n, category).to_owned(),
        Extensible::Unknown(code) => spelled_out(&code),
    };
    let action = match entry.action {
        Extensible::Known(action) => action_words(i18n, action).to_owned(),
        Extensible::Unknown(code) => spelled_out(&code),
    };
    let fields: Vec<_> = entry.fields.iter().map(|field| field_words(i18n, field)).collect();
    let at = exact_text(i18n, entry.at);
    let name = actor_words(i18n, entry.actor_name);
    let who = match entry.actor_id {
        Some(id) => {
            let href = format!("{}?actorId={id}", FORM.path);
            view! { <a href=href>{name}</a> }.into_any()
        }
        None => name.into_any(),
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

    [
        Cell::head(view! {
            {action}
            <span class="table-sub">{category}</span>
        }),
        Cell::text(view! { {who} {token} {ip} }),
        Cell::text(listed(&fields)),
        Cell::text(record),
        Cell::text(when),
    ]
}

/// The id of a request, folded: it is only needed to search the log of the service.
fn request_details(i18n: Language, id: String) -> AnyView {
    view! {
        <details class="table-sub">
            <summary>{tu_string!(i18n, people.audit.request)}</summary>
            <span dir="ltr">{id}</span>
        </details>
    }
    .into_any()
}

/// The type and the name of the record, with a link to its page, if any, and one to all its
/// entries.
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
            <a class="table-act" href=all>{tu_string!(i18n, people.audit.same_record)}</a>
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
