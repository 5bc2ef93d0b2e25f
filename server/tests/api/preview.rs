//! /api/credit: previews of what an action would post.

use serde_json::{Value, json};

use super::servicing::{live, map};
use crate::support::{World, facility_input};

/// The response to the preview of an action; nothing is written.
async fn preview(world: &World, who: &str, path: &str, body: Value) -> Value {
    let before = world.snapshot().await;
    let seen = world.post(who, &format!("{path}/preview"), body).await.expect(200);
    assert!(world.snapshot().await == before, "{path}: the preview has written something");
    seen
}

/// The legs of the latest journal of a facility.
async fn posted(world: &World, facility: &str) -> Value {
    let journals = world.get("md", &format!("{facility}/journals")).await.expect(200);
    json!({ "lines": journals["data"][0]["lines"] })
}

#[tokio::test]
async fn an_activation_is_previewed() {
    let world = World::sqlite().await;
    map(&world).await;
    let input = facility_input(&world.guest.id.to_string());
    let made = world.post("credit_officer", "/api/credit/facilities", input).await.expect(201);
    let facility = format!("/api/credit/facilities/{}", made["facilityRef"].as_str().unwrap());
    for (who, act) in [
        ("credit_officer", "review"),
        ("credit_reviewer", "approve"),
        ("shariah_officer", "approve"),
        ("shariah_officer", "asset-owned"),
    ] {
        world.post_empty(who, &format!("{facility}/{act}")).await.expect(200);
    }
    let path = format!("{facility}/activate");
    let seen = preview(&world, "shariah_officer", &path, json!({})).await;
    assert_eq!(seen["appliedTo"], Value::Null);
    let mut activated = world.post_empty("shariah_officer", &path).await.expect(200);
    assert_eq!(seen["journal"], posted(&world, &facility).await);
    activated["originationJournalId"] = Value::Null;
    // The clock has moved on.
    for time in ["activatedAt", "updatedAt"] {
        activated[time] = seen["facility"][time].clone();
    }
    assert_eq!(seen["facility"], activated);
    let again = world.post("shariah_officer", &format!("{path}/preview"), json!({})).await;
    again.refused(409, "WRONG_STATE");
}

#[tokio::test]
async fn a_payment_and_its_reversal_are_previewed() {
    let world = World::sqlite().await;
    let facility = live(&world).await;
    let payment = json!({ "amount": "9166.6666", "paymentDate": "2026-11-21" });
    let path = format!("{facility}/payments");
    let seen = preview(&world, "cashier", &path, payment.clone()).await;
    let paid = world.post("cashier", &path, payment.clone()).await.expect(201);
    assert_eq!(seen["appliedTo"], paid["appliedTo"]);
    assert_eq!(seen["journal"], posted(&world, &facility).await);
    let found = world.get("cashier", &facility).await.expect(200);
    assert_eq!(seen["facility"]["outstandingPrincipal"], found["outstandingPrincipal"]);
    assert_eq!(seen["facility"]["nextDue"], found["nextDue"]);

    let path = format!("{path}/{}/reverse", paid["paymentId"].as_str().unwrap());
    let reason = json!({ "reason": "Bounced" });
    let seen = preview(&world, "shariah_officer", &path, reason.clone()).await;
    let reversed = world.post("shariah_officer", &path, reason.clone()).await.expect(200);
    assert_eq!(seen["appliedTo"], reversed["appliedTo"]);
    assert_eq!(seen["journal"], posted(&world, &facility).await);
    let found = world.get("shariah_officer", &facility).await.expect(200);
    assert_eq!(seen["facility"]["outstandingPrincipal"], found["outstandingPrincipal"]);

    let again = world.post("shariah_officer", &format!("{path}/preview"), reason).await;
    again.refused(409, "WRONG_STATE");
    let over = json!({ "amount": "200000", "paymentDate": "2026-11-21" });
    let over = world.post("cashier", &format!("{facility}/payments/preview"), over).await;
    over.refused(422, "AMOUNT_NOT_ACCEPTED");
}
