//! Every registered server function refuses what the API refuses, before it runs.

use http::Method;
use leptos::server_fn::axum::server_fn_paths;

use crate::support::{Reply, World};

const FORM: &str = "application/x-www-form-urlencoded";
const JSON: &str = "application/json";
const BELOW: &str = "/api/ui/";

/// Invalid bodies, with the status of the refusal.
fn bodies() -> Vec<(&'static str, Vec<u8>, u16)> {
    let form = |body: &[u8]| (FORM, body.to_vec(), 400);
    let json = |body: &str| (JSON, body.as_bytes().to_vec(), 400);
    vec![
        form(b"a=%00"),
        form(b"a=\0"),
        form(b"a%00=1"),
        form(b"a=%zz"),
        form(b"a=%ff"),
        form(b"a=\xff\xfe"),
        form(b"a=1&a=2"),
        form(b"a[b][c][d][e][f][g][h]=1"),
        json("{"),
        json("[]"),
        json("null"),
        json("17"),
        json("{} {}"),
        json(r#"{"a":NaN}"#),
        json(r#"{"a":1,"a":1}"#),
        json(r#"{"a":{"b":1,"b":1}}"#),
        json(r#"{"a":["\u0000"]}"#),
        (JSON, format!("{{\"a\":{}{}}}", "[".repeat(10_000), "]".repeat(10_000)).into_bytes(), 400),
        ("text/plain", b"a=1".to_vec(), 415),
        ("", b"{}".to_vec(), 415),
        ("application/octet-stream", b"{}".to_vec(), 415),
    ]
}

async fn send(world: &World, path: &str, who: &str, (media, body): (&str, Vec<u8>)) -> Reply {
    let request = world.request(Method::POST, path).header("sec-fetch-site", "same-origin");
    request.in_browser_of(who).header("accept", JSON).text(media, body).send().await
}

fn who(path: &str) -> &'static str {
    if path.starts_with("/api/ui/portal/") { "customer" } else { "admin" }
}

#[tokio::test]
async fn every_server_function_reads_as_strictly_as_the_api() {
    let world = World::sqlite().await;
    let paths: Vec<_> = server_fn_paths().collect();
    assert!(paths.len() > 100, "{}", paths.len());
    let before = world.snapshot().await;
    let mut taken = Vec::new();
    for (path, method) in paths {
        assert!(path.starts_with(BELOW), "{path} lies outside of {BELOW}");
        assert_eq!(method, Method::POST, "{path} is reached by a link or a picture");
        for (media, body, status) in bodies() {
            let shown = String::from_utf8_lossy(&body).chars().take(60).collect::<String>();
            let reply = send(&world, path, who(path), (media, body)).await;
            if reply.status != status {
                taken.push(format!("{path} {media} {shown}: {} {}", reply.status, reply.text));
            }
        }
    }
    assert!(taken.is_empty(), "{taken:#?}");
    assert!(world.snapshot().await == before, "something was written");
}

#[tokio::test]
async fn the_inputs_of_server_functions_have_the_types_of_the_api() {
    let world = World::sqlite().await;
    let colleague = world.id("colleague");
    let bare = colleague.replace('-', "");
    let wish = |start: &str| {
        let body = "leave_type=casual&end_date=2026-12-02&reason=Moving";
        format!("{body}&start_date={start}").into_bytes()
    };
    for (path, media, body) in [
        ("staff/find", FORM, format!("id={bare}").into_bytes()),
        ("staff/find", FORM, format!("id=urn:uuid:{colleague}").into_bytes()),
        ("staff/find-several", JSON, format!(r#"{{"ids":["{bare}"]}}"#).into_bytes()),
        ("staff/find-several", JSON, format!(r#"{{"ids":"{colleague}"}}"#).into_bytes()),
        ("leave/request", FORM, wish("2026-12-1")),
        ("leave/request", FORM, wish("%2B2026-12-01")),
        ("leave/request", FORM, wish("+2026-12-01")),
        ("credit/portfolio", JSON, br#"{"as_of":"2026-3-1"}"#.to_vec()),
        ("people/audit", JSON, br#"{"query":{"page":[1,20]}}"#.to_vec()),
        ("people/audit", JSON, br#"{"query":{"page":{"page":0,"limit":20}}}"#.to_vec()),
    ] {
        let reply = send(&world, &format!("{BELOW}{path}"), "admin", (media, body.clone())).await;
        let shown = String::from_utf8_lossy(&body);
        assert_eq!(reply.status, 400, "{path} {shown}: {}", reply.text);
        assert!(reply.text.contains("VALIDATION_FAILED"), "{path} {shown}: {}", reply.text);
    }
}

#[tokio::test]
async fn the_member_that_a_server_function_refuses_is_named() {
    let world = World::sqlite().await;
    let body = br#"{"query":{"page":{"page":"1","limit":20}}}"#.to_vec();
    let reply = send(&world, "/api/ui/people/audit", "admin", (JSON, body)).await;
    assert_eq!(reply.status, 400, "{}", reply.text);
    assert!(reply.text.contains("query.page.page"), "{}", reply.text);
}

#[tokio::test]
async fn a_server_function_answers_with_no_more_rows_than_the_api() {
    let world = World::sqlite().await;
    let body = br#"{"query":{"page":{"page":1,"limit":4000000000}}}"#.to_vec();
    let reply = send(&world, "/api/ui/people/audit", "admin", (JSON, body)).await;
    assert_eq!(reply.expect(200)["pagination"]["limit"], 100);
}
