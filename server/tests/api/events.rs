//! /api/events.

use http::Method;
use serde_json::{Value, json};

use crate::support::World;

const EVENTS: &str = "/api/events";

async fn request(world: &World, who: &str, day: &str) -> Value {
    let input = json!({ "type": "casual", "startDate": day, "endDate": day,
        "reason": "Moving house" });
    world.post(who, "/api/leave/requests", input).await.expect(201)
}

#[tokio::test]
async fn a_reader_follows_the_feed_by_its_cursor() {
    let world = World::sqlite().await;
    let empty = world.get("admin", EVENTS).await.expect(200);
    assert_eq!(empty["data"], json!([]));
    let leave = request(&world, "colleague", "2026-12-01").await;
    let path = format!("/api/leave/requests/{}/approve", leave["id"].as_str().unwrap());
    world.post_empty("manager", &path).await.expect(200);

    let after = format!("{EVENTS}?after={}&limit=1", empty["nextCursor"].as_str().unwrap());
    let first = world.get("admin", &after).await.expect(200);
    let me = world.get("admin", "/api/auth/me").await.expect(200);
    let event = &first["data"][0];
    let expected = json!({
        "id": event["id"], "type": "leave.requested", "occurredAt": leave["createdAt"],
        "organizationId": me["organizationId"], "entityType": "leave_request",
        "entityId": leave["id"],
        "data": {
            "leaveRequestId": leave["id"], "staffId": world.id("colleague"),
            "actorId": world.id("colleague"), "leaveType": "casual",
            "startDate": "2026-12-01", "endDate": "2026-12-01",
            "startHalf": false, "endHalf": false, "days": 1, "status": "pending",
        },
    });
    assert_eq!(first["data"], json!([expected]));

    let after = format!("{EVENTS}?after={}", first["nextCursor"].as_str().unwrap());
    let second = world.get("admin", &after).await.expect(200);
    assert_eq!(second["data"].as_array().unwrap().len(), 1);
    assert_eq!(second["data"][0]["type"], "leave.approved");
    let after = format!("{EVENTS}?after={}", second["nextCursor"].as_str().unwrap());
    let last = world.get("admin", &after).await.expect(200);
    assert_eq!(last, json!({ "data": [], "nextCursor": second["nextCursor"] }));
}

#[tokio::test]
async fn parameters_that_mean_nothing_are_refused_by_name() {
    let world = World::sqlite().await;
    request(&world, "colleague", "2026-12-01").await;
    for (field, query) in [
        ("after", "after=yesterday"),
        ("after", "after=1"),
        ("after", "after=0000000000000002"),
        ("after", "after=0000000000000000&after=0000000000000001"),
        ("types", "types=leave.taken"),
        ("types", "types=leave.requested,"),
        ("types", "types=leave.*"),
        ("limit", "limit=0"),
        ("limit", "limit="),
        ("limit", "limit=many"),
    ] {
        let reply = world.get("admin", &format!("{EVENTS}?{query}")).await;
        let body = reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(body["error"]["errors"][0]["field"], field, "{query}");
    }
    for query in ["after=&types=", "types=leave.requested,%20leave.approved", "limit=100000"] {
        let reply = world.get("admin", &format!("{EVENTS}?{query}")).await.expect(200);
        assert_eq!(reply["data"].as_array().unwrap().len(), 1, "{query}");
    }
    let other = world.get("admin", &format!("{EVENTS}?types=leave.approved")).await.expect(200);
    assert_eq!(other["data"], json!([]));
}

#[tokio::test]
async fn another_organization_reads_its_own_feed() {
    let world = World::sqlite().await;
    request(&world, "colleague", "2026-12-01").await;
    let own = world.get("admin", EVENTS).await.expect(200);
    let foreign = world.get("foreign_admin", EVENTS).await.expect(200);
    assert_eq!(foreign["data"], json!([]));
    let after = format!("{EVENTS}?after={}", own["nextCursor"].as_str().unwrap());
    world.get("foreign_admin", &after).await.refused(400, "VALIDATION_FAILED");
}

#[tokio::test]
async fn a_token_reads_the_feed_with_that_permission_alone() {
    let world = World::sqlite().await;
    let read = async |permissions: &[&str]| {
        let input = json!({ "name": "Data warehouse", "permissions": permissions,
            "expiresAt": "2027-01-31T00:00:00Z" });
        let made = world.post("admin", "/api/api-tokens", input).await.expect(201);
        let token = format!("Bearer {}", made["token"].as_str().unwrap());
        world.request(Method::GET, EVENTS).header("authorization", &token).send().await
    };
    read(&["events:read"]).await.expect(200);
    read(&["audit:view", "org:manage"]).await.refused(403, "FORBIDDEN");
    world.get("hr", EVENTS).await.refused(403, "FORBIDDEN");
    world.get("customer", EVENTS).await.refused(401, "UNAUTHENTICATED");
}
