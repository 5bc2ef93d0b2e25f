//! Isolates a panic in one request, which becomes the response to that request alone.

use std::panic::AssertUnwindSafe;

use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use shared::Error;

use crate::error::ApiError;

/// Converts a panic of the handler into a 500.
pub fn without_panic(answer: impl Future<Output = Response>) -> impl Future<Output = Response> {
    AssertUnwindSafe(answer).catch_unwind().map(|answer| {
        answer.unwrap_or_else(|_| {
            // The panic itself was logged already.
            tracing::error!("a handler panicked");
            ApiError(Error::internal()).into_response()
        })
    })
}
