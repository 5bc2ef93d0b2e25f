//! The page of a member of staff: data, reviewers, change form and actions.

use leptos::prelude::*;
use leptos_meta::Title;
use shared::appraisal::initiation::ReviewerReason;
use shared::id::StaffId;
use shared::staff::Staff;

use super::forms::{Choices, PersonForm, choice_text};
use super::new_page::person_fields;
use super::parts::{person_badges, role_name};
use super::person_actions::actions;
use super::{ChangePerson, PersonView, Reviewers, person};
use crate::i18n::{tu_string, use_i18n};
use crate::ui::card::{Card, section};
use crate::ui::crumbs::Crumbs;
use crate::ui::digits::listed;
use crate::ui::facts::plain_facts;
use crate::ui::label::Language;
use crate::ui::page::{found_by_id, person_head};
use crate::ui::sent_form::{SentForm, send_button, sent_form};
use crate::ui::time::date_text;

/// The page at `/people/:id`.
#[component]
pub fn PersonPage() -> impl IntoView {
    found_by_id("Person", person, person_view)
}

fn person_view(person: PersonView) -> AnyView {
    let i18n = use_i18n();
    let PersonView { staff, reviewers, line_manager_number, open_appraisal, choices } = person;
    let form = choices.map(|choices| {
        let values = form_values(&staff, line_manager_number);
        edit_form(staff.id, values, choices)
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
                {actions(i18n, &staff, open_appraisal)}
            </div>
        </div>
    }
    .into_any()
}

fn head(i18n: Language, staff: &Staff) -> AnyView {
    let (name, parent) = (staff.name.clone(), tu_string!(i18n, people.area.people));
    let crumbs = view! { <Crumbs address="/people" parent current=name.clone()/> };
    person_head(crumbs.into_any(), name, person_badges(i18n, staff), None)
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

    Card::new("facts", tu_string!(i18n, people.person.facts)).body(plain_facts(facts))
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
    let reviewers = [
        (tu_string!(i18n, status.pending_lm), manager),
        (tu_string!(i18n, status.pending_dept_head), head),
        (tu_string!(i18n, status.pending_md), directors),
        (tu_string!(i18n, status.pending_hr), tu_string!(i18n, people.person.by_hr).to_owned()),
    ];

    Card::new("reviewers", tu_string!(i18n, people.person.reviewers)).body(plain_facts(reviewers))
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
        line_manager: (staff.line_manager_name.as_deref().zip(line_manager_number))
            .map(|(name, number)| choice_text(name, &number))
            .unwrap_or_default(),
        start: date(Some(staff.employment_start_date)),
        confirmed: date(staff.employment_confirmed_at),
    }
}

fn edit_form(id: StaffId, values: PersonForm, choices: Choices) -> AnyView {
    let i18n = use_i18n();
    let form =
        SentForm::draft_card(format!("person-{id}")).confirm(tu_string!(i18n, people.form.saved));
    let content = view! {
        <input type="hidden" name="id" value=id.to_string()/>
        <div class="card-body form">{person_fields(values, choices)}</div>
        <div class="card-foot">{send_button(tu_string!(i18n, people.form.save))}</div>
    };
    section(
        "stack",
        "edit",
        tu_string!(i18n, people.person.edit),
        sent_form::<ChangePerson>(form, content.into_any()),
    )
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
        assert!(html.contains("لا يوجد مراجع"), "{html}");
        assert!(!html.contains("As the service says."), "{html}");
    }
}
