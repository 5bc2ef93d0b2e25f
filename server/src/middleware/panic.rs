//! A fault in one request is an answer to that request and nobody else's trouble.

use std::panic::AssertUnwindSafe;

use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use shared::Error;

use crate::error::ApiError;

/// Turns a panic of the handler into a 500.
pub fn without_panic(answer: impl Future<Output = Response>) -> impl Future<Output = Response> {
    AssertUnwindSafe(answer).catch_unwind().map(|answer| {
        answer.unwrap_or_else(|_| {
            // The panic itself was logged where it happened.
            tracing::error!("a handler panicked");
            ApiError(Error::internal()).into_response()
        })
    })
}
