//! A fault in one request is an answer to that request and nobody else's trouble.

use std::panic::AssertUnwindSafe;

use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use shared::Error;

use super::access_log::RequestId;
use crate::error::ApiError;

/// Turns a panic of the handler into a 500.
pub async fn panic(request: Request, next: Next) -> Response {
    let id = request.extensions().get::<RequestId>().cloned();
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answer.unwrap_or_else(|_| {
        // The panic itself was logged where it happened.
        let request_id = id.map(|RequestId(id)| id);
        tracing::error!(request_id, "a handler panicked");
        ApiError(Error::internal()).into_response()
    })
}
