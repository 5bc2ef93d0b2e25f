//! The departments and their heads. The query parameter `edit` selects the department to change.

use leptos::prelude::*;
use shared::department::Department;
use shared::permission::Permission;

use super::forms::{Choices, PersonChoice};
use super::new_page::manager_field;
use super::parts::edit_foot;
use super::{Area, SaveDepartment, area_tabs, departments_page};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::card::section;
use crate::ui::empty_state::Empty;
use crate::ui::icon::IconName;
use crate::ui::input::{Input, input};
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::query::parameter;
use crate::ui::sent_form::{SentForm, hidden, sent_form};
use crate::ui::table::{Cell, Column, plain_table};

const PATH: &str = "/departments";

/// The page at `/departments`.
#[component]
pub fn DepartmentsPage() -> impl IntoView {
    let i18n = use_i18n();
    let edited = parameter::<String>("edit").unwrap_or_default();
    let content = found(departments_page(), move |(departments, choices)| {
        content(departments, choices, &edited)
    });
    let title = tu_string!(i18n, people.area.departments);

    PageHead::new(title, tu_string!(i18n, people.department.lead))
        .page((area_tabs(Area::Departments), content))
}

fn content(departments: Vec<Department>, choices: Choices, edited: &str) -> AnyView {
    let i18n = use_i18n();
    let manages = may(Permission::StaffManage);
    let edited = departments.iter().find(|it| it.id.to_string() == edited).cloned();
    let form = manages.then(|| form(i18n, edited, choices));
    if departments.is_empty() {
        let empty = Empty::new(
            IconName::Building,
            tu_string!(i18n, people.department.empty),
            tu_string!(i18n, people.department.empty_text),
        );
        return (empty.card(), form).into_any();
    }
    let columns = [
        Column::Text(tu_string!(i18n, list.department)),
        Column::Text(tu_string!(i18n, people.department.supervisor)),
        Column::Text(tu_string!(i18n, people.department.staff)),
    ];
    let rows = departments.into_iter().map(|it| row(i18n, it, manages));

    view! {
        {plain_table(tu_string!(i18n, people.area.departments), &columns, rows)}
        {form}
    }
    .into_any()
}

fn row(i18n: Language, department: Department, manages: bool) -> [Cell; 3] {
    let supervisor =
        department.supervisor_name.unwrap_or_else(|| tu_string!(i18n, ui.none).to_owned());
    let name = if manages {
        let href = format!("{PATH}?edit={}#edit", department.id);
        view! { <a href=href>{department.name}</a> }.into_any()
    } else {
        department.name.into_any()
    };
    let people = view! {
        <a href=format!("/people?departmentId={}", department.id)>
            {tu_string!(i18n, people.department.see)}
        </a>
    };

    [Cell::head(name), Cell::text(supervisor), Cell::text(people)]
}

fn form(i18n: Language, edited: Option<Department>, choices: Choices) -> AnyView {
    let title = match &edited {
        Some(department) => {
            tu_string!(i18n, people.department.edit, name = department.name.clone())
        }
        None => tu_string!(i18n, people.department.new).to_owned(),
    };
    let supervisor = edited.as_ref().and_then(|it| it.supervisor_staff_id);
    let known = choices.people.iter().find(|person| Some(person.id) == supervisor);
    let supervisor = known.map_or_else(
        || supervisor.map(|id| id.to_string()).unwrap_or_default(),
        PersonChoice::text,
    );
    let form = SentForm::draft_card(match &edited {
        Some(department) => format!("department-{}", department.id),
        None => "new-department".to_owned(),
    })
    .confirm(tu_string!(i18n, people.form.saved));
    let id = edited.as_ref().map(|it| hidden("id", it.id));
    let foot = edit_foot(PATH, edited.is_some());
    let name = Input::new("name", "department[name]", tu_string!(i18n, people.form.name))
        .value(edited.map(|it| it.name).unwrap_or_default());

    let content = view! {
        {id}
        <div class="card-body form">
            <div class="form-grid">
                {input(name)}
                {manager_field(
                    ("supervisorStaffId", "department[supervisor]"),
                    tu_string!(i18n, people.department.supervisor),
                    supervisor,
                    choices.people,
                )}
            </div>
        </div>
        <div class="card-foot">{foot}</div>
    };

    section("stack", "edit", title, sent_form::<SaveDepartment>(form, content.into_any()))
}
