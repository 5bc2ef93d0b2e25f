//! Refusals by role and stage.

use http::Method;
use serde_json::{Value, json};

use super::start;
use crate::support::{World, initiation};

const UNKNOWN: &str = "0192e4a0-0000-7000-8000-000000000001";
const ACTS: [&str; 4] = ["self/submit", "review/submit", "dept-head/approve", "md/approve"];

#[tokio::test]
async fn to_a_stranger_an_appraisal_is_exactly_one_that_does_not_exist() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    for who in ["bystander", "colleague", "stranger", "foreign_admin"] {
        for part in ["", "/score"] {
            let real = world.get(who, &format!("{path}{part}")).await;
            let unknown = format!("/api/staff/appraisals/{UNKNOWN}{part}");
            let unknown = world.get(who, &unknown).await;
            let malformed = world.get(who, &format!("/api/staff/appraisals/12{part}")).await;
            let body = real.refused(404, "NOT_FOUND");
            assert_eq!(body["error"]["message"], "Appraisal not found");
            for other in [unknown, malformed] {
                assert_eq!(real.bytes(), other.bytes(), "{who} {part}");
            }
        }
        for act in ACTS {
            let real = world.post_empty(who, &format!("{path}/{act}")).await;
            let unknown = format!("/api/staff/appraisals/{UNKNOWN}/{act}");
            assert_eq!(real.bytes(), world.post_empty(who, &unknown).await.bytes(), "{who} {act}");
            real.refused(404, "NOT_FOUND");
        }
    }
}

#[tokio::test]
async fn the_hr_stage_requires_the_permission_before_it_reads_the_record() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    for who in ["employee", "manager", "head", "md", "bystander"] {
        let body = json!({ "outcome": "confirm" });
        let real = world.post(who, &format!("{path}/finalize"), body.clone()).await;
        let unknown = format!("/api/staff/appraisals/{UNKNOWN}/finalize");
        let unknown = world.post(who, &unknown, body).await;
        real.refused(403, "FORBIDDEN");
        assert_eq!(real.bytes(), unknown.bytes());
        let saved = world.patch(who, &format!("{path}/hr"), json!({ "hrRemarks": "x" })).await;
        saved.refused(403, "FORBIDDEN");
    }
}

#[tokio::test]
async fn a_reviewer_of_another_stage_is_refused_and_the_right_one_is_told_when_it_is_too_early() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    let submit = format!("{path}/review/submit");
    world.post_empty("employee", &submit).await.refused(403, "NOT_YOUR_DESK");
    world.post_empty("md", &submit).await.refused(403, "NOT_YOUR_DESK");
    world.post_empty("hr", &submit).await.refused(403, "NOT_YOUR_DESK");
    world.post_empty("manager", &submit).await.refused(400, "WRONG_STAGE");
    world.post_empty("md", &format!("{path}/md/approve")).await.refused(400, "WRONG_STAGE");
    world.post_empty("hr", &format!("{path}/finalize")).await.refused(400, "WRONG_STAGE");
}

/// Every action of a stage: its address, the responsible person, and an invalid body.
fn unreadable() -> [(Method, &'static str, &'static str, Value); 8] {
    [
        (Method::PATCH, "self", "employee", json!({ "items": 1 })),
        (Method::POST, "self/submit", "employee", json!([])),
        (Method::PATCH, "review", "manager", json!({ "planRows": [] })),
        (Method::POST, "review/submit", "manager", json!(1)),
        (Method::POST, "dept-head/approve", "head", json!({ "comment": 1 })),
        (Method::POST, "md/approve", "md", json!({ "comment": ["x"] })),
        (Method::PATCH, "hr", "hr", json!({ "hrRemarks": 1 })),
        (Method::POST, "finalize", "hr", json!({ "outcome": "extend" })),
    ]
}

#[tokio::test]
async fn a_body_that_cannot_be_read_is_refused_after_the_caller_and_the_stage() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    let before = world.snapshot().await;
    for (method, act, stage, body) in unreadable() {
        let send = async |who: &str, path: &str| {
            world.request(method.clone(), &format!("{path}/{act}")).by(who).json(&body).send().await
        };
        let malformed = world.request(method.clone(), &format!("{path}/{act}")).by("bystander");
        let malformed = malformed.text("application/json", "{").send().await;
        if stage == "hr" {
            send("bystander", &path).await.refused(403, "FORBIDDEN");
            malformed.refused(403, "FORBIDDEN");
            send("stranger", &path).await.refused(404, "NOT_FOUND");
        } else {
            let unknown = send("bystander", &format!("/api/staff/appraisals/{UNKNOWN}")).await;
            let real = send("bystander", &path).await;
            real.refused(404, "NOT_FOUND");
            assert_eq!(real.bytes(), unknown.bytes(), "{act}");
            assert_eq!(real.bytes(), malformed.bytes(), "{act}");
            send("hr", &path).await.refused(403, "NOT_YOUR_DESK");
        }
        let own = send(stage, &path).await;
        let is_open = matches!(act, "self" | "self/submit" | "hr");
        own.refused(400, if is_open { "VALIDATION_FAILED" } else { "WRONG_STAGE" });
    }
    assert!(world.snapshot().await == before);
}

#[tokio::test]
async fn nobody_finalizes_their_own_appraisal() {
    let world = World::sqlite().await;
    let mut input = initiation(&world.id("hr"), false);
    let change = json!({ "lineManagerId": world.id("manager") });
    let staff = format!("/api/staff/{}", world.id("hr"));
    world.patch("admin", &staff, change).await.expect(200);
    input["reviewType"] = json!("annual");
    let detail = world.post("deputy", "/api/staff/appraisals", input).await.expect(201);
    let id = detail["id"].as_str().unwrap();
    let finalize = format!("/api/staff/appraisals/{id}/finalize");
    world.post_empty("hr", &finalize).await.refused(403, "SELF_FINALIZE");
    let unknown = json!({ "outcome": "extend" });
    world.post("hr", &finalize, unknown).await.refused(403, "SELF_FINALIZE");
}

#[tokio::test]
async fn an_initiation_for_somebody_unknown_or_blocked_or_without_reviewer_is_refused() {
    let world = World::sqlite().await;
    let start =
        async |who: &str| world.post("hr", "/api/staff/appraisals", initiation(who, false)).await;
    start(&world.id("stranger")).await.refused(404, "NOT_FOUND");
    start(UNKNOWN).await.refused(404, "NOT_FOUND");
    let staff = format!("/api/staff/{}", world.id("colleague"));
    world.patch("admin", &staff, json!({ "isBlocked": true })).await.expect(200);
    start(&world.id("colleague")).await.refused(400, "STAFF_BLOCKED");
    start(&world.id("head")).await.refused(400, "NO_REVIEWER");
}

#[tokio::test]
async fn an_initiation_names_what_is_missing_or_wrong() {
    let world = World::sqlite().await;
    let start = async |body: Value| world.post("hr", "/api/staff/appraisals", body).await;
    assert_eq!(start(json!({})).await.fields(), ["staffId"]);
    let mut input = initiation(&world.id("employee"), false);
    input["periodTo"] = json!("2026-04-30");
    assert_eq!(start(input.clone()).await.fields(), ["periodTo"]);
    input["periodTo"] = json!("2026-02-30");
    assert_eq!(start(input.clone()).await.fields(), ["periodTo"]);
    input["periodTo"] = json!("+12026-10-31");
    assert_eq!(start(input.clone()).await.fields(), ["periodTo"]);
    input["isManagerRole"] = json!("no");
    assert_eq!(start(input).await.fields().len(), 1);
}
