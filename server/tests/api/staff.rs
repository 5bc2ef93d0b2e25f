//! /api/staff.

mod appraisal_settings;
pub(crate) mod appraisals;
mod import;

use serde_json::{Value, json};

use crate::support::World;

#[tokio::test]
async fn a_member_of_staff_is_made_read_and_changed() {
    let world = World::sqlite().await;
    let input = json!({
        "staffNumber": "N-1", "name": "Nadia", "email": "Nadia@Amanah.example",
        "employmentStartDate": "2026-05-21", "departmentId": world.finance,
    });
    let made = world.post("hr", "/api/staff", input).await.expect(201);
    assert!(made["temporaryPassword"].as_str().is_some_and(|it| it.len() >= 15));
    assert_eq!(made["email"], "nadia@amanah.example");
    assert_eq!(made["role"], "employee");
    assert_eq!(made["dueForConfirmation"], true);

    let path = format!("/api/staff/{}", made["id"].as_str().unwrap());
    let read = world.get("md", &path).await.expect(200);
    assert_eq!(read.get("temporaryPassword"), None::<&Value>);
    let change = json!({ "jobTitle": "Analyst", "lineManagerId": world.id("manager") });
    let changed = world.patch("hr", &path, change).await.expect(200);
    assert_eq!((&changed["jobTitle"], &changed["name"]), (&json!("Analyst"), &json!("Nadia")));
    let cleared = world.patch("hr", &path, json!({ "jobTitle": null })).await.expect(200);
    assert_eq!(cleared["jobTitle"], Value::Null);
}

#[tokio::test]
async fn values_already_in_use_are_named() {
    let world = World::sqlite().await;
    let input = |number: &str, email: &str| {
        json!({ "staffNumber": number, "name": "X", "email": email,
            "employmentStartDate": "2026-05-21" })
    };
    let email = input("N-1", "stranger@baraka.example");
    world.post("hr", "/api/staff", email).await.refused(400, "EMAIL_TAKEN");
    let number = input("MANAGER", "new@amanah.example");
    world.post("hr", "/api/staff", number).await.refused(400, "STAFF_NUMBER_TAKEN");
}

#[tokio::test]
async fn references_to_another_organization_are_refused_by_field() {
    let world = World::sqlite().await;
    let path = format!("/api/staff/{}", world.id("colleague"));
    for (field, id) in [
        ("lineManagerId", world.id("stranger")),
        ("lineManagerId", "0192e4a0-0000-7000-8000-000000000001".to_owned()),
        ("departmentId", world.id("stranger")),
    ] {
        let reply = world.patch("hr", &path, json!({ field: id })).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), [field]);
    }
}

#[tokio::test]
async fn a_block_ends_the_sessions_at_once() {
    let world = World::sqlite().await;
    let path = format!("/api/staff/{}", world.id("cashier"));
    world.get("cashier", "/api/auth/me").await.expect(200);
    world.patch("admin", &path, json!({ "isBlocked": true })).await.expect(200);
    world.get("cashier", "/api/auth/me").await.refused(401, "UNAUTHENTICATED");
}

#[tokio::test]
async fn lists_are_paged_and_filtered() {
    let world = World::sqlite().await;
    let list =
        async |query: &str| world.get("hr", &format!("/api/staff?{query}")).await.expect(200);
    let page = list("limit=5&page=2").await;
    assert_eq!(page["data"].as_array().map(Vec::len), Some(5));
    assert_eq!(page["pagination"], json!({ "page": 2, "limit": 5, "total": 14, "totalPages": 3 }));
    assert_eq!(list("limit=1000").await["pagination"]["limit"], 100);
    assert_eq!(list("q=CASHIER").await["pagination"]["total"], 1);
    assert_eq!(list("role=hr").await["pagination"]["total"], 2);
    assert_eq!(list("q=%27%20OR%201%3D1--").await["pagination"]["total"], 0);
    assert_eq!(list("blocked=true").await["pagination"]["total"], 0);
    for query in [
        "page=0",
        "page=x",
        "limit=-1",
        "page=1;drop",
        "due=maybe",
        "departmentId=1",
        "page=1&page=2",
        "q=%00",
    ] {
        world.get("hr", &format!("/api/staff?{query}")).await.refused(400, "VALIDATION_FAILED");
    }
}
