//! No request holds its connection for ever.

use std::time::Duration;

use axum::response::{IntoResponse, Response};
use shared::Error;

use crate::error::ApiError;

/// How long a request may take from its head to the head of its answer, body and all.
const TIMEOUT: Duration = Duration::from_secs(30);

/// Gives up on a request after [`TIMEOUT`]; its transaction is rolled back.
pub async fn in_time(answer: impl Future<Output = Response>) -> Response {
    match tokio::time::timeout(TIMEOUT, answer).await {
        Ok(response) => response,
        Err(_) => ApiError(Error::unavailable()).into_response(),
    }
}
