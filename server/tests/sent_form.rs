//! Forms submitted by the script of a page.

use http::Method;
use serde_json::{Value, json};

use crate::support::{Reply, World};

async fn send(world: &World, path: &str, language: &str, body: &str) -> Reply {
    let request = world.request(Method::POST, path).header("sec-fetch-site", "same-origin");
    request
        .in_browser_of("admin")
        .header("accept", "application/json")
        .header("accept-language", language)
        .header("mizan-form", "true")
        .text("application/x-www-form-urlencoded", body.as_bytes().to_vec())
        .send()
        .await
}

fn words(reply: &Reply) -> Value {
    let answer: Value = serde_json::from_str(&reply.text).unwrap();
    answer.get("words").cloned().unwrap()
}

#[tokio::test]
async fn refusals_are_shown_in_the_language_of_the_page() {
    let world = World::sqlite().await;
    let path = "/api/ui/people/department";
    let english = send(&world, path, "en", "department[name]=").await;
    assert_eq!(english.status, 400);
    let english = words(&english);
    assert_eq!(english["title"], "Fix the following:");
    assert_eq!(english["fields"][0][0], "name");
    assert_eq!(english["isSignedOut"], json!(false));
    let arabic = words(&send(&world, path, "ar", "department[name]=").await);
    assert_eq!(arabic["fields"], json!([["name", "مطلوب."]]));
}

#[tokio::test]
async fn a_wrong_current_password_is_reported_at_its_field() {
    let world = World::sqlite().await;
    let body = "current_password=wrong&new_password=a%20long%20and%20new%20one\
                &again=a%20long%20and%20new%20one";
    let reply = send(&world, "/api/ui/session/password", "en", body).await;
    assert_eq!(reply.status, 400);
    assert_eq!(words(&reply)["fields"][0][0], "current");
}

#[tokio::test]
async fn the_response_contains_the_next_address() {
    let world = World::sqlite().await;
    let reply = send(&world, "/api/ui/people/department", "en", "department[name]=New").await;
    assert_eq!(reply.status, 200, "{}", reply.text);
    assert_eq!(reply.headers["mizan-next"], "/departments");
    assert!(!reply.headers.contains_key("location"));
}

#[tokio::test]
async fn the_program_of_a_page_gets_the_error_as_it_is() {
    let world = World::sqlite().await;
    let request = world.request(Method::POST, "/api/ui/people/department");
    let request = request.header("sec-fetch-site", "same-origin").in_browser_of("admin");
    let body = b"department[name]=".to_vec();
    let request = request.header("accept", "application/json");
    let reply = request.text("application/x-www-form-urlencoded", body).send().await;
    assert_eq!(reply.status, 400);
    assert!(reply.text.starts_with("{\"Invalid\":"), "{}", reply.text);
}
