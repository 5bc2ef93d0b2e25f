//! CPU-intensive work.

use shared::error::{Error, Result};

/// Runs such work off the threads that serve requests.
pub(crate) async fn background<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T> {
    tokio::task::spawn_blocking(work).await.map_err(|error| {
        tracing::error!(%error, "work in the background was not completed");
        Error::internal()
    })
}
