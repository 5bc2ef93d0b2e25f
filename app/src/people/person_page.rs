//! One member of staff: how they stand, who reviews them, and what can be changed.

use leptos::form::ActionForm;
use leptos::prelude::*;
use leptos_meta::Title;
use leptos_router::hooks::use_params_map;
use shared::appraisal::initiation::ReviewerReason;
use shared::id::StaffId;
use shared::staff::Staff;

use super::fields::{FormError, submit};
use super::forms::{Choices, PersonForm};
use super::new_page::person_fields;
use super::parts::{person_badges, role_name};
use super::person_acts::{Acts, acts};
use super::{ChangePerson, PersonView, Reviewers, person};
use crate::error::UiError;
use crate::i18n::{tu_string, use_i18n};
use crate::ui::crumbs::Crumbs;
use crate::ui::digits::listed;
use crate::ui::error_summary::ErrorSummary;
use crate::ui::label::Language;
use crate::ui::one_time_key::one_time_key;
use crate::ui::page::loaded;
use crate::ui::person::initials;
use crate::ui::time::date_text;
use crate::ui::toast::use_toasts;
use crate::ui::typed::keep_typed;

/// The page at `/people/:id`.
#[component]
pub fn PersonPage() -> impl IntoView {
    let params = use_params_map();
    let id = Memo::new(move |_| params.read().get("id").and_then(|id| id.parse().ok()));
    let change = ServerAction::<ChangePerson>::new();
    let other = Acts::new();
    // Only what succeeded is loaded again: a refused form keeps what was typed.
    let saved = RwSignal::new(0_u32);
    confirm_saved(change, saved);
    let loaded_again = Signal::derive(move || (saved.get(), other.blocked.get()));
    let found = Resource::new(
        move || (id.get(), loaded_again.get()),
        |(id, _): (Option<StaffId>, _)| async move {
            let id = id.ok_or_else(|| UiError(shared::Error::not_found("Person")))?;
            person(id).await
        },
    );

    loaded(found, move |person| person_view(person, change, other))
}

fn confirm_saved(change: ServerAction<ChangePerson>, saved: RwSignal<u32>) {
    let i18n = use_i18n();
    let toasts = use_toasts();
    Effect::new(move |_| {
        if matches!(&*change.value().read(), Some(Ok(()))) {
            saved.update(|count| *count = count.wrapping_add(1));
            toasts.confirm(tu_string!(i18n, people.form.saved));
        }
    });
}

fn person_view(person: PersonView, change: ServerAction<ChangePerson>, other: Acts) -> AnyView {
    let i18n = use_i18n();
    let PersonView { staff, reviewers, line_manager_number, open_appraisal, choices } = person;
    let form = choices.map(|choices| {
        let values = form_values(&staff, line_manager_number);
        edit_form(staff.id, values, choices, change)
    });

    view! {
        <Title text=staff.name.clone()/>
        <div class="page">
            {head(i18n, &staff)}
            <div class="with-aside">
                <div class="stack">
                    {facts(i18n, &staff)}
                    {reviewers_card(i18n, reviewers)}
                    {form}
                </div>
                {acts(i18n, &staff, open_appraisal, other)}
            </div>
        </div>
    }
    .into_any()
}

fn head(i18n: Language, staff: &Staff) -> AnyView {
    let name = staff.name.clone();
    view! {
        <div class="page-head">
            <div class="page-head-text">
                <Crumbs
                    address="/people"
                    parent=tu_string!(i18n, people.area.people)
                    current=name.clone()
                />
                <div class="person">
                    <span class="avatar avatar-large" aria-hidden="true">{initials(&name)}</span>
                    <div>
                        <h1>{name}</h1>
                        {person_badges(i18n, staff)}
                    </div>
                </div>
            </div>
        </div>
    }
    .into_any()
}

fn facts(i18n: Language, staff: &Staff) -> AnyView {
    let none = || tu_string!(i18n, ui.none).to_owned();
    let confirmed = staff
        .employment_confirmed_at
        .map_or_else(|| tu_string!(i18n, home.unconfirmed).to_owned(), |it| date_text(i18n, it));
    let facts = [
        (tu_string!(i18n, people.form.staff_number), staff.staff_number.clone()),
        (tu_string!(i18n, login.email), staff.email.clone()),
        (tu_string!(i18n, people.list.role), role_name(&staff.role)),
        (tu_string!(i18n, people.form.job_title), staff.job_title.clone().unwrap_or_else(none)),
        (tu_string!(i18n, list.department), staff.department_name.clone().unwrap_or_else(none)),
        (
            tu_string!(i18n, people.list.manager),
            staff.line_manager_name.clone().unwrap_or_else(none),
        ),
        (tu_string!(i18n, people.form.start), date_text(i18n, staff.employment_start_date)),
        (tu_string!(i18n, people.form.confirmed), confirmed),
    ];
    let facts: Vec<_> = facts
        .into_iter()
        .map(|(term, text)| view! { <div><dt>{term}</dt><dd>{text}</dd></div> }.into_any())
        .collect();

    view! {
        <section class="card" aria-labelledby="facts">
            <div class="card-head">
                <h2 id="facts">{tu_string!(i18n, people.person.facts)}</h2>
            </div>
            <div class="card-body">
                <dl class="facts">{facts}</dl>
            </div>
        </section>
    }
    .into_any()
}

fn reviewers_card(i18n: Language, reviewers: Reviewers) -> AnyView {
    let manager = match reviewers.line_manager {
        Err(error) => error.message(),
        Ok((name, ReviewerReason::LineManager)) => name,
        Ok((name, ReviewerReason::DepartmentSupervisor)) => {
            tu_string!(i18n, people.person.as_supervisor, name = name)
        }
    };
    let head = reviewers
        .department_head
        .unwrap_or_else(|| tu_string!(i18n, initiation.no_head).to_owned());
    let directors = if reviewers.managing_directors.is_empty() {
        tu_string!(i18n, people.person.no_director).to_owned()
    } else {
        listed(&reviewers.managing_directors)
    };
    let desks = [
        (tu_string!(i18n, status.pending_lm), manager),
        (tu_string!(i18n, status.pending_dept_head), head),
        (tu_string!(i18n, status.pending_md), directors),
        (tu_string!(i18n, status.pending_hr), tu_string!(i18n, people.person.by_hr).to_owned()),
    ];
    let desks: Vec<_> = desks
        .into_iter()
        .map(|(desk, who)| view! { <div><dt>{desk}</dt><dd>{who}</dd></div> }.into_any())
        .collect();

    view! {
        <section class="card" aria-labelledby="reviewers">
            <div class="card-head">
                <h2 id="reviewers">{tu_string!(i18n, people.person.reviewers)}</h2>
            </div>
            <div class="card-body">
                <dl class="facts">{desks}</dl>
            </div>
        </section>
    }
    .into_any()
}

fn form_values(staff: &Staff, line_manager_number: Option<String>) -> PersonForm {
    let date = |date: Option<chrono::NaiveDate>| date.map(|it| it.to_string()).unwrap_or_default();
    PersonForm {
        staff_number: staff.staff_number.clone(),
        name: staff.name.clone(),
        email: staff.email.clone(),
        role: staff.role.clone(),
        job_title: staff.job_title.clone().unwrap_or_default(),
        department_id: staff.department_id.map(|id| id.to_string()).unwrap_or_default(),
        line_manager: line_manager_number.unwrap_or_default(),
        start: date(Some(staff.employment_start_date)),
        confirmed: date(staff.employment_confirmed_at),
    }
}

fn edit_form(
    id: StaffId,
    values: PersonForm,
    choices: Choices,
    change: ServerAction<ChangePerson>,
) -> AnyView {
    let i18n = use_i18n();
    let error: FormError = Signal::derive(move || change.value().get().and_then(Result::err));
    let pending = change.pending();
    let form = format!("person-{id}");
    view! {
        <section class="stack" aria-labelledby="edit">
            <h2 id="edit">{tu_string!(i18n, people.person.edit)}</h2>
            <ErrorSummary error/>
            {keep_typed(change, form.clone())}
            <ActionForm action=change attr:class="card" attr:id=form>{one_time_key()}
                <input type="hidden" name="id" value=id.to_string()/>
                <div class="card-body form">{person_fields(values, choices, error)}</div>
                <div class="card-foot">
                    {submit(tu_string!(i18n, people.form.save), move || pending.get())}
                </div>
            </ActionForm>
        </section>
    }
    .into_any()
}

#[cfg(all(test, feature = "ssr"))]
mod tests {
    use shared::error::{Code, Error};

    use super::*;
    use crate::i18n::Locale;
    use crate::rendering::rendered;

    #[tokio::test]
    async fn why_nobody_reviews_is_said_in_the_language_of_the_page() {
        let nobody = || Reviewers {
            line_manager: Err(Error::invalid(Code::NoReviewer, "As the service says.").into()),
            department_head: None,
            managing_directors: Vec::new(),
        };
        let html = rendered(Locale::English, |i18n| reviewers_card(i18n, nobody()));
        assert!(html.contains("As the service says."), "{html}");
        let html = rendered(Locale::Arabic, |i18n| reviewers_card(i18n, nobody()));
        assert!(html.contains("لا أحد ليراجع"), "{html}");
        assert!(!html.contains("As the service says."), "{html}");
    }
}
