//! The HTTP client of webhooks, and their page.

use std::sync::{Arc, Mutex};

use axum::Router;
use axum::body::Bytes;
use axum::routing::post;
use chrono::TimeDelta;
use http::{HeaderMap, Method, StatusCode};
use server::webhook::Client;
use service::random::Ids;
use service::webhook::{WebhookClient, WebhookRequest, WebhookResponse};
use shared::id::EventId;
use shared::webhook::FailureReason;
use tokio::net::TcpListener;

use crate::support::{Reply, World};

type Requests = Arc<Mutex<Vec<(HeaderMap, String)>>>;

fn request(url: &str) -> WebhookRequest {
    WebhookRequest {
        url: url.to_owned(),
        id: EventId(Ids::default().unordered()),
        timestamp: 1_795_251_600,
        signature: "v1,c2lnbmF0dXJl v1,b3RoZXI=".to_owned(),
        body: r#"{"type":"leave.approved"}"#.to_owned(),
    }
}

/// A receiver that responds with the given status; returns its port.
async fn receiver(status: StatusCode) -> (u16, Requests) {
    let requests = Requests::default();
    let kept = Arc::clone(&requests);
    let take = move |headers: HeaderMap, body: Bytes| async move {
        let body = String::from_utf8(body.to_vec()).unwrap();
        kept.lock().unwrap().push((headers, body));
        (status, [("location", "/hooks"), ("retry-after", "120")], "ignored".repeat(100_000))
    };
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    let router = Router::new().route("/hooks", post(take));
    tokio::spawn(async move { axum::serve(listener, router).await.unwrap() });
    (port, requests)
}

#[tokio::test]
async fn a_receiver_gets_the_headers_of_standard_webhooks_and_the_body_as_it_was_signed() {
    let (port, requests) = receiver(StatusCode::NO_CONTENT).await;
    let request = request(&format!("http://127.0.0.1:{port}/hooks"));
    let response = Client::new(true).post(&request).await.unwrap();
    assert_eq!(response.status, 204);
    let requests = requests.lock().unwrap();
    let [(headers, body)] = &requests[..] else { panic!("{requests:?}") };
    assert_eq!(*body, request.body);
    assert_eq!(headers["content-type"], "application/json");
    assert_eq!(headers["webhook-id"], request.id.to_string());
    assert_eq!(headers["webhook-timestamp"], "1795251600");
    assert_eq!(headers["webhook-signature"], request.signature);
    assert!(headers["user-agent"].to_str().unwrap().starts_with("Mizan-Webhooks/"));
    assert!(!headers.contains_key("authorization") && !headers.contains_key("cookie"));
}

#[tokio::test]
async fn a_status_is_a_result_and_no_redirect_is_followed() {
    for status in [200, 301, 307, 308, 410, 429, 500, 503] {
        let (port, requests) = receiver(StatusCode::from_u16(status).unwrap()).await;
        let request = request(&format!("http://127.0.0.1:{port}/hooks"));
        let response = Client::new(true).post(&request).await;
        let retry_after = Some(TimeDelta::minutes(2));
        assert_eq!(response, Ok(WebhookResponse { status, retry_after }), "{status}");
        assert_eq!(requests.lock().unwrap().len(), 1, "{status}");
    }
}

#[tokio::test]
async fn addresses_of_private_networks_are_refused_when_the_connection_is_opened() {
    let (port, requests) = receiver(StatusCode::OK).await;
    let client = Client::new(false);
    // Names are resolved by the operating system, which also reads abbreviated addresses.
    for host in ["127.0.0.1", "localhost", "127.1", "2130706433", "[::1]", "[::ffff:127.0.0.1]"] {
        let url = format!("https://{host}:{port}/hooks");
        let refused = client.post(&request(&url)).await.unwrap_err();
        assert_eq!(refused, FailureReason::AddressNotAllowed, "{host}");
    }
    let unencrypted = client.post(&request(&format!("http://127.0.0.1:{port}/hooks"))).await;
    assert!(unencrypted.is_err());
    assert!(requests.lock().unwrap().is_empty());
}

#[tokio::test]
async fn a_failure_without_a_response_has_its_reason() {
    let client = Client::new(true);
    let unknown = client.post(&request("https://receiver.invalid/hooks")).await;
    assert_eq!(unknown, Err(FailureReason::HostNotFound));
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let port = listener.local_addr().unwrap().port();
    drop(listener);
    let closed = client.post(&request(&format!("http://127.0.0.1:{port}/hooks"))).await;
    assert_eq!(closed, Err(FailureReason::ConnectionFailed));
    let (port, _) = receiver(StatusCode::OK).await;
    let plain = client.post(&request(&format!("https://127.0.0.1:{port}/hooks"))).await;
    assert_eq!(plain, Err(FailureReason::TlsFailed));
}

async fn open(world: &World, who: &str) -> Reply {
    let request = world.request(Method::GET, "/webhooks").in_browser_of(who);
    request.header("accept", "text/html").send().await
}

/// Submits a form without JavaScript, or with it.
async fn send(world: &World, action: &str, form: String, has_script: bool) -> Reply {
    let request = world.request(Method::POST, &format!("/api/ui/people/{action}"));
    let request = request.in_browser_of("admin").header("sec-fetch-site", "same-origin");
    let request =
        request.header("accept", if has_script { "application/json" } else { "text/html" });
    request.text("application/x-www-form-urlencoded", form).send().await
}

#[tokio::test]
async fn an_administrator_manages_webhooks_on_their_page_and_nobody_else_does() {
    let world = World::sqlite().await;
    for who in ["hr", "employee"] {
        assert_eq!(open(&world, who).await.status, 403, "{who}");
    }
    assert!(open(&world, "admin").await.text.contains("No webhooks yet."));
    let form = "url=https%3A%2F%2Ferp.example%2Fhooks&types[]=leave.approved".to_owned();
    let plain = send(&world, "webhook", form.clone(), false).await;
    assert_eq!(plain.status, 302, "{}", plain.text);
    assert!(open(&world, "admin").await.text.contains("No webhooks yet."));
    let made = send(&world, "webhook", form, true).await.expect(200);
    let (id, secret) = (made["id"].as_str().unwrap(), made["secret"].as_str().unwrap());
    let page = open(&world, "admin").await.text;
    for text in ["https://erp.example/hooks", "Leave approved", "Active", "Nothing delivered yet"] {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains(secret));
    let edit = world.request(Method::GET, &format!("/webhooks?edit={id}"));
    let edit = edit.in_browser_of("admin").header("accept", "text/html").send().await.text;
    assert!(edit.contains("Edit webhook") && !edit.contains("Create webhook"), "{edit}");
    let form = format!("id={id}&url=https%3A%2F%2Ferp.example%2Fmoved&types[]=leave.rejected");
    send(&world, "webhook-change", form, true).await.expect(200);
    let page = open(&world, "admin").await.text;
    assert!(
        page.contains("https://erp.example/moved") && page.contains("Leave rejected"),
        "{page}"
    );
    assert!(!page.contains("https://erp.example/hooks</bdi>"), "{page}");
    let private = format!("id={id}&url=https%3A%2F%2F127.0.0.1");
    assert_eq!(send(&world, "webhook-change", private, true).await.status, 400);
    let rotated = send(&world, "webhook-secret", format!("id={id}"), true).await.expect(200);
    assert!(rotated["secret"].as_str().is_some_and(|it| it != secret));
    let paused = send(&world, "webhook-status", format!("id={id}&status=paused"), false).await;
    assert_eq!(paused.status, 302, "{}", paused.text);
    let page = open(&world, "admin").await.text;
    assert!(page.contains("Paused") && page.contains("Resume"), "{page}");
    assert_eq!(send(&world, "webhook-replay", format!("id={id}"), false).await.status, 302);
    assert_eq!(send(&world, "webhook-delete", format!("id={id}"), false).await.status, 302);
    assert!(open(&world, "admin").await.text.contains("No webhooks yet."));
}
