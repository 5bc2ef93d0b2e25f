//! The calendar feed: the address that the page creates, and its responses.

use http::Method;
use icalendar::{Calendar, CalendarComponent, Component, DatePerhapsTime};
use serde_json::{Value, json};

use crate::support::{Reply, World};

/// Submits a form of the page as its script does.
async fn submit(world: &World, who: &str, path: &str) -> Reply {
    let request = world.request(Method::POST, path).header("sec-fetch-site", "same-origin");
    let request = request.in_browser_of(who).header("mizan-form", "true");
    let request = request.header("origin", "http://127.0.0.1:3000");
    let request = request.header("accept", "application/json");
    request.text("application/x-www-form-urlencoded", "").send().await
}

/// Creates a feed, and returns the path of its address.
async fn create(world: &World, who: &str) -> String {
    let reply = submit(world, who, "/api/ui/leave/create-feed").await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    let address = answer["address"].as_str().unwrap();
    let (origin, path) = address.split_once("/calendar/").unwrap();
    assert!(origin.starts_with("http"), "{origin}");
    format!("/calendar/{path}")
}

#[tokio::test]
async fn a_calendar_program_needs_the_address_alone_until_it_is_revoked() {
    let world = World::sqlite().await;
    let path = create(&world, "employee").await;
    let calendar = world.get("nobody", &path).await;
    assert_eq!(calendar.status, 200, "{}", calendar.text);
    assert_eq!(calendar.header("content-type"), Some("text/calendar; charset=utf-8"));
    assert_eq!(calendar.header("cache-control"), Some("private, no-cache"));
    assert_eq!(calendar.header("x-content-type-options"), Some("nosniff"));
    assert!(calendar.text.starts_with("BEGIN:VCALENDAR\r\n"), "{}", calendar.text);

    let replaced = create(&world, "employee").await;
    world.get("nobody", &path).await.refused(404, "NOT_FOUND");
    assert_eq!(world.get("nobody", &replaced).await.status, 200);

    let revoked = submit(&world, "employee", "/api/ui/leave/revoke-feed").await;
    assert_eq!(revoked.status, 200, "{}", revoked.text);
    assert_eq!(revoked.header("mizan-next"), Some("/leave"));
    world.get("nobody", &replaced).await.refused(404, "NOT_FOUND");
}

/// A name with everything that the format escapes, longer than a line may be.
const NAME: &str = "Bilal; Rahman, of the family that has the longest name of the whole house بلال";

#[tokio::test]
async fn a_calendar_program_reads_the_days_and_the_names() {
    let world = World::sqlite().await;
    let staff = format!("/api/staff/{}", world.id("employee"));
    world.patch("admin", &staff, json!({ "name": NAME })).await.expect(200);
    let wish = json!({ "type": "casual", "startDate": "2026-12-01", "endDate": "2026-12-02",
        "reason": "Moving house" });
    let leave = world.post("employee", "/api/leave/requests", wish).await.expect(201);
    let approve = format!("/api/leave/requests/{}/approve", leave["id"].as_str().unwrap());
    world.post("manager", &approve, json!({})).await.expect(200);

    let path = create(&world, "employee").await;
    let text = world.get("nobody", &path).await.text;
    let calendar: Calendar = text.parse().unwrap();
    let [CalendarComponent::Event(event)] = calendar.components.as_slice() else {
        panic!("{text}")
    };
    assert_eq!(event.get_summary(), Some(format!("{NAME}: away").as_str()));
    let day = |text: &str| Some(DatePerhapsTime::Date(text.parse().unwrap()));
    assert_eq!(event.get_start(), day("2026-12-01"));
    assert_eq!(event.get_end(), day("2026-12-03"), "the day after the last one");
}

#[tokio::test]
async fn other_addresses_are_unknown() {
    let world = World::sqlite().await;
    let path = create(&world, "employee").await;
    let without_extension = path.strip_suffix(".ics").unwrap();
    for path in [without_extension, "/calendar/.ics", "/calendar/unknown.ics"] {
        world.get("nobody", path).await.refused(404, "NOT_FOUND");
        world.get("employee", path).await.refused(404, "NOT_FOUND");
    }
    world
        .request(Method::POST, &path)
        .by("employee")
        .send()
        .await
        .refused(405, "METHOD_NOT_ALLOWED");
}

#[tokio::test]
async fn an_address_is_not_created_for_a_form_without_javascript() {
    let world = World::sqlite().await;
    let request = world.request(Method::POST, "/api/ui/leave/create-feed");
    let request = request.in_browser_of("employee").header("sec-fetch-site", "same-origin");
    let request = request.header("accept", "text/html");
    let reply = request.text("application/x-www-form-urlencoded", "").send().await;
    assert!((300..400).contains(&reply.status), "{}", reply.status);
    let page = world.request(Method::GET, "/leave").header("accept", "text/html");
    let page = page.in_browser_of("employee").send().await;
    assert!(page.text.contains("create-feed") && !page.text.contains("revoke-feed"));
}
