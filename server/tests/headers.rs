//! The headers of every kind of response.

use http::Method;

use crate::support::{Reply, World};

const ALWAYS: [(&str, &str); 7] = [
    ("strict-transport-security", "max-age=31536000; includeSubDomains"),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
    (
        "permissions-policy",
        "accelerometer=(), camera=(), geolocation=(), gyroscope=(), magnetometer=(), \
         microphone=(), payment=(), usb=()",
    ),
    ("cache-control", "no-store"),
];

const STRICT_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";

fn check(reply: &Reply, path: &str) {
    for (name, value) in ALWAYS {
        assert_eq!(reply.header(name), Some(value), "{name} of {path}");
    }
    let id = reply.header("x-request-id").unwrap_or_default();
    assert!(uuid::Uuid::parse_str(id).is_ok(), "{path}");
    for name in ["access-control-allow-origin", "server", "x-powered-by"] {
        assert_eq!(reply.header(name), None, "{name} of {path}");
    }
}

#[tokio::test]
async fn every_answer_of_the_api_carries_the_headers_of_security() {
    let world = World::sqlite().await;
    for (who, path, status) in [
        ("hr", "/api/auth/me", 200),
        ("nobody", "/api/auth/me", 401),
        ("employee", "/api/audit-log", 403),
        ("hr", "/api/staff/appraisals/x", 404),
        ("hr", "/api/nothing", 404),
        ("hr", "/api", 404),
        ("hr", "/api/", 404),
        ("hr", "/api/staff?page=0", 400),
        ("nobody", "/healthz", 200),
        ("nobody", "/readyz", 200),
        ("nobody", "/metrics", 200),
        ("nobody", "/api/openapi.json", 200),
    ] {
        let reply = world.get(who, path).await;
        assert_eq!(reply.status, status, "{path}: {}", reply.text);
        if path != "/api/openapi.json" {
            check(&reply, path);
            assert_eq!(reply.header("content-security-policy"), Some(STRICT_POLICY), "{path}");
            assert_eq!(reply.header("referrer-policy"), Some("no-referrer"), "{path}");
        }
    }
    let reply = world.request(Method::DELETE, "/api/staff").by("hr").send().await;
    reply.refused(405, "METHOD_NOT_ALLOWED");
    check(&reply, "DELETE /api/staff");
    assert_eq!(reply.header("allow"), Some("GET,HEAD,POST"));
}

#[tokio::test]
async fn pages_run_only_scripts_with_the_nonce_of_this_answer() {
    let world = World::sqlite().await;
    let nonce = async || {
        let reply = world.request(Method::GET, "/login").header("accept", "text/html").send().await;
        assert_eq!(reply.status, 200);
        check(&reply, "/login");
        let policy = reply.header("content-security-policy").unwrap().to_owned();
        assert!(!policy.contains("unsafe-inline") && !policy.contains("'unsafe-eval'"));
        assert!(policy.contains("frame-ancestors 'none'") && policy.contains("base-uri 'none'"));
        let (_, rest) = policy.split_once("'nonce-").unwrap();
        let (nonce, _) = rest.split_once('\'').unwrap();
        assert!(reply.text.contains(&format!("nonce=\"{nonce}\"")));
        nonce.to_owned()
    };
    assert_ne!(nonce().await, nonce().await);
}

/// Browsers prefetch and prerender pages.
#[tokio::test]
async fn after_a_change_browsers_forget_the_pages_that_they_made_ready() {
    let world = World::sqlite().await;
    let sent = world.request(Method::POST, "/api/ui/notification/counts").by("hr").send().await;
    assert_eq!(
        sent.header("clear-site-data"),
        Some(r#""prefetchCache", "prerenderCache""#),
        "{}",
        sent.text
    );
    let page = world.request(Method::GET, "/").by("hr").header("accept", "text/html").send().await;
    assert_eq!(page.header("clear-site-data"), None);
}

/// Chromium excludes a page from the back/forward cache if a script got a `no-store` response.
#[tokio::test]
async fn the_check_of_a_session_lets_the_browser_keep_its_page() {
    let world = World::sqlite().await;
    for path in ["/api/ui/notification/counts", "/api/ui/portal/me"] {
        let checked = world.request(Method::POST, path).by("hr").send().await;
        assert_eq!(checked.header("cache-control"), Some("private, no-cache"), "{path}");
    }
    let page = world.request(Method::GET, "/").by("hr").header("accept", "text/html").send().await;
    assert_eq!(page.header("cache-control"), Some("no-store"));
}

#[tokio::test]
async fn a_request_id_is_ours_whatever_the_client_sends() {
    let world = World::sqlite().await;
    let reply = world.request(Method::GET, "/healthz").header("x-request-id", "mine").send().await;
    check(&reply, "/healthz");
}

#[tokio::test]
async fn no_origin_is_ever_allowed_and_preflights_get_nothing() {
    let world = World::sqlite().await;
    let reply = world
        .request(Method::OPTIONS, "/api/staff")
        .header("origin", "https://evil.example")
        .header("access-control-request-method", "POST")
        .send()
        .await;
    reply.refused(405, "METHOD_NOT_ALLOWED");
    check(&reply, "OPTIONS /api/staff");
}

#[tokio::test]
async fn head_answers_as_get_does_without_its_body() {
    let world = World::sqlite().await;
    let reply = world.request(Method::HEAD, "/api/auth/me").by("hr").send().await;
    assert_eq!((reply.status, reply.text.as_str()), (200, ""));
    let reply = world.request(Method::HEAD, "/api/auth/me").send().await;
    assert_eq!((reply.status, reply.text.as_str()), (401, ""));
}

#[tokio::test]
async fn the_page_of_the_documentation_loads_nothing_from_elsewhere() {
    let world = World::sqlite().await;
    let reply = world.get("nobody", "/api/docs/").await;
    assert_eq!(reply.status, 200);
    let policy = reply.header("content-security-policy").unwrap();
    assert!(policy.contains("default-src 'none'") && !policy.contains("http"), "{policy}");
    assert!(!reply.text.contains("https://"), "{}", reply.text);
    let script = world.get("nobody", "/api/docs/swagger-initializer.js").await;
    assert!(script.text.contains("/api/openapi.json"), "{}", script.text);
}
