//! Making a member of staff; the fields are those of the page of a person too.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use shared::permission::{EMPLOYEE, Permission};

use super::fields::{FormError, Input, any_or, input, select, submit};
use super::forms::{Choices, PersonChoice, PersonForm};
use super::parts::named_roles;
use super::{CreatePerson, NewPerson, choices};
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::badge::Tone;
use crate::ui::crumbs::Crumbs;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::label::Language;
use crate::ui::notice::Notice;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::typed::keep_typed;

/// The page at `/people/new`.
#[component]
pub fn NewPersonPage() -> impl IntoView {
    let i18n = use_i18n();
    let action = ServerAction::<CreatePerson>::new();
    let error: FormError = Signal::derive(move || action.value().get().and_then(Result::err));
    let choices = Resource::new(|| (), |()| choices());
    let form = loaded(choices, move |choices| new_form(action, choices, error));
    let created = move || {
        let created = action.value().get().and_then(Result::ok);
        created.map(|person| created_notice(i18n, person))
    };

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
            <div aria-live="polite">{created}</div>
            <ErrorSummary error/>
            {form}
        </div>
    }
    .into_any()
}

fn new_form(action: ServerAction<CreatePerson>, choices: Choices, error: FormError) -> AnyView {
    let i18n = use_i18n();
    let person = PersonForm { role: EMPLOYEE.to_owned(), ..PersonForm::default() };
    let pending = action.pending();
    view! {
        {keep_typed(action, "new-person")}
        <ActionForm action attr:class="card" attr:id="new-person">{one_time_key()}
            <div class="card-body form">{person_fields(person, choices, error)}</div>
            <div class="card-foot">
                {submit(tu_string!(i18n, people.new.submit), move || pending.get())}
            </div>
        </ActionForm>
    }
    .into_any()
}

fn created_notice(i18n: Language, person: NewPerson) -> AnyView {
    let title = tu_string!(i18n, people.new.done, name = person.name);
    let href = format!("/people/{}", person.id);
    view! {
        <Notice tone=Tone::Success title>
            {password_once(i18n, person.temporary_password)}
            <p>
                <a href=href>{tu_string!(i18n, people.new.see)}</a>
            </p>
        </Notice>
    }
    .into_any()
}

/// A temporary password, which is shown this once.
pub(crate) fn password_once(i18n: Language, password: String) -> AnyView {
    view! {
        <label class="field">
            <span class="field-label">{tu_string!(i18n, people.password.label)}</span>
            <input
                class="input"
                type="text"
                dir="ltr"
                readonly
                autocomplete="off"
                value=password
            />
            <span class="field-hint">{tu_string!(i18n, people.password.once)}</span>
        </label>
    }
    .into_any()
}

/// The fields of a person. The role is offered to those who may give one.
pub(super) fn person_fields(person: PersonForm, choices: Choices, error: FormError) -> AnyView {
    let i18n = use_i18n();
    let roles = may(Permission::OrgManage).then(|| {
        let label = tu_string!(i18n, people.list.role);
        let hint = tu_string!(i18n, people.form.role_hint);
        let roles = named_roles(choices.roles);
        select(("role", "person[role]"), (label, hint), roles, person.role.clone(), error)
    });
    let departments = select(
        ("departmentId", "person[department_id]"),
        (tu_string!(i18n, list.department), ""),
        any_or(tu_string!(i18n, ui.none), choices.departments),
        person.department_id.clone(),
        error,
    );

    view! {
        {identity_fields(i18n, &person, error)}
        <div class="form-grid">
            {departments}
            {manager_field(
                ("lineManagerId", "person[line_manager]"),
                tu_string!(i18n, people.list.manager),
                person.line_manager.clone(),
                choices.people,
                error,
            )}
            {roles}
        </div>
        {employment_fields(i18n, &person, error)}
    }
    .into_any()
}

fn identity_fields(i18n: Language, person: &PersonForm, error: FormError) -> AnyView {
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
            {input(name, error)} {input(number, error)} {input(email, error)} {input(job, error)}
        </div>
    }
    .into_any()
}

fn employment_fields(i18n: Language, person: &PersonForm, error: FormError) -> AnyView {
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
    view! { <div class="form-grid">{input(start, error)} {input(confirmed, error)}</div> }
        .into_any()
}

/// A person named by number, with a list of who may be meant.
pub(super) fn manager_field(
    (id, name): (&'static str, &'static str),
    label: &'static str,
    value: String,
    people: Vec<PersonChoice>,
    error: FormError,
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
        {input(field, error)}
        <datalist id="people-known">{options}</datalist>
    }
    .into_any()
}
