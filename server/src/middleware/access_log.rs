//! A request's id, and one line in the log for each request: which route, what came of it, how
//! long it took. Never an address, a query, a token or a name.

use std::time::Instant;

use axum::extract::{MatchedPath, Request, State};
use axum::middleware::Next;
use axum::response::Response;
use http::{HeaderName, HeaderValue};

use crate::state::AppState;

/// The header that carries the id of every answer.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request: our own, whatever the client sent.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// Gives the request its id, and logs what came of it.
pub async fn access_log(
    State(state): State<AppState>,
    mut request: Request,
    next: Next,
) -> Response {
    let id = state.ids.unordered().to_string();
    let method = request.method().clone();
    let route = route(&request);
    request.extensions_mut().insert(RequestId(id.clone()));
    let started = Instant::now();
    let running = state.metrics.begin();

    let mut response = next.run(request).await;

    let status = response.status();
    let elapsed = started.elapsed();
    running.end(status);
    let milliseconds = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
    tracing::info!(request_id = id, %method, route, status = status.as_u16(), milliseconds);
    if let Ok(value) = HeaderValue::from_str(&id) {
        response.headers_mut().insert(REQUEST_ID, value);
    }
    response
}

/// The pattern of the route, as in `/api/staff/{id}`.
fn route(request: &Request) -> String {
    let matched = request.extensions().get::<MatchedPath>();
    matched.map_or("-", MatchedPath::as_str).to_owned()
}
