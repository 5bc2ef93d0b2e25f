//! Departments.

use database::on_both;
use database::test_support::TestDatabase;
use shared::department::{DepartmentInput, DepartmentPatch};
use shared::error::Code;
use shared::id::{DepartmentId, StaffId};
use shared::patch::Patch;
use uuid::Uuid;

use super::{code, fault, faults};
use crate::support::World;
use shared::audit::AuditQuery;

on_both!(
    departments_are_listed_by_name,
    names_are_unique_within_an_organization,
    a_supervisor_is_of_the_organization,
    a_change_names_what_changes,
    departments_of_another_organization_do_not_exist,
    departments_need_the_permissions_to_read_and_to_change_them,
);

fn named(name: &str) -> DepartmentInput {
    DepartmentInput { name: name.to_owned(), supervisor_staff_id: None }
}

fn renamed(name: &str) -> DepartmentPatch {
    DepartmentPatch { name: Some(name.to_owned()), ..Default::default() }
}

async fn departments_are_listed_by_name(db: TestDatabase) {
    let world = World::new(db).await;
    world.service.departments().create(&world.hr, named("  Compliance ")).await.unwrap();
    let departments = world.service.departments().list(&world.hr).await.unwrap();
    let names: Vec<&str> = departments.iter().map(|it| &*it.name).collect();
    assert_eq!(names, ["Compliance", "Finance", "Human Resources"]);
    assert_eq!(departments[1].supervisor_name.as_deref(), Some("Fatima"));
    assert_eq!(departments[1].supervisor_staff_id, Some(world.head.staff()));
    assert_eq!(departments[0].appraisal_template_id, None);
}

async fn names_are_unique_within_an_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let departments = world.service.departments();
    let taken = fault("name", "NAME_TAKEN");
    assert_eq!(faults(departments.create(&world.hr, named(" Finance")).await), taken);
    let compliance = departments.create(&world.hr, named("Compliance")).await.unwrap();
    let refused = departments.change(&world.hr, compliance.id, renamed("Finance")).await;
    assert_eq!(faults(refused), taken);
    assert!(departments.create(&world.stranger, named("Compliance")).await.is_ok());
    let blank = departments.create(&world.hr, named(" ")).await;
    assert_eq!(faults(blank), fault("name", "REQUIRED"));
}

async fn a_supervisor_is_of_the_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let departments = world.service.departments();
    for staff in [world.stranger.staff(), StaffId(Uuid::from_u128(404))] {
        let expected = fault("supervisorStaffId", "NOT_FOUND");
        let input = DepartmentInput { supervisor_staff_id: Some(staff), ..named("Compliance") };
        assert_eq!(faults(departments.create(&world.hr, input).await), expected);
        let patch =
            DepartmentPatch { supervisor_staff_id: Patch::Value(staff), ..Default::default() };
        let refused = departments.change(&world.hr, world.finance, patch).await;
        assert_eq!(faults(refused), expected);
    }
    let nobody = DepartmentPatch { supervisor_staff_id: Patch::Null, ..Default::default() };
    let changed = departments.change(&world.hr, world.finance, nobody).await.unwrap();
    assert_eq!((changed.supervisor_staff_id, changed.supervisor_name), (None, None));
}

async fn a_change_names_what_changes(db: TestDatabase) {
    let world = World::new(db).await;
    let departments = world.service.departments();
    departments.change(&world.hr, world.finance, renamed("Treasury")).await.unwrap();
    // Unchanged values write nothing and leave no trace.
    departments.change(&world.hr, world.finance, renamed("Treasury")).await.unwrap();
    let page = world.service.audit().list(&world.admin, AuditQuery::default()).await.unwrap();
    assert_eq!(
        (page.data[0].action.as_str(), page.data[0].fields.len()),
        ("department.changed", 1)
    );
    assert_eq!(page.data[1].action.as_str(), "department.changed");
    assert_eq!(page.data[1].fields, ["supervisorStaffId"]);
}

async fn departments_of_another_organization_do_not_exist(db: TestDatabase) {
    let world = World::new(db).await;
    let departments = world.service.departments();
    let foreign = departments.change(&world.hr, world.foreign_department, renamed("X")).await;
    let unknown = DepartmentId(Uuid::from_u128(404));
    let unknown = departments.change(&world.hr, unknown, renamed("X")).await.unwrap_err();
    assert_eq!(foreign.unwrap_err(), unknown);
    assert_eq!(unknown.code(), Code::NotFound);
    assert_eq!(departments.list(&world.stranger).await.unwrap()[0].name, "Finance");
}

async fn departments_need_the_permissions_to_read_and_to_change_them(db: TestDatabase) {
    let world = World::new(db).await;
    let departments = world.service.departments();
    assert!(departments.list(&world.md).await.is_ok());
    assert_eq!(code(departments.list(&world.employee).await), Code::Forbidden);
    for caller in [&world.md, &world.employee] {
        assert_eq!(code(departments.create(caller, named("X")).await), Code::Forbidden);
        let unknown = DepartmentId(Uuid::from_u128(404));
        let changed = departments.change(caller, unknown, renamed("X")).await;
        assert_eq!(code(changed), Code::Forbidden);
    }
}
