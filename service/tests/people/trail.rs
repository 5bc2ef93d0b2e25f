//! Every change of the module writes an entry under `staff_management`.

use database::on_both;
use database::test_support::TestDatabase;
use shared::appraisal::Status;
use shared::appraisal::save::HrInput;
use shared::audit::{AuditEntry, AuditQuery, Category};
use shared::department::{DepartmentInput, DepartmentPatch};
use shared::page::PageRequest;
use shared::staff::StaffPatch;

use crate::support::{World, person};

on_both!(
    every_act_on_an_appraisal_leaves_an_entry,
    the_hr_fields_are_named_in_the_log_without_their_values,
    every_change_of_staff_and_departments_leaves_an_entry,
);

async fn entries(world: &World) -> Vec<AuditEntry> {
    let page = PageRequest::new(1, 100);
    let query =
        AuditQuery { category: Some(Category::StaffManagement), page, ..Default::default() };
    world.service.audit().list(&world.hr, query).await.unwrap().data
}

async fn every_act_on_an_appraisal_leaves_an_entry(db: TestDatabase) {
    let world = World::new(db).await;
    let mut detail = world.initiated().await;
    while detail.status != Status::Finalized {
        if detail.status == Status::PendingHr {
            let input: HrInput = serde_json::from_str(r#"{"hrRemarks":"Fine."}"#).unwrap();
            world.service.appraisals().save_hr(&world.hr, detail.id, input).await.unwrap();
        }
        detail = world.move_on(&detail).await;
    }
    let mut entries = entries(&world).await;
    entries.retain(|entry| entry.entity_id == Some(detail.id.to_string()));
    let recorded: Vec<_> =
        entries.iter().map(|it| (&*it.actor_name, it.action.as_str())).rev().collect();
    assert_eq!(
        recorded,
        [
            ("Noura", "appraisal.initiated"),
            ("Bilal", "appraisal.self_saved"),
            ("Bilal", "appraisal.self_submitted"),
            ("Imran", "appraisal.review_saved"),
            ("Imran", "appraisal.review_submitted"),
            ("Fatima", "appraisal.dept_head_approved"),
            ("Khalid", "appraisal.md_approved"),
            ("Noura", "appraisal.hr_saved"),
            ("Noura", "appraisal.finalized"),
        ],
    );
}

async fn the_hr_fields_are_named_in_the_log_without_their_values(db: TestDatabase) {
    let world = World::new(db).await;
    let detail = world.initiated().await;
    let input: HrInput =
        serde_json::from_str(r#"{"hrRemarks":"A marker.","hrSalaryRecommendation":"A marker."}"#)
            .unwrap();
    world.service.appraisals().save_hr(&world.hr, detail.id, input).await.unwrap();
    let entry = entries(&world).await.remove(0);
    assert_eq!(entry.action.as_str(), "appraisal.hr_saved");
    assert_eq!(entry.fields, ["hrSalaryRecommendation", "hrRemarks"]);
    assert!(!serde_json::to_string(&entry).unwrap().contains("marker"));
}

async fn every_change_of_staff_and_departments_leaves_an_entry(db: TestDatabase) {
    let world = World::new(db).await;
    let before = entries(&world).await.len();
    let created = world.service.staff().create(&world.hr, person("Aisha", "amanah")).await;
    let patch = StaffPatch { is_blocked: Some(true), ..Default::default() };
    world.service.staff().change(&world.hr, created.unwrap().staff.id, patch).await.unwrap();
    let csv = "staffNumber,name,email,employmentStartDate\n7,Omar,omar@x.example,2026-03-01\n";
    world.service.staff().import(&world.hr, csv.as_bytes(), true).await.unwrap();
    world.service.staff().import(&world.hr, csv.as_bytes(), false).await.unwrap();
    let departments = world.service.departments();
    let input = DepartmentInput { name: "Audit".to_owned(), supervisor_staff_id: None };
    let department = departments.create(&world.hr, input).await.unwrap();
    let patch = DepartmentPatch { name: Some("Internal audit".to_owned()), ..Default::default() };
    departments.change(&world.hr, department.id, patch).await.unwrap();
    let entries = entries(&world).await;
    let actions: Vec<_> = entries.iter().map(|it| it.action.as_str()).collect();
    let new = &actions[..actions.len() - before];
    let expected = [
        "department.changed",
        "department.created",
        "staff.imported",
        "staff.changed",
        "staff.created",
    ];
    assert_eq!(new, expected);
    assert_eq!(entries[3].fields, ["isBlocked"]);
}
