//! A request's id, and one line in the log for each request: which route, what came of it, how
//! long it took. Never an address, a query, a token or a name.

use std::time::Instant;

use axum::extract::{MatchedPath, Request};
use axum::response::Response;
use http::{HeaderName, HeaderValue, Method};
use tracing::Span;

use crate::metrics::Running;
use crate::state::AppState;

/// The header that carries the id of every answer.
pub const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// The id of a request: our own, whatever the client sent.
#[derive(Clone, Debug)]
pub struct RequestId(pub String);

/// A request on its way: what the log will say of it.
#[derive(Debug)]
pub struct Accessed<'s> {
    id: String,
    method: Method,
    route: Option<MatchedPath>,
    started: Instant,
    running: Running<'s>,
}

impl<'s> Accessed<'s> {
    /// Gives the request its id.
    pub fn begin(state: &'s AppState, request: &mut Request) -> Self {
        let id = state.ids.unordered().to_string();
        request.extensions_mut().insert(RequestId(id.clone()));
        Self {
            id,
            method: request.method().clone(),
            route: request.extensions().get().cloned(),
            started: Instant::now(),
            running: state.metrics.begin(),
        }
    }

    /// What every line of the log that is written meanwhile carries: the id of the request.
    pub fn span(&self) -> Span {
        tracing::info_span!("request", request_id = self.id)
    }

    /// Logs what came of it, and tells the client the id.
    pub fn end(self, response: &mut Response) {
        let Self { id, method, route, started, running } = self;
        let status = response.status();
        running.end(status);
        // The pattern of the route, as in `/api/staff/{id}`.
        let route = route.as_ref().map_or("-", MatchedPath::as_str);
        let milliseconds = u64::try_from(started.elapsed().as_millis()).unwrap_or(u64::MAX);
        tracing::info!(%method, route, status = status.as_u16(), milliseconds);
        if let Ok(value) = HeaderValue::from_str(&id) {
            response.headers_mut().insert(REQUEST_ID, value);
        }
    }
}
