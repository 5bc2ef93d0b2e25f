//! The roles and their permissions. The query parameter `edit` selects the role to change.

use leptos::prelude::*;
use shared::permission::Permission;
use shared::role::Role;

use super::parts::{edit_foot, role_text};
use super::{Area, SaveRole, area_tabs, list_roles};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::card::section;
use crate::ui::digits::listed;
use crate::ui::input::{Input, input, tick, tick_list};
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::query::parameter;
use crate::ui::sent_form::{SentForm, form_card_with, hidden, sent_form};
use crate::ui::table::{Cell, Column, plain_table};

const PATH: &str = "/roles";

/// The page at `/roles`.
#[component]
pub fn RolesPage() -> impl IntoView {
    let i18n = use_i18n();
    let edited = parameter::<String>("edit").unwrap_or_default();
    let content = found(list_roles(), move |roles| content(roles, &edited));
    let title = tu_string!(i18n, people.area.roles);

    PageHead::new(title, tu_string!(i18n, people.role.lead)).page((area_tabs(Area::Roles), content))
}

fn content(roles: Vec<Role>, edited: &str) -> AnyView {
    let i18n = use_i18n();
    let edited = roles.iter().find(|role| role.key == edited).cloned();
    let columns = [
        Column::Text(tu_string!(i18n, people.list.role)),
        Column::Text(tu_string!(i18n, people.role.allows)),
        Column::Text(tu_string!(i18n, people.role.holders)),
    ];
    let rows = roles.into_iter().map(|role| row(i18n, role));

    view! {
        {plain_table(tu_string!(i18n, people.area.roles), &columns, rows)}
        {form(i18n, edited)}
    }
    .into_any()
}

fn row(i18n: Language, role: Role) -> [Cell; 3] {
    let key = role.key;
    let allowed = role.permissions.iter().filter(|it| **it != Permission::AppraisalsRespond);
    let allowed: Vec<_> = allowed.map(|it| permission_label(i18n, *it)).collect();
    let allows = if allowed.is_empty() {
        tu_string!(i18n, people.role.nothing_more).to_owned()
    } else {
        listed(&allowed)
    };
    let holders = view! {
        <a class="table-act" href=format!("/people?role={key}")>
            {tu_string!(i18n, people.department.see)}
        </a>
    };

    [
        Cell::head(view! {
            <a href=format!("{PATH}?edit={key}#edit")>{role_text(&key, &role.name)}</a>
            <span class="table-sub">{key}</span>
        }),
        Cell::Own(allowed_cell(i18n, allows)),
        Cell::text(holders),
    ]
}

/// The permissions, which take the whole width of a card.
fn allowed_cell(i18n: Language, allows: String) -> AnyView {
    view! {
        <td role="cell" class="table-wide" data-label=tu_string!(i18n, people.role.allows)>
            {allows}
        </td>
    }
    .into_any()
}

fn form(i18n: Language, edited: Option<Role>) -> AnyView {
    let title = match &edited {
        Some(role) => {
            tu_string!(i18n, people.department.edit, name = role_text(&role.key, &role.name))
        }
        None => tu_string!(i18n, people.role.new).to_owned(),
    };
    let form = SentForm::draft_card(match &edited {
        Some(role) => format!("role-{}", role.key),
        None => "new-role".to_owned(),
    })
    .confirm(tu_string!(i18n, people.form.saved));
    let key = edited.as_ref().map(|role| hidden("key", &role.key));
    let is_change = edited.is_some();
    let name = Input::new("name", "name", tu_string!(i18n, people.form.name))
        .value(edited.as_ref().map(|role| role.name.clone()).unwrap_or_default());
    let granted = edited.map(|role| role.permissions).unwrap_or_default();
    let choosable = Permission::ALL.iter().filter(|it| **it != Permission::AppraisalsRespond);
    let fields = view! {
        {input(name)}
        {permission_list(i18n, choosable, &granted, tu_string!(i18n, people.role.respond))}
    };
    let content = view! {
        {key}
        {form_card_with(fields, edit_foot(PATH, is_change))}
    };

    section("stack", "edit", title, sent_form::<SaveRole>(form, content.into_any()))
}

/// A checkbox for each permission that can be granted.
pub(super) fn permission_list<'p>(
    i18n: Language,
    choosable: impl Iterator<Item = &'p Permission>,
    granted: &[Permission],
    hint: &'static str,
) -> AnyView {
    let ticks = choosable.map(|permission| {
        let label = permission_label(i18n, *permission).to_owned();
        tick("permissions[]", permission.as_str(), label, granted.contains(permission))
    });
    tick_list("permissions", tu_string!(i18n, people.role.allows), ticks.collect(), hint)
}

pub(crate) fn permission_label(i18n: Language, permission: Permission) -> &'static str {
    match permission {
        Permission::AppraisalsRespond => tu_string!(i18n, people.permission.respond),
        Permission::AppraisalsHrManage => tu_string!(i18n, people.permission.hr_manage),
        Permission::StaffView => tu_string!(i18n, people.permission.staff_view),
        Permission::StaffManage => tu_string!(i18n, people.permission.staff_manage),
        Permission::LeaveManage => tu_string!(i18n, people.permission.leave_manage),
        Permission::AuditView => tu_string!(i18n, people.permission.audit_view),
        Permission::OrgManage => tu_string!(i18n, people.permission.org_manage),
        Permission::EventsRead => tu_string!(i18n, people.permission.events_read),
        Permission::CustomersView => tu_string!(i18n, people.permission.customers_view),
        Permission::CustomersManage => tu_string!(i18n, people.permission.customers_manage),
        Permission::CreditView => tu_string!(i18n, people.permission.credit_view),
        Permission::CreditCreate => tu_string!(i18n, people.permission.credit_create),
        Permission::CreditReview => tu_string!(i18n, people.permission.credit_review),
        Permission::CreditApprove => tu_string!(i18n, people.permission.credit_approve),
        Permission::CreditRecordPayment => tu_string!(i18n, people.permission.credit_payment),
        Permission::CreditConfigManage => tu_string!(i18n, people.permission.credit_config),
    }
}
