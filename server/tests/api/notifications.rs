//! /api/notifications.

use std::time::Duration;

use axum::body::Body;
use http::Method;
use http_body_util::BodyExt;
use serde_json::{Value, json};

use crate::api::staff::appraisals::start;
use crate::support::World;

#[tokio::test]
async fn the_subject_is_notified_once_that_an_appraisal_has_started() {
    let world = World::sqlite().await;
    let path = start(&world).await;
    world.dispatch().await;
    world.dispatch().await;
    let list = world.get("employee", "/api/notifications").await.expect(200);
    assert_eq!(list["pagination"]["total"], 1);
    let first = &list["data"][0];
    let appraisal = path.rsplit('/').next().unwrap();
    assert_eq!(
        (&first["type"], &first["appraisalId"]),
        (&json!("appraisal.started"), &json!(appraisal))
    );
    assert_eq!(first["link"], format!("/appraisals/{appraisal}"));
    assert_eq!(first["readAt"], Value::Null);
    let others = world.get("manager", "/api/notifications").await.expect(200);
    assert_eq!(others["pagination"]["total"], 0);
}

#[tokio::test]
async fn reading_one_lowers_the_count_and_is_nobody_elses_business() {
    let world = World::sqlite().await;
    start(&world).await;
    world.dispatch().await;
    let list = world.get("employee", "/api/notifications?unread=true").await.expect(200);
    let path = format!("/api/notifications/{}/read", list["data"][0]["id"].as_str().unwrap());
    world.post_empty("manager", &path).await.refused(404, "NOT_FOUND");
    let count = async || {
        world.get("employee", "/api/notifications/unread-count").await.expect(200)["count"].clone()
    };
    assert_eq!(count().await, 1);
    let read = world.post_empty("employee", &path).await.expect(200);
    assert!(read["readAt"].is_string());
    assert_eq!(world.post_empty("employee", &path).await.expect(200), read);
    assert_eq!(count().await, 0);
    let all = world.post_empty("employee", "/api/notifications/read-all").await.expect(200);
    assert_eq!(all["count"], 0);
}

/// The next event of a stream: its name and data.
async fn next(body: &mut Body) -> Option<(String, Value)> {
    let frame = tokio::time::timeout(Duration::from_secs(20), body.frame());
    let frame = frame.await.expect("an event or an end in time")?.unwrap();
    let text = String::from_utf8(frame.into_data().unwrap().to_vec()).unwrap();
    let field = |name: &str| {
        text.lines().find_map(|line| line.strip_prefix(name)).map(|it| it.trim().to_owned())
    };
    let data = field("data:").unwrap_or_default();
    Some((field("event:").unwrap_or_default(), serde_json::from_str(&data).unwrap_or(Value::Null)))
}

async fn open(world: &World, who: &str) -> Body {
    let response = world.request(Method::GET, "/api/notifications/stream").by(who).open().await;
    assert_eq!(response.status(), 200);
    assert_eq!(response.headers()["content-type"], "text/event-stream");
    response.into_body()
}

#[tokio::test]
async fn the_stream_sends_the_counts_at_once_and_new_notifications_as_they_are_created() {
    let world = World::sqlite().await;
    let mut body = open(&world, "employee").await;
    let empty = json!({ "pending": 0, "leave": 0, "unread": 0 });
    assert_eq!(next(&mut body).await, Some(("counts".to_owned(), empty)));
    world.clock.advance(chrono::TimeDelta::seconds(1));
    start(&world).await;
    world.dispatch().await;
    let mut seen = Vec::new();
    while !seen.contains(&json!({ "pending": 1, "leave": 0, "unread": 1 })) {
        let (name, data) = next(&mut body).await.unwrap();
        assert!(name != "notification" || data["type"] == "appraisal.started", "{data}");
        seen.push(data);
    }
    assert!(seen.iter().any(|data| data["type"] == "appraisal.started"));
}

#[tokio::test]
async fn the_stream_ends_with_the_session_and_sends_nothing_more() {
    let world = World::sqlite().await;
    let mut body = open(&world, "employee").await;
    assert!(next(&mut body).await.is_some());
    world.post_empty("employee", "/api/auth/logout").await;
    world.clock.advance(chrono::TimeDelta::seconds(1));
    start(&world).await;
    world.dispatch().await;
    // Keep-alive comments have no event name.
    while let Some((name, _)) = next(&mut body).await {
        assert_eq!(name, "");
    }
}

#[tokio::test]
async fn nobody_holds_more_than_sixteen_streams_and_one_that_is_closed_makes_room() {
    let world = World::sqlite().await;
    let mut bodies = Vec::new();
    for _ in 0..16 {
        bodies.push(open(&world, "employee").await);
    }
    let refused = world.get("employee", "/api/notifications/stream").await;
    assert!(refused.header("retry-after").is_some());
    refused.refused(429, "RATE_LIMITED");
    drop(open(&world, "manager").await);
    bodies.pop();
    drop(open(&world, "employee").await);
}
