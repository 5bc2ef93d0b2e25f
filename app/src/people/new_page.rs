//! The page that creates a member of staff, and parts that it shares with the page of a person.

use leptos::prelude::*;
use leptos::server_fn::ServerFn;
use shared::permission::{EMPLOYEE, Permission};

use super::forms::{Choices, PersonChoice, PersonForm};
use super::parts::named_roles;
use super::{CreatePerson, choices};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::session::may;
use crate::ui::filter::any_or;
use crate::ui::icon::IconName;
use crate::ui::input::{Input, input, select};
use crate::ui::label::Language;
use crate::ui::page::{PageHead, found};
use crate::ui::sent_form::{
    ActionButton, Question, ResultNotice, SentForm, action_form, form_card, result_template,
    secret_field, sent_form,
};

/// The page at `/people/new`.
#[component]
pub fn NewPersonPage() -> impl IntoView {
    let i18n = use_i18n();
    let form = found(choices(), new_form);

    PageHead::new(tu_string!(i18n, people.new.title), tu_string!(i18n, people.new.lead))
        .below("/people", tu_string!(i18n, people.area.people), tu_string!(i18n, people.new.crumb))
        .narrow()
        .page((result_template("person-once", created_notice(i18n)), form))
}

fn new_form(choices: Choices) -> AnyView {
    let i18n = use_i18n();
    let person = PersonForm { role: EMPLOYEE.to_owned(), ..PersonForm::default() };
    let form = SentForm::draft_card("new-person").result("person-once");
    let content = form_card(person_fields(person, choices), tu_string!(i18n, people.new.submit));
    sent_form::<CreatePerson>(form, content)
}

fn created_notice(i18n: Language) -> AnyView {
    let title = tu_string!(i18n, people.new.done, name = "#");
    view! {
        <ResultNotice title=title.replace('#', "{name}")>
            {temporary_password_field(i18n, "{temporary_password}")}
            <p>
                <a data-href="/people/{id}">{tu_string!(i18n, people.new.see)}</a>
            </p>
        </ResultNotice>
    }
    .into_any()
}

/// The field for a temporary password, which is only displayed once.
///
/// * `value`: the field of the response, in braces.
fn temporary_password_field(i18n: Language, value: &'static str) -> AnyView {
    let (label, hint) =
        (tu_string!(i18n, people.password.label), tu_string!(i18n, people.password.once));
    secret_field(label, hint, value)
}

/// A form that issues a temporary password, which is displayed once.
///
/// * `mfa`: true if the form also removes the second factor.
pub(crate) fn reset_form<S: ServerFn<Error = UiError>>(
    id: String,
    mfa: bool,
    question: Question,
) -> AnyView {
    let (form, icon) = if mfa { ("reset-mfa", IconName::Lock) } else { ("reset", IconName::Key) };
    let button = ActionButton::new("button", icon, question.confirm.clone());
    let form = SentForm::named(form).asks(question).result("password-once");
    action_form::<S>(form, vec![("id", id), ("mfa", mfa.to_string())], None, button)
}

/// A form that blocks an account and ends its sessions, or removes the block.
pub(crate) fn block_form<S: ServerFn<Error = UiError>>(
    form: SentForm,
    id: String,
    is_blocked: bool,
    text: &'static str,
) -> AnyView {
    let class = if is_blocked { "button button-danger" } else { "button" };
    let button = ActionButton::new(class, IconName::Lock, text);
    action_form::<S>(form, vec![("id", id), ("is_blocked", is_blocked.to_string())], None, button)
}

/// A form that ends all sessions of an account, with a description of the effect.
pub(crate) fn end_sessions_form<S: ServerFn<Error = UiError>>(id: String, name: &str) -> AnyView {
    let i18n = use_i18n();
    let effect = tu_string!(i18n, sessions.end_all_effect);
    let text = tu_string!(i18n, sessions.end_all);
    let title = tu_string!(i18n, sessions.end_all_ask, name = name.to_owned());
    let form = SentForm::named("end-sessions")
        .confirm(tu_string!(i18n, sessions.all_ended))
        .asks(Question::new(title, effect, text));
    let button = ActionButton::new("button", IconName::LogOut, text);
    view! {
        <p class="muted">{effect}</p>
        {action_form::<S>(form, vec![("id", id)], None, button)}
    }
    .into_any()
}

/// The notice with a new temporary password.
pub(crate) fn password_notice(i18n: Language, value: &'static str) -> AnyView {
    view! { <div>{temporary_password_field(i18n, value)}</div> }.into_any()
}

/// The fields of a person. The role is only offered to users who may assign one.
pub(super) fn person_fields(person: PersonForm, choices: Choices) -> AnyView {
    let i18n = use_i18n();
    let roles = may(Permission::OrgManage).then(|| {
        let label = tu_string!(i18n, people.list.role);
        let hint = tu_string!(i18n, people.form.role_hint);
        let roles = named_roles(choices.roles);
        select(("role", "person[role]"), (label, hint), roles, person.role.clone())
    });
    let departments = select(
        ("departmentId", "person[department_id]"),
        (tu_string!(i18n, list.department), ""),
        any_or(tu_string!(i18n, ui.none), choices.departments),
        person.department_id.clone(),
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
    let number = Input::new(
        "staffNumber",
        "person[staff_number]",
        tu_string!(i18n, people.form.staff_number),
    )
    .value(person.staff_number.clone());
    let name = Input::new("name", "person[name]", tu_string!(i18n, people.form.name))
        .value(person.name.clone());
    let email = Input::new("email", "person[email]", tu_string!(i18n, login.email))
        .kind("email")
        .value(person.email.clone())
        .hint(tu_string!(i18n, people.form.email_hint));
    let job = Input::new("jobTitle", "person[job_title]", tu_string!(i18n, people.form.job_title))
        .value(person.job_title.clone())
        .optional();
    view! {
        <div class="form-grid">
            {input(name)} {input(number)} {input(email)}
            {input(job)}
        </div>
    }
    .into_any()
}

fn employment_fields(i18n: Language, person: &PersonForm) -> AnyView {
    let start =
        Input::new("employmentStartDate", "person[start]", tu_string!(i18n, people.form.start))
            .kind("date")
            .value(person.start.clone());
    let confirmed = Input::new(
        "employmentConfirmedAt",
        "person[confirmed]",
        tu_string!(i18n, people.form.confirmed),
    )
    .kind("date")
    .value(person.confirmed.clone())
    .hint(tu_string!(i18n, people.form.confirmed_hint))
    .optional();
    view! { <div class="form-grid">{input(start)} {input(confirmed)}</div> }.into_any()
}

/// A field for a person, given by name, staff number or e-mail address, with a list of
/// suggestions.
pub(super) fn manager_field(
    (id, name): (&'static str, &'static str),
    label: &'static str,
    value: String,
    people: Vec<PersonChoice>,
) -> AnyView {
    let i18n = use_i18n();
    let options: Vec<_> = people
        .into_iter()
        .map(|it| view! { <option value=it.text()></option> }.into_any())
        .collect();
    let field = Input::new(id, name, label)
        .value(value)
        .hint(tu_string!(i18n, people.form.person_hint))
        .optional()
        .list("people-known");
    view! {
        {input(field)}
        <datalist id="people-known">{options}</datalist>
    }
    .into_any()
}
