//! /api/webhooks.

use http::Method;
use serde_json::{Value, json};

use crate::support::World;

const WEBHOOKS: &str = "/api/webhooks";

async fn create(world: &World, input: Value) -> Value {
    world.post("admin", WEBHOOKS, input).await.expect(201)
}

fn path(webhook: &Value) -> String {
    format!("{WEBHOOKS}/{}", webhook["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_webhook_is_created_changed_listed_and_deleted() {
    let world = World::sqlite().await;
    let url = "https://erp.example/hooks";
    let input = json!({ "url": url, "types": ["credit.payment.recorded", "leave.approved"] });
    let created = create(&world, input).await;
    let expected = json!({
        "id": created["id"], "url": url, "types": ["leave.approved", "credit.payment.recorded"],
        "status": "active", "createdAt": "2026-11-21T09:00:00Z", "previousSecretExpiresAt": null,
        "pending": 0, "dead": 0, "lastDeliveredAt": null, "lastFailure": null,
        "secret": created["secret"],
    });
    assert_eq!(created, expected);
    assert!(created["secret"].as_str().unwrap().starts_with("whsec_"));

    let paused = world.patch("admin", &path(&created), json!({ "status": "paused" })).await;
    let paused = paused.expect(200);
    assert_eq!((&paused["status"], paused.get("secret")), (&json!("paused"), None));
    let rotated = world.patch("admin", &path(&created), json!({ "rotateSecret": true })).await;
    let rotated = rotated.expect(200);
    assert!(rotated["secret"].is_string() && rotated["secret"] != created["secret"]);
    assert_eq!(rotated["previousSecretExpiresAt"], "2026-11-22T09:00:00Z");

    let listed = world.get("admin", WEBHOOKS).await.expect(200);
    let mut record = rotated.clone();
    record.as_object_mut().unwrap().remove("secret");
    assert_eq!(listed, json!({ "data": [record] }));
    world.request(Method::DELETE, &path(&created)).by("admin").send().await.expect(204);
    assert_eq!(world.get("admin", WEBHOOKS).await.expect(200), json!({ "data": [] }));
}

#[tokio::test]
async fn what_a_webhook_cannot_be_is_refused_by_field() {
    let world = World::sqlite().await;
    for (field, input) in [
        ("url", json!({})),
        ("url", json!({ "url": "erp.example" })),
        ("url", json!({ "url": "http://erp.example" })),
        ("url", json!({ "url": "https://10.0.0.1" })),
        ("url", json!({ "url": "https://localhost/hooks" })),
        ("url", json!({ "url": null })),
        (
            "types[1]",
            json!({ "url": "https://erp.example",
            "types": ["leave.approved", "appraisal.finalized"] }),
        ),
        ("types[0]", json!({ "url": "https://erp.example", "types": ["leave.*"] })),
        ("types", json!({ "url": "https://erp.example", "types": "leave.approved" })),
    ] {
        let reply = world.post("admin", WEBHOOKS, input.clone()).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), [field], "{input}");
    }
    let created = create(&world, json!({ "url": "https://erp.example" })).await;
    for (field, patch) in [
        ("url", json!({ "url": "https://127.0.0.1/" })),
        ("types[0]", json!({ "types": ["appraisal.started"] })),
        ("status", json!({ "status": "stopped" })),
        ("status", json!({ "status": null })),
        ("rotateSecret", json!({ "rotateSecret": "yes" })),
    ] {
        let reply = world.patch("admin", &path(&created), patch.clone()).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), [field], "{patch}");
    }
    let replay = format!("{}/replay", path(&created));
    for after in ["yesterday", "0000000000000009"] {
        let reply = world.post("admin", &replay, json!({ "after": after })).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), ["after"], "{after}");
    }
}

#[tokio::test]
async fn a_repeated_rotation_under_one_key_returns_one_secret() {
    let world = World::sqlite().await;
    let created = create(&world, json!({ "url": "https://erp.example" })).await;
    let rotate = async || {
        let request = world.request(Method::PATCH, &path(&created)).by("admin");
        let request = request.header("idempotency-key", "rotation-1");
        request.json(&json!({ "rotateSecret": true })).send().await.expect(200)
    };
    assert_eq!(rotate().await, rotate().await);
}

#[tokio::test]
async fn another_organization_has_no_part_in_a_webhook() {
    let world = World::sqlite().await;
    let created = create(&world, json!({ "url": "https://erp.example" })).await;
    let who = "foreign_admin";
    assert_eq!(world.get(who, WEBHOOKS).await.expect(200), json!({ "data": [] }));
    world.patch(who, &path(&created), json!({})).await.refused(404, "NOT_FOUND");
    world.post_empty(who, &format!("{}/replay", path(&created))).await.refused(404, "NOT_FOUND");
    let delete = world.request(Method::DELETE, &path(&created)).by(who).send().await;
    delete.refused(404, "NOT_FOUND");
    assert_eq!(world.get("admin", WEBHOOKS).await.json()["data"].as_array().unwrap().len(), 1);
}
