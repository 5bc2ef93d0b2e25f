//! Roles and what each allows. The role that is being changed stands in the address.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::{use_navigate, use_query_map};
use shared::permission::Permission;
use shared::role::Role;

use super::fields::{FormError, Input, input, submit, tick};
use super::parts::{Column, cell, page_head, plain_table, role_text};
use super::{Area, SaveRole, area_tabs, list_roles};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::digits::listed;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::toast::use_toasts;
use crate::ui::typed::keep_typed;

const PATH: &str = "/roles";

/// The page at `/roles`.
#[component]
pub fn RolesPage() -> impl IntoView {
    let i18n = use_i18n();
    let query = use_query_map();
    let edited = Memo::new(move |_| query.read().get("edit").unwrap_or_default());
    let action = ServerAction::<SaveRole>::new();
    let saved = RwSignal::new(0_u32);
    let (toasts, navigate) = (use_toasts(), use_navigate());
    Effect::new(move |_| {
        if matches!(&*action.value().read(), Some(Ok(()))) {
            saved.update(|count| *count = count.wrapping_add(1));
            toasts.confirm(tu_string!(i18n, people.form.saved));
            navigate(PATH, leptos_router::NavigateOptions::default());
        }
    });
    let roles = Resource::new(move || (saved.get(), edited.get()), |_| list_roles());
    let content = loaded(roles, move |roles| content(roles, &edited.get_untracked(), action));
    let title = tu_string!(i18n, people.area.roles);

    view! {
        <Title text=title/>
        <div class="page">
            {page_head(title.to_owned(), tu_string!(i18n, people.role.lead), Vec::new())}
            {area_tabs(Area::Roles)}
            {content}
        </div>
    }
    .into_any()
}

fn content(roles: Vec<Role>, edited: &str, action: ServerAction<SaveRole>) -> AnyView {
    let i18n = use_i18n();
    let edited = roles.iter().find(|role| role.key == edited).cloned();
    let columns = [
        Column::Text(tu_string!(i18n, people.list.role)),
        Column::Text(tu_string!(i18n, people.role.allows)),
        Column::Text(tu_string!(i18n, people.role.holders)),
    ];
    let rows: Vec<_> = roles.into_iter().map(|role| row(i18n, role)).collect();

    view! {
        {plain_table(tu_string!(i18n, people.area.roles), &columns, rows)}
        {form(i18n, edited, action)}
    }
    .into_any()
}

fn row(i18n: Language, role: Role) -> AnyView {
    let key = role.key;
    let allowed = role.permissions.iter().filter(|it| **it != Permission::AppraisalsRespond);
    let allowed: Vec<_> = allowed.map(|it| permission_label(i18n, *it)).collect();
    let allows = if allowed.is_empty() {
        tu_string!(i18n, people.role.nothing_more).to_owned()
    } else {
        listed(&allowed)
    };
    let holders = view! {
        <a href=format!("/people?role={key}")>{tu_string!(i18n, people.department.see)}</a>
    };

    view! {
        <tr role="row">
            <th scope="row" role="rowheader">
                <a href=format!("{PATH}?edit={key}#edit")>{role_text(&key, &role.name)}</a>
                <span class="table-sub">{key}</span>
            </th>
            {cell(tu_string!(i18n, people.role.allows), allows.into_any())}
            {cell(tu_string!(i18n, people.role.holders), holders.into_any())}
        </tr>
    }
    .into_any()
}

fn form(i18n: Language, edited: Option<Role>, action: ServerAction<SaveRole>) -> AnyView {
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let pending = action.pending();
    let title = match &edited {
        Some(role) => {
            tu_string!(i18n, people.department.edit, name = role_text(&role.key, &role.name))
        }
        None => tu_string!(i18n, people.role.new).to_owned(),
    };
    let form = match &edited {
        Some(role) => format!("role-{}", role.key),
        None => "new-role".to_owned(),
    };
    let key = edited.as_ref().map(|role| {
        view! { <input type="hidden" name="key" value=role.key.clone()/> }
    });
    let cancel = edited.as_ref().map(|_| {
        view! { <a class="button button-quiet" href=PATH>{tu_string!(i18n, ui.cancel)}</a> }
    });
    let name = Input {
        id: "name",
        name: "name",
        label: tu_string!(i18n, people.form.name),
        value: edited.as_ref().map(|role| role.name.clone()).unwrap_or_default(),
        ..Input::default()
    };
    let held = edited.map(|role| role.permissions).unwrap_or_default();
    let choosable = Permission::ALL.iter().filter(|it| **it != Permission::AppraisalsRespond);
    let ticks: Vec<_> = choosable
        .map(|permission| {
            let label = permission_label(i18n, *permission).to_owned();
            tick("permissions[]", permission.as_str(), label, held.contains(permission))
        })
        .collect();

    view! {
        <section class="stack" aria-labelledby="edit">
            <h2 id="edit">{title}</h2>
            <ErrorSummary error/>
            {keep_typed(action, form.clone())}
            <ActionForm action attr:class="card" attr:id=form>{one_time_key()}
                {key}
                <div class="card-body form">
                    {input(name, error)}
                    <fieldset class="stack-tight" id="permissions">
                        <legend class="field-label">{tu_string!(i18n, people.role.allows)}</legend>
                        {ticks}
                        <p class="field-hint">{tu_string!(i18n, people.role.respond)}</p>
                    </fieldset>
                </div>
                <div class="card-foot">
                    <div class="button-row">
                        {submit(tu_string!(i18n, people.form.save), move || pending.get())}
                        {cancel}
                    </div>
                </div>
            </ActionForm>
        </section>
    }
    .into_any()
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
