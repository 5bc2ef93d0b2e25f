//! Making a member of staff; the fields are those of the page of a person too.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::permission::{EMPLOYEE, Permission};

use super::forms::{Choices, PersonChoice, PersonForm};
use super::parts::named_roles;
use super::{CreatePerson, choices};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::crumbs::Crumbs;
use crate::ui::filter::any_or;
use crate::ui::input::{Input, NO_ERROR, input, select};
use crate::ui::label::Language;
use crate::ui::page::found;
use crate::ui::sent_form::{
    OnceNotice, SentForm, secret_field, send_button, sent_form, shown_once,
};

/// The page at `/people/new`.
#[component]
pub fn NewPersonPage() -> impl IntoView {
    let i18n = use_i18n();
    let form = found(choices, new_form);

    view! {
        <Title text=tu_string!(i18n, people.new.title)/>
        <div class="page page-narrow">
            <div class="page-head">
                <div class="page-head-text">
                    <Crumbs
                        address="/people"
                        parent=tu_string!(i18n, people.area.people)
                        current=tu_string!(i18n, people.new.crumb)
                    />
                    <h1>{tu_string!(i18n, people.new.title)}</h1>
                    <p>{tu_string!(i18n, people.new.lead)}</p>
                </div>
            </div>
            {shown_once("person-once", created_notice(i18n))}
            {form}
        </div>
    }
    .into_any()
}

fn new_form(choices: Choices) -> AnyView {
    let i18n = use_i18n();
    let person = PersonForm { role: EMPLOYEE.to_owned(), ..PersonForm::default() };
    let form = SentForm {
        id: "new-person".to_owned(),
        class: "card",
        is_kept: true,
        result: "person-once",
        ..SentForm::default()
    };
    let content = view! {
        <div class="card-body form">{person_fields(person, choices)}</div>
        <div class="card-foot">{send_button(tu_string!(i18n, people.new.submit))}</div>
    };
    sent_form::<CreatePerson>(form, content.into_any())
}

fn created_notice(i18n: Language) -> AnyView {
    let title = tu_string!(i18n, people.new.done, name = "#");
    view! {
        <OnceNotice title=title.replace('#', "{name}")>
            {password_once(i18n, "{temporary_password}")}
            <p>
                <a data-href="/people/{id}">{tu_string!(i18n, people.new.see)}</a>
            </p>
        </OnceNotice>
    }
    .into_any()
}

/// A temporary password, which is shown this once.
///
/// * `value`: the member of the answer, in braces.
pub(crate) fn password_once(i18n: Language, value: &'static str) -> AnyView {
    let (label, hint) =
        (tu_string!(i18n, people.password.label), tu_string!(i18n, people.password.once));
    secret_field(label, hint, value)
}

/// The fields of a person. The role is offered to those who may give one.
pub(super) fn person_fields(person: PersonForm, choices: Choices) -> AnyView {
    let i18n = use_i18n();
    let roles = may(Permission::OrgManage).then(|| {
        let label = tu_string!(i18n, people.list.role);
        let hint = tu_string!(i18n, people.form.role_hint);
        let roles = named_roles(choices.roles);
        select(("role", "person[role]"), (label, hint), roles, person.role.clone(), NO_ERROR)
    });
    let departments = select(
        ("departmentId", "person[department_id]"),
        (tu_string!(i18n, list.department), ""),
        any_or(tu_string!(i18n, ui.none), choices.departments),
        person.department_id.clone(),
        NO_ERROR,
    );

    view! {
        {identity_fields(i18n, &person)}
        <div class="form-grid">
            {departments}
            {manager_field(
                ("lineManagerId", "person[line_manager]"),
                tu_string!(i18n, people.list.manager),
                person.line_manager.clone(),
                choices.people,
            )}
            {roles}
        </div>
        {employment_fields(i18n, &person)}
    }
    .into_any()
}

fn identity_fields(i18n: Language, person: &PersonForm) -> AnyView {
    let number = Input {
        id: "staffNumber",
        name: "person[staff_number]",
        label: tu_string!(i18n, people.form.staff_number),
        value: person.staff_number.clone(),
        ..Input::default()
    };
    let name = Input {
        id: "name",
        name: "person[name]",
        label: tu_string!(i18n, people.form.name),
        value: person.name.clone(),
        ..Input::default()
    };
    let email = Input {
        id: "email",
        name: "person[email]",
        label: tu_string!(i18n, login.email),
        kind: "email",
        value: person.email.clone(),
        hint: tu_string!(i18n, people.form.email_hint),
        ..Input::default()
    };
    let job = Input {
        id: "jobTitle",
        name: "person[job_title]",
        label: tu_string!(i18n, people.form.job_title),
        value: person.job_title.clone(),
        optional: true,
        ..Input::default()
    };
    view! {
        <div class="form-grid">
            {input(name, NO_ERROR)} {input(number, NO_ERROR)} {input(email, NO_ERROR)}
            {input(job, NO_ERROR)}
        </div>
    }
    .into_any()
}

fn employment_fields(i18n: Language, person: &PersonForm) -> AnyView {
    let start = Input {
        id: "employmentStartDate",
        name: "person[start]",
        label: tu_string!(i18n, people.form.start),
        kind: "date",
        value: person.start.clone(),
        ..Input::default()
    };
    let confirmed = Input {
        id: "employmentConfirmedAt",
        name: "person[confirmed]",
        label: tu_string!(i18n, people.form.confirmed),
        kind: "date",
        value: person.confirmed.clone(),
        hint: tu_string!(i18n, people.form.confirmed_hint),
        optional: true,
        ..Input::default()
    };
    view! { <div class="form-grid">{input(start, NO_ERROR)} {input(confirmed, NO_ERROR)}</div> }
        .into_any()
}

/// A person named by number, with a list of who may be meant.
pub(super) fn manager_field(
    (id, name): (&'static str, &'static str),
    label: &'static str,
    value: String,
    people: Vec<PersonChoice>,
) -> AnyView {
    let i18n = use_i18n();
    let options: Vec<_> = people
        .into_iter()
        .map(|it| view! { <option value=it.staff_number>{it.name}</option> }.into_any())
        .collect();
    let field = Input {
        id,
        name,
        label,
        value,
        hint: tu_string!(i18n, people.form.person_hint),
        optional: true,
        list: Some("people-known"),
        ..Input::default()
    };
    view! {
        {input(field, NO_ERROR)}
        <datalist id="people-known">{options}</datalist>
    }
    .into_any()
}
