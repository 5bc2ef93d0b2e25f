use std::collections::BTreeSet;

use super::*;
use crate::seed::content::{
    BEHAVIOURS, COMPETENCIES, MANAGERIAL_COMPETENCIES, QUESTIONS, RISK_COMPLIANCE_KPIS, TEMPLATES,
};

fn person(staff_number: &str) -> &'static PersonContent {
    PEOPLE.iter().find(|person| person.staff_number == staff_number).expect(staff_number)
}

fn at_desk(desk: &str) -> &'static PersonContent {
    PEOPLE.iter().find(|person| person.desk == Some(desk)).expect(desk)
}

fn department(name: &str) -> &'static DepartmentContent {
    DEPARTMENTS.iter().find(|department| department.name == name).expect(name)
}

fn count_role(role: &str) -> usize {
    PEOPLE.iter().filter(|person| person.role == role).count()
}

#[test]
fn staff_numbers_names_and_addresses_are_unique() {
    let distinct = |of: fn(&PersonContent) -> &'static str| {
        PEOPLE.iter().map(of).collect::<BTreeSet<_>>().len()
    };
    assert_eq!(distinct(|person| person.staff_number), 40);
    assert_eq!(distinct(|person| person.name), 40);
    assert_eq!(distinct(|person| person.email), 40);
}

#[test]
fn every_address_is_first_and_last_name_at_the_house() {
    for person in &PEOPLE {
        let local = person.email.strip_suffix("@amanah.example").expect(person.email);
        assert_eq!(local.split('.').count(), 2, "{local}");
        assert!(local.chars().all(|letter| letter.is_ascii_lowercase() || "-.".contains(letter)));
    }
}

#[test]
fn everybody_has_a_job_title_and_a_known_department() {
    for person in &PEOPLE {
        assert!(!person.job_title.is_empty(), "{}", person.name);
        department(person.department);
    }
}

#[test]
fn every_department_is_supervised_by_a_member_who_may_sign_in() {
    for department in &DEPARTMENTS {
        let supervisor = person(department.supervisor);
        assert_eq!(supervisor.department, department.name);
        assert!(!supervisor.is_blocked);
    }
}

#[test]
fn departments_are_linked_to_seeded_templates_and_at_least_two_are_not_linked() {
    for name in DEPARTMENTS.iter().filter_map(|department| department.template) {
        assert!(TEMPLATES.iter().any(|template| template.name == name), "{name}");
    }
    let unlinked = DEPARTMENTS.iter().filter(|department| department.template.is_none());
    assert!(unlinked.count() >= 2);
}

#[test]
fn line_managers_are_listed_before_their_people_so_that_there_is_no_cycle() {
    for (position, person) in PEOPLE.iter().enumerate() {
        if let Some(line_manager) = person.line_manager {
            let before = &PEOPLE[..position];
            let manager = before.iter().find(|other| other.staff_number == line_manager);
            assert!(!manager.expect(person.name).is_blocked, "{}", person.name);
        }
    }
}

#[test]
fn only_the_managing_director_has_no_line_manager() {
    let without: Vec<&str> = PEOPLE
        .iter()
        .filter(|person| person.line_manager.is_none())
        .map(|person| person.role)
        .collect();
    assert_eq!(without, ["md"]);
}

#[test]
fn each_special_role_is_held_once_and_hr_twice() {
    for role in [
        "admin",
        "md",
        "credit_officer",
        "credit_reviewer",
        "shariah_officer",
        "cashier",
        "finance",
    ] {
        assert_eq!(count_role(role), 1, "{role}");
    }
    assert_eq!(count_role("hr"), 2);
    assert_eq!(count_role("employee"), 31);
}

#[test]
fn the_cast_has_distinct_desks_covers_every_role_and_can_sign_in() {
    let people: Vec<&PersonContent> =
        PEOPLE.iter().filter(|person| person.desk.is_some()).collect();
    let desks: BTreeSet<_> = people.iter().map(|person| person.desk).collect();
    let demo_roles: BTreeSet<_> = people.iter().map(|person| person.role).collect();
    let roles: BTreeSet<_> = PEOPLE.iter().map(|person| person.role).collect();
    assert_eq!(desks.len(), people.len());
    assert_eq!(demo_roles, roles);
    assert!(people.iter().all(|person| !person.is_blocked));
}

#[test]
fn both_probationers_of_the_cast_are_reviewed_by_different_members_of_the_cast() {
    for desk in ["Employee on probation (manager)", "Employee on probation"] {
        let subject = at_desk(desk);
        assert!(!subject.confirmed);
        assert_eq!(subject.line_manager, Some(at_desk("Line manager").staff_number));
        assert_eq!(
            department(subject.department).supervisor,
            at_desk("Department head").staff_number
        );
        assert_eq!(at_desk("Managing director").role, "md");
        assert_eq!(at_desk("HR").role, "hr");
    }
    let manager = at_desk("Employee on probation (manager)");
    assert!(PEOPLE.iter().any(|person| person.line_manager == Some(manager.staff_number)));
}

#[test]
fn some_unconfirmed_people_are_due_some_are_not_and_one_due_is_blocked() {
    let unconfirmed = || PEOPLE.iter().filter(|person| !person.confirmed);
    let due = || unconfirmed().filter(|person| person.started_months_ago >= 6);
    assert_eq!(unconfirmed().count(), 12);
    assert_eq!(due().count(), 6);
    assert_eq!(due().filter(|person| person.is_blocked).count(), 1);
    assert_eq!(PEOPLE.iter().filter(|person| person.is_blocked).count(), 2);
}

#[test]
fn every_seeded_row_has_an_achievement() {
    let catalogs: [&[_]; 4] =
        [&RISK_COMPLIANCE_KPIS, &COMPETENCIES, &MANAGERIAL_COMPETENCIES, &BEHAVIOURS];
    let rows = TEMPLATES
        .iter()
        .flat_map(|template| template.items)
        .map(|item| item.objective)
        .chain(catalogs.into_iter().flatten().map(|item| item.label));
    for label in rows {
        let texts = achievements_for(label);
        assert!(!texts.is_empty() && texts.iter().all(|text| !text.is_empty()), "{label}");
    }
    assert!(achievements_for("unknown").is_empty());
}

#[test]
fn every_seeded_question_has_three_different_answers() {
    for question in &QUESTIONS {
        let variants: BTreeSet<_> = answers_to(question.key).iter().collect();
        assert_eq!(variants.len(), 3, "{}", question.key);
        assert!(variants.iter().all(|text| !text.trim().is_empty()));
    }
    assert_eq!(
        SELF_ANSWERS.len() + SUPERVISOR_ANSWERS.len() + CAREER_ANSWERS.len(),
        QUESTIONS.len()
    );
    assert!(answers_to("unknown").is_empty());
}
