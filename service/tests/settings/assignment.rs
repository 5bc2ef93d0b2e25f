//! The templates of departments.

use database::on_both;
use database::test_support::TestDatabase;
use shared::assignment::{AssignmentInput, AssignmentsInput};
use shared::department::DepartmentInput;
use shared::error::Code;
use shared::id::{DepartmentId, TemplateId};
use uuid::Uuid;

use super::{assign, code, named, unknown};
use crate::people::{fault, faults};
use crate::support::World;

on_both!(
    a_department_without_a_template_is_reported,
    only_the_named_assignments_change,
    the_appraisal_of_a_department_uses_its_template,
    references_that_lead_nowhere_are_named_and_nothing_changes,
    assignments_need_the_permissions_to_read_and_to_change_them,
);

fn all(assignments: Vec<(DepartmentId, Option<TemplateId>)>) -> AssignmentsInput {
    let input = |(department_id, appraisal_template_id)| AssignmentInput {
        department_id,
        appraisal_template_id,
    };
    AssignmentsInput { assignments: assignments.into_iter().map(input).collect() }
}

async fn a_department_without_a_template_is_reported(db: TestDatabase) {
    let world = World::new(db).await;
    let list = world.service.assignments().list(&world.hr).await.unwrap();
    let names: Vec<&str> = list.iter().map(|it| &*it.department_name).collect();
    assert_eq!(names, ["Finance", "Human Resources"]);
    let is_fallback = |it: &shared::assignment::Assignment| {
        it.appraisal_template_id.is_none() && it.template_name.is_none()
    };
    assert!(list.iter().all(is_fallback));
}

async fn only_the_named_assignments_change(db: TestDatabase) {
    let world = World::new(db).await;
    let assignments = world.service.assignments();
    let (finance, it) = (world.template("Finance").await.id, world.template("IT").await.id);
    let offices = assignments.list(&world.hr).await.unwrap()[1].department_id;
    let both = all(vec![(world.finance, Some(finance)), (offices, Some(it))]);
    let list = assignments.change(&world.hr, both.clone()).await.unwrap();
    let names: Vec<_> = list.iter().map(|it| it.template_name.as_deref()).collect();
    assert_eq!(names, [Some("Finance"), Some("IT")]);
    assert_eq!(world.trail(2).await.len(), 2);
    let assigned = ("department.template_assigned".to_owned(), "appraisalTemplateId".to_owned());
    assert_eq!(world.trail(2).await, [assigned.clone(), assigned]);

    // A repetition changes nothing; nor does an empty list of departments.
    assert_eq!(assignments.change(&world.hr, both).await.unwrap(), list);
    assert_eq!(assignments.change(&world.hr, all(vec![])).await.unwrap(), list);
    let list = assignments.change(&world.hr, assign(offices, None)).await.unwrap();
    let ids: Vec<_> = list.iter().map(|it| it.appraisal_template_id).collect();
    assert_eq!(ids, [Some(finance), None]);
    assert_ne!(world.trail(4).await[3].0, "department.template_assigned");
    let departments = world.service.departments().list(&world.hr).await.unwrap();
    assert_eq!(departments[0].appraisal_template_id, Some(finance));
}

async fn the_appraisal_of_a_department_uses_its_template(db: TestDatabase) {
    let world = World::new(db).await;
    let made = world.service.templates().create(&world.hr, named("Legal")).await.unwrap();
    let assigned = assign(world.finance, Some(made.id));
    world.service.assignments().change(&world.hr, assigned).await.unwrap();
    let detail = world.initiated().await;
    assert_eq!((detail.template_id, &*detail.template_name), (made.id, "Legal"));
    world.service.templates().archive(&world.hr, made.id).await.unwrap();
    let other = world.initiate(world.manager.staff()).await.unwrap();
    assert_eq!(other.template_name, shared::template::FALLBACK_TEMPLATE_NAME);
}

async fn references_that_lead_nowhere_are_named_and_nothing_changes(db: TestDatabase) {
    let world = World::new(db).await;
    let assignments = world.service.assignments();
    let templates = world.service.templates();
    let before = assignments.list(&world.hr).await.unwrap();
    let finance = world.template("Finance").await.id;
    let archived = templates.create(&world.hr, named("Legal")).await.unwrap().id;
    templates.archive(&world.hr, archived).await.unwrap();
    let foreign = templates.create(&world.stranger, named("Legal")).await.unwrap().id;
    let trail = world.trail(3).await;

    let offices = before[1].department_id;
    for (template, code) in
        [(archived, "ARCHIVED"), (foreign, "NOT_FOUND"), (unknown(), "NOT_FOUND")]
    {
        let input = all(vec![(world.finance, Some(finance)), (offices, Some(template))]);
        let expected = fault("assignments[1].appraisalTemplateId", code);
        assert_eq!(faults(assignments.change(&world.hr, input).await), expected);
    }
    for department in [world.foreign_department, DepartmentId(Uuid::from_u128(404))] {
        let input = all(vec![(world.finance, Some(finance)), (department, None)]);
        let expected = fault("assignments[1].departmentId", "NOT_FOUND");
        assert_eq!(faults(assignments.change(&world.hr, input).await), expected);
    }
    let twice = all(vec![(offices, None), (offices, Some(finance))]);
    let expected = fault("assignments[1].departmentId", "DUPLICATE");
    assert_eq!(faults(assignments.change(&world.hr, twice).await), expected);
    assert_eq!(assignments.list(&world.hr).await.unwrap(), before);
    assert_eq!(world.trail(3).await, trail);
}

async fn assignments_need_the_permissions_to_read_and_to_change_them(db: TestDatabase) {
    let world = World::new(db).await;
    let assignments = world.service.assignments();
    for caller in [&world.md, &world.head, &world.employee] {
        assert_eq!(code(assignments.list(caller).await), Code::Forbidden);
        let changed = assignments.change(caller, assign(world.finance, None)).await;
        assert_eq!(code(changed), Code::Forbidden);
    }
    let input = DepartmentInput { name: "Risk".to_owned(), supervisor_staff_id: None };
    world.service.departments().create(&world.foreign_admin, input).await.unwrap();
    assert_eq!(assignments.list(&world.hr).await.unwrap().len(), 2);
    assert_eq!(assignments.list(&world.stranger).await.unwrap().len(), 2);
}
