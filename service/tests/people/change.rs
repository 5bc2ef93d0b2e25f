//! Changes of staff.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::{Code, Error};
use shared::id::StaffId;
use shared::leave::request::LeaveDecisionInput;
use shared::staff::{Staff, StaffInput, StaffPatch};
use uuid::Uuid;

use super::{code, fault, faults};
use crate::support::{World, hire, person};
use shared::audit::AuditQuery;

on_both!(
    a_change_touches_what_it_names,
    nobody_changes_what_decides_on_their_own_rights_reviewers_and_leave,
    giving_and_taking_roles_takes_the_right_to,
    how_administrators_get_in_is_for_administrators,
    nobody_is_their_own_line_manager_by_any_detour,
    nobody_is_confirmed_before_the_first_day,
    nobody_is_confirmed_on_a_future_day,
    a_confirmation_that_leave_was_taken_on_is_not_taken_back,
    references_lead_to_the_same_organization,
    a_house_keeps_an_administrator,
    a_confirmation_meanwhile_is_not_undone,
);

async fn change(
    world: &World,
    caller: &service::Caller,
    staff: StaffId,
    json: &str,
) -> Result<Staff, Error> {
    let patch: StaffPatch = serde_json::from_str(json).unwrap();
    world.service.staff().change(caller, staff, patch).await
}

async fn a_change_touches_what_it_names(db: TestDatabase) {
    let world = World::new(db).await;
    let employee = world.employee.staff();
    let before = world.service.staff().find(&world.hr, employee).await.unwrap();
    let json = r#"{"jobTitle":null,"lineManagerId":null,"organizationId":"x","id":"y"}"#;
    let after = change(&world, &world.hr, employee, json).await.unwrap();
    let expected =
        Staff { job_title: None, line_manager_id: None, line_manager_name: None, ..before.clone() };
    assert_eq!(after, expected);
    let entries = async || {
        let page = world.service.audit().list(&world.hr, AuditQuery::default()).await.unwrap();
        page.pagination.total
    };
    let written = entries().await;
    assert_eq!(change(&world, &world.hr, employee, json).await.unwrap(), after);
    assert_eq!(entries().await, written);
}

async fn nobody_changes_what_decides_on_their_own_rights_reviewers_and_leave(db: TestDatabase) {
    let world = World::new(db).await;
    for json in [
        r#"{"role":"employee"}"#,
        r#"{"isBlocked":true}"#,
        r#"{"employmentConfirmedAt":"2026-11-21"}"#,
        r#"{"employmentStartDate":"2026-05-02"}"#,
        r#"{"lineManagerId":"00000000-0000-0000-0000-000000000001"}"#,
        r#"{"departmentId":"00000000-0000-0000-0000-000000000001"}"#,
    ] {
        for caller in [&world.admin, &world.hr] {
            let refused = change(&world, caller, caller.staff(), json).await;
            assert_eq!(code(refused), Code::Forbidden, "{json}");
        }
    }
    // A form that sends all fields unchanged changes nothing.
    let json = r#"{"role":"hr","isBlocked":false,"employmentConfirmedAt":null,"jobTitle":"Head"}"#;
    assert!(change(&world, &world.hr, world.hr.staff(), json).await.is_ok());
}

async fn giving_and_taking_roles_takes_the_right_to(db: TestDatabase) {
    let world = World::new(db).await;
    let give = change(&world, &world.hr, world.employee.staff(), r#"{"role":"cashier"}"#).await;
    assert_eq!(code(give), Code::Forbidden);
    let take = change(&world, &world.hr, world.md.staff(), r#"{"role":"employee"}"#).await;
    assert_eq!(code(take), Code::Forbidden);
    let employee = world.employee.staff();
    assert!(change(&world, &world.admin, employee, r#"{"role":"cashier"}"#).await.is_ok());
    assert!(change(&world, &world.admin, employee, r#"{"role":"employee"}"#).await.is_ok());
    let unknown = change(&world, &world.admin, employee, r#"{"role":"nothing"}"#).await;
    assert_eq!(faults(unknown), fault("role", "NOT_FOUND"));
}

async fn how_administrators_get_in_is_for_administrators(db: TestDatabase) {
    let world = World::new(db).await;
    let admin = world.admin.staff();
    for json in [r#"{"isBlocked":true}"#, r#"{"email":"x@x.example"}"#] {
        assert_eq!(code(change(&world, &world.hr, admin, json).await), Code::Forbidden);
    }
    assert!(change(&world, &world.hr, admin, r#"{"jobTitle":"Founder"}"#).await.is_ok());
    assert!(change(&world, &world.hr, world.md.staff(), r#"{"isBlocked":true}"#).await.is_ok());
}

async fn nobody_is_their_own_line_manager_by_any_detour(db: TestDatabase) {
    let world = World::new(db).await;
    // The managing director is above the head, the head above the manager, and so on down.
    let circle = fault("lineManagerId", "CYCLE");
    for manager in [&world.md, &world.head, &world.manager, &world.employee] {
        let json = format!(r#"{{"lineManagerId":"{}"}}"#, manager.staff());
        let refused = change(&world, &world.hr, world.md.staff(), &json).await;
        assert_eq!(faults(refused), circle);
    }
    let json = format!(r#"{{"lineManagerId":"{}"}}"#, world.bystander.staff());
    assert!(change(&world, &world.hr, world.employee.staff(), &json).await.is_ok());
}

async fn nobody_is_confirmed_before_the_first_day(db: TestDatabase) {
    let world = World::new(db).await;
    let employee = world.employee.staff();
    for (json, field) in [
        (r#"{"employmentConfirmedAt":"2026-04-30"}"#, "employmentConfirmedAt"),
        (
            r#"{"employmentConfirmedAt":"2026-06-01","employmentStartDate":"2026-06-02"}"#,
            "employmentConfirmedAt",
        ),
    ] {
        let refused = change(&world, &world.hr, employee, json).await;
        assert_eq!(faults(refused), fault(field, "BEFORE_START"));
    }
    let json = r#"{"employmentConfirmedAt":"2026-05-01"}"#;
    let confirmed = change(&world, &world.hr, employee, json).await.unwrap();
    assert!(!confirmed.due_for_confirmation);
    let json = r#"{"employmentStartDate":"2026-05-02"}"#;
    let refused = change(&world, &world.hr, employee, json).await;
    assert_eq!(faults(refused), fault("employmentStartDate", "BEFORE_START"));
    let json = r#"{"employmentConfirmedAt":null}"#;
    assert!(change(&world, &world.hr, employee, json).await.unwrap().due_for_confirmation);
}

async fn nobody_is_confirmed_on_a_future_day(db: TestDatabase) {
    let world = World::new(db).await;
    let employee = world.employee.staff();
    for day in ["2026-11-22", "2099-01-01"] {
        let json = format!(r#"{{"employmentConfirmedAt":"{day}"}}"#);
        let refused = change(&world, &world.hr, employee, &json).await;
        assert_eq!(faults(refused), fault("employmentConfirmedAt", "IN_FUTURE"));
        let day = day.parse().ok();
        let input = StaffInput { employment_confirmed_at: day, ..person("Late", "amanah") };
        let refused = world.service.staff().create(&world.hr, input).await;
        assert_eq!(faults(refused), fault("employmentConfirmedAt", "IN_FUTURE"));
    }
    let json = r#"{"employmentConfirmedAt":"2026-11-21"}"#;
    assert!(change(&world, &world.hr, employee, json).await.is_ok());
}

async fn a_confirmation_that_leave_was_taken_on_is_not_taken_back(db: TestDatabase) {
    let world = World::new(db).await;
    let employee = world.employee.staff();
    let confirmed = r#"{"employmentConfirmedAt":"2026-11-01"}"#;
    change(&world, &world.hr, employee, confirmed).await.unwrap();
    let request = serde_json::from_str(
        r#"{"type":"annual","startDate":"2026-12-01","endDate":"2026-12-02","reason":"Rest"}"#,
    );
    let request = request.unwrap();
    let request = world.service.leave().request(&world.employee, request).await.unwrap();
    let back = r#"{"employmentConfirmedAt":null}"#;
    let refused = change(&world, &world.hr, employee, back).await;
    assert_eq!(code(refused), Code::InsufficientBalance);
    let staff = world.service.staff().find(&world.hr, employee).await.unwrap();
    assert!(staff.employment_confirmed_at.is_some());
    let word = LeaveDecisionInput::default();
    world.service.leave().cancel(&world.employee, request.id, word).await.unwrap();
    assert!(change(&world, &world.hr, employee, back).await.is_ok());
}

async fn references_lead_to_the_same_organization(db: TestDatabase) {
    let world = World::new(db).await;
    let unknown = Uuid::from_u128(404);
    for (field, id) in [
        ("departmentId", world.foreign_department.0),
        ("departmentId", unknown),
        ("lineManagerId", world.stranger.staff().0),
        ("lineManagerId", unknown),
    ] {
        let json = format!(r#"{{"{field}":"{id}"}}"#);
        let refused = change(&world, &world.hr, world.employee.staff(), &json).await;
        assert_eq!(faults(refused), fault(field, "NOT_FOUND"));
    }
}

async fn a_house_keeps_an_administrator(db: TestDatabase) {
    let world = World::new(db).await;
    let second =
        shared::staff::StaffInput { role: "admin".to_owned(), ..person("Aisha", "amanah") };
    let second = hire(&world.service, &world.admin, second).await;
    let blocked = change(&world, &second, world.admin.staff(), r#"{"isBlocked":true}"#).await;
    assert!(blocked.unwrap().is_blocked);
    // A session that started before the block cannot remove the last administrator.
    let last = change(&world, &world.admin, second.staff(), r#"{"isBlocked":true}"#).await;
    assert_eq!(faults(last), fault("isBlocked", "LOCKED_OUT"));
    let last = change(&world, &world.admin, second.staff(), r#"{"role":"employee"}"#).await;
    assert_eq!(faults(last), fault("role", "LOCKED_OUT"));
}

async fn a_confirmation_meanwhile_is_not_undone(db: TestDatabase) {
    let world = World::new(db).await;
    let employee = world.employee.staff();
    let confirm = async || {
        let mut tx = world.db.begin().await.unwrap();
        tx.sql(
            "UPDATE staff SET employment_confirmed_at = $3
                WHERE organization_id = $1 AND id = $2",
        )
        .bind(world.organization)
        .bind(employee)
        .bind(chrono::NaiveDate::from_ymd_opt(2026, 11, 21))
        .execute()
        .await
        .unwrap();
        tokio::task::yield_now().await;
        tx.commit().await.unwrap();
    };
    let rename = change(&world, &world.hr, employee, r#"{"name":"Bilal Rahman"}"#);
    let ((), renamed) = tokio::join!(confirm(), rename);
    renamed.unwrap();
    let staff = world.service.staff().find(&world.hr, employee).await.unwrap();
    assert_eq!(staff.name, "Bilal Rahman");
    assert!(staff.employment_confirmed_at.is_some());
}
