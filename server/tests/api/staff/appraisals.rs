//! /api/staff/appraisals.

mod refusal;
pub(crate) mod walk;

use serde_json::{Value, json};

use crate::support::{World, initiation};

/// Starts an appraisal of the employee and returns its address.
pub(crate) async fn start(world: &World) -> String {
    let input = initiation(&world.id("employee"), false);
    let detail = world.post("hr", "/api/staff/appraisals", input).await.expect(201);
    format!("/api/staff/appraisals/{}", detail["id"].as_str().unwrap())
}

#[tokio::test]
async fn a_dry_run_returns_the_result_and_writes_nothing() {
    let world = World::sqlite().await;
    let mut input = initiation(&world.id("employee"), false);
    let before = world.snapshot().await;
    let reply = world.post("hr", "/api/staff/appraisals/preview", input.clone()).await.expect(200);
    let preview = &reply["data"][0];
    assert_eq!(preview["staffName"], "Person employee");
    assert_eq!(preview["template"]["reason"], "fallback");
    assert_eq!(preview["lineManager"]["id"], world.id("manager"));
    assert_eq!(preview["departmentHead"]["id"], world.id("head"));
    assert_eq!(preview["md"][0]["id"], world.id("md"));
    assert_eq!(preview["blockers"], json!([]));

    let object = input.as_object_mut().unwrap();
    object.remove("staffId");
    let people = [world.id("employee"), world.id("colleague")];
    object.insert("staffIds".to_owned(), json!(people));
    let many = world.post("hr", "/api/staff/appraisals/preview", input.clone()).await.expect(200);
    assert_eq!(many["data"].as_array().map(Vec::len), Some(2));
    input["staffIds"] = json!([world.id("employee"), world.id("stranger")]);
    let reply = world.post("hr", "/api/staff/appraisals/preview", input).await;
    reply.refused(400, "VALIDATION_FAILED");
    assert_eq!(reply.fields(), ["staffIds[1]"]);
    assert!(world.snapshot().await == before);
}

#[tokio::test]
async fn lists_and_the_badge_follow_whose_move_it_is() {
    let world = World::sqlite().await;
    let id = start(&world).await.rsplit('/').next().unwrap().to_owned();
    let count = async |who: &str| {
        world.get(who, "/api/staff/appraisals/pending-count").await.expect(200)["count"].clone()
    };
    let list = async |who: &str, query: &str| {
        world.get(who, &format!("/api/staff/appraisals{query}")).await.expect(200)
    };
    assert_eq!((count("employee").await, count("manager").await), (json!(1), json!(0)));
    let mine = list("employee", "").await;
    assert_eq!(mine["data"][0]["id"], id);
    assert_eq!(mine["data"][0]["waitingFor"], json!(["Person employee"]));
    assert_eq!(list("employee", "?scope=queue").await["pagination"]["total"], 1);
    assert_eq!(list("manager", "?scope=queue").await["pagination"]["total"], 0);
    assert_eq!(list("hr", "?scope=all&status=pending_self").await["pagination"]["total"], 1);
    assert_eq!(list("hr", "?scope=all&q=employee").await["pagination"]["total"], 1);
    assert_eq!(list("hr", "?scope=all&reviewType=annual").await["pagination"]["total"], 0);
    assert_eq!(list("stranger", "?scope=all").await["pagination"]["total"], 0);
    let refused = world.get("manager", "/api/staff/appraisals?scope=all").await;
    refused.refused(403, "FORBIDDEN");
    for query in ["scope=theirs", "status=open", "staffId=1", "reviewType=daily"] {
        let path = format!("/api/staff/appraisals?{query}");
        world.get("hr", &path).await.refused(400, "VALIDATION_FAILED");
    }
}

#[tokio::test]
async fn a_wish_that_is_too_large_is_cut_and_a_text_that_is_too_long_is_refused() {
    let world = World::sqlite().await;
    start(&world).await;
    let list = async |query: &str| {
        world.get("hr", &format!("/api/staff/appraisals?scope=all&{query}")).await
    };
    for limit in ["4294967296", "99999999999999999999"] {
        let page = list(&format!("limit={limit}")).await.expect(200);
        assert_eq!(
            (page["data"].as_array().unwrap().len(), &page["pagination"]["limit"]),
            (1, &json!(100))
        );
        let page = list(&format!("page={limit}")).await.expect(200);
        assert_eq!((&page["data"], &page["pagination"]["total"]), (&json!([]), &json!(1)));
    }
    let reply = list(&format!("q={}", "a".repeat(60_000))).await;
    reply.refused(400, "VALIDATION_FAILED");
    assert_eq!(reply.fields(), ["q"]);
}

#[tokio::test]
async fn the_export_is_a_table_for_human_resources() {
    let world = World::sqlite().await;
    start(&world).await;
    let reply = world.get("hr", "/api/staff/appraisals/export.csv").await;
    assert_eq!(reply.header("content-type"), Some("text/csv; charset=utf-8"));
    assert!(reply.header("content-disposition").unwrap().starts_with("attachment"));
    assert_eq!(reply.text.lines().count(), 2, "{}", reply.text);
    for (query, lines) in [
        ("status=pending_self&q=employee", 2),
        ("status=pending_lm", 1),
        ("reviewType=annual&scope=mine", 1),
    ] {
        let path = format!("/api/staff/appraisals/export.csv?{query}");
        let reply = world.get("hr", &path).await;
        assert_eq!((reply.status, reply.text.lines().count()), (200, lines), "{query}");
    }
    let unknown = world.get("hr", "/api/staff/appraisals/export.csv?status=open").await;
    unknown.refused(400, "VALIDATION_FAILED");
    let refused = world.get("manager", "/api/staff/appraisals/export.csv").await;
    refused.refused(403, "FORBIDDEN");
}

#[tokio::test]
async fn saves_merge_unless_they_name_an_older_revision() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    let detail = world.get("employee", &path).await.expect(200);
    let item = detail["items"][0]["id"].clone();
    let save = async |body: Value| world.patch("employee", &format!("{path}/self"), body).await;
    let first = save(json!({ "items": [{ "id": item, "selfScore": 4 }] })).await.expect(200);
    assert_eq!(first["items"][0]["selfScore"], 4);
    let second = json!({ "items": [{ "id": item, "actualAchievement": "Done." }] });
    let second = save(second).await.expect(200);
    assert_eq!(second["items"][0]["selfScore"], 4);
    let stale = json!({ "items": [{ "id": item, "selfScore": 1 }],
        "revision": detail["revision"] });
    save(stale).await.refused(409, "STALE_REVISION");
    let cleared = save(json!({ "items": [{ "id": item, "selfScore": null }] })).await.expect(200);
    assert_eq!(cleared["items"][0]["selfScore"], Value::Null);
    for score in [json!(0), json!(6), json!(1.00001), json!("4"), json!(true), json!([])] {
        let reply = save(json!({ "items": [{ "id": item, "selfScore": score }] })).await;
        reply.refused(400, "VALIDATION_FAILED");
        assert_eq!(reply.fields(), ["items[0].selfScore"]);
    }
}

#[tokio::test]
async fn members_that_are_not_ones_own_are_dropped() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    let before = world.get("employee", &path).await.expect(200);
    let item = before["items"][0]["id"].clone();
    let body = json!({
        "status": "finalized", "overallScore": "1.0000", "finalizedAt": "2026-01-01T00:00:00Z",
        "organizationId": world.id("stranger"), "hrRemarks": "mine",
        "items": [{ "id": item, "supervisorScore": 5, "weight": "1.0000", "label": "X" }],
    });
    let after = world.patch("employee", &format!("{path}/self"), body).await.expect(200);
    for member in ["status", "overallScore", "finalizedAt"] {
        assert_eq!(after[member], before[member], "{member}");
    }
    assert_eq!(after["items"], before["items"]);
    let hr = world.get("hr", &path).await.expect(200);
    assert_eq!(hr["hrRemarks"], Value::Null);
    assert_eq!(hr["items"][0]["supervisorScore"], Value::Null);
}
