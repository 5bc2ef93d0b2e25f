//! No request holds its connection for ever.

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use futures::FutureExt;
use shared::Error;

use crate::error::ApiError;

/// How long a request may take from its head to the head of its answer, body and all.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Gives up on a request after [`TIMEOUT`]; its transaction is rolled back.
pub fn in_time(answer: impl Future<Output = Response>) -> impl Future<Output = Response> {
    let answer = tokio::time::timeout(TIMEOUT, answer);
    answer.map(|answer| answer.unwrap_or_else(|_| ApiError(Error::unavailable()).into_response()))
}
