//! Responses to faults: timely and clear, without the cause.

use std::sync::Arc;

use axum::Router;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodRouter, get};
use http::Request;
use http_body_util::BodyExt;
use server::config::Config;
use server::middleware::around;
use server::phase::Phase;
use server::state::{AppState, Parts};
use service::secret::Secrets;
use tokio::sync::watch;
use tower::ServiceExt;

use crate::support::World;

#[tokio::test]
async fn without_its_database_the_service_reports_it_and_stays_alive() {
    let world = World::sqlite().await;
    world.db.close().await;
    for path in ["/readyz", "/api/auth/me", "/api/staff", "/api/staff/appraisals/12"] {
        let reply = world.get("hr", path).await;
        reply.refused(503, "SERVICE_UNAVAILABLE");
        assert_eq!(reply.header("retry-after"), Some("2"), "{path}");
        assert!(!reply.text.to_lowercase().contains("sql"), "{}", reply.text);
    }
    world.get("nobody", "/healthz").await.expect(200);
}

#[tokio::test]
async fn a_server_without_the_latest_migration_is_not_ready() {
    let world = World::sqlite().await;
    world.get("nobody", "/readyz").await.expect(200);
    let mut tx = world.db.begin().await.unwrap();
    let forget = "DELETE FROM _sqlx_migrations WHERE version = \
         (SELECT MAX(version) FROM _sqlx_migrations)";
    tx.sql(forget).execute().await.unwrap();
    tx.commit().await.unwrap();
    world.get("nobody", "/readyz").await.refused(503, "SERVICE_UNAVAILABLE");
}

/// The response of a server with this one route.
async fn answer(world: &World, route: MethodRouter) -> (u16, String) {
    let config = Arc::new(Config::for_testing(Secrets::for_testing()));
    let (_, phase) = watch::channel(Phase::Serving);
    let state = AppState::from(Parts::new(world.service.clone(), config, phase));
    let router = Router::new().route("/", route).layer(from_fn_with_state(state, around));
    let request = Request::get("/").body(axum::body::Body::empty()).unwrap();
    let response = router.oneshot(request).await.unwrap();
    assert!(response.headers().contains_key("content-security-policy"));
    assert!(response.headers().contains_key("x-request-id"));
    let status = response.status().as_u16();
    let bytes = response.into_body().collect().await.unwrap().to_bytes();
    (status, String::from_utf8(bytes.to_vec()).unwrap())
}

async fn broken() -> &'static str {
    std::hint::black_box(None::<&'static str>).expect("a secret of the machine")
}

#[tokio::test]
async fn a_panic_is_answered_in_the_error_envelope_without_details() {
    let world = World::sqlite().await;
    let (status, text) = answer(&world, get(broken)).await;
    assert_eq!(status, 500);
    assert!(text.contains("INTERNAL_ERROR") && !text.contains("secret"), "{text}");
}

#[tokio::test]
async fn a_request_that_takes_too_long_is_given_up() {
    let world = World::sqlite().await;
    tokio::time::pause();
    let (status, text) = answer(&world, get(std::future::pending::<&'static str>)).await;
    assert_eq!(status, 503);
    assert!(text.contains("SERVICE_UNAVAILABLE"), "{text}");
}
