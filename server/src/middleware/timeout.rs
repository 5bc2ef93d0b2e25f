//! The timeout of requests.

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use shared::Error;

use crate::error::ApiError;

/// The timeout of a request from its head to the head of its response, including the body.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Aborts a request after [`TIMEOUT`]; its transaction is rolled back.
pub fn in_time(answer: impl Future<Output = Response>) -> impl Future<Output = Response> {
    let answer = tokio::time::timeout(TIMEOUT, answer);
    answer.map(|answer| answer.unwrap_or_else(|_| ApiError(Error::unavailable()).into_response()))
}
