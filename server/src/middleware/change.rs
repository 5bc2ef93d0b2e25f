//! Runs a mutation to completion even if the client disconnects.

use axum::response::{IntoResponse, Response};
use shared::Error;
use tokio_util::task::TaskTracker;

use crate::error::ApiError;

/// Runs the request in a task of its own, which does not end when the client disconnects: a sign-in
/// counts the attempt in one transaction and records its outcome in another.
pub async fn run_to_completion(
    changes: &TaskTracker,
    answer: impl Future<Output = Response> + Send + 'static,
) -> Response {
    let answered = changes.spawn(answer).await;
    // Only the end of the process aborts a task.
    answered.unwrap_or_else(|_| ApiError(Error::unavailable()).into_response())
}
