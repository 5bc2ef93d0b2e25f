//! Health of the service, for its operators and monitoring.

use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use http::header::CONTENT_TYPE;
use serde_json::{Value, json};
use shared::Error;

use crate::error::{Answer, ApiError, unknown_route};
use crate::metrics::job_text;
use crate::phase::Phase;
use crate::state::AppState;
use axum::Json;

const METRICS_TYPE: &str = "text/plain; version=0.0.4";

pub(super) fn routes() -> Router<AppState> {
    Router::new()
        .route("/healthz", get(live))
        .route("/readyz", get(ready))
        .route("/metrics", get(metrics))
}

/// The process is running.
async fn live() -> Json<Value> {
    Json(json!({ "status": "ok" }))
}

/// The server is to get requests, and the database responds and has every migration.
async fn ready(State(state): State<AppState>) -> Answer<Json<Value>> {
    if *state.phase.borrow() != Phase::Serving {
        return Err(ApiError(Error::unavailable()));
    }
    let pending = state.service.db().migrations_pending().await.map_err(|error| {
        tracing::warn!(%error, "the database does not answer");
        Error::unavailable()
    })?;
    if !pending.is_empty() {
        tracing::warn!(pending = pending.len(), "migrations are missing");
        return Err(ApiError(Error::unavailable()));
    }
    Ok(Json(json!({ "status": "ready" })))
}

/// Metrics, if they are enabled.
async fn metrics(State(state): State<AppState>) -> Response {
    if !state.config.metrics {
        return unknown_route().into_response();
    }
    let db = state.service.db();
    let mut text = state.metrics.text(db.statements(), db.replica_reads());
    match state.service.jobs().states().await {
        Ok(states) => text.push_str(&job_text(&states)),
        Err(error) => tracing::warn!(%error, "the state of the jobs cannot be read"),
    }
    ([(CONTENT_TYPE, METRICS_TYPE)], text).into_response()
}
