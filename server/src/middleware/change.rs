//! A change that was begun comes to its end, although whoever asked for it has gone.

use axum::response::{IntoResponse, Response};
use shared::Error;
use tokio_util::task::TaskTracker;

use crate::error::ApiError;

/// Answers in a task of its own, which a client that gives up does not end: a sign-in counts the
/// attempt in one transaction and writes down what came of it in another.
pub async fn brought_to_its_end(
    changes: &TaskTracker,
    answer: impl Future<Output = Response> + Send + 'static,
) -> Response {
    let answered = changes.spawn(answer).await;
    // Only the end of the process ends a task before its time.
    answered.unwrap_or_else(|_| ApiError(Error::unavailable()).into_response())
}
