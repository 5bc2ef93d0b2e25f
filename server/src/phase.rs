//! The phases of a server, from its start to its end.

use std::future::Future;
use std::time::Duration;

use tokio::sync::watch;

/// The phase of a server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// The server is to get requests.
    #[default]
    Serving,
    /// The server still accepts requests, but reports that it is not ready, and ends connections
    /// with their next response: its proxy passes new requests to other servers.
    Draining,
    /// The server accepts no more connections, and endless responses end.
    Stopping,
}

/// Announces the phases of a server; resolves once it stops, which is this long after the signal.
pub(crate) async fn run(
    phase: watch::Sender<Phase>,
    signalled: impl Future<Output = ()>,
    shutdown_delay: Duration,
) {
    signalled.await;
    tracing::info!("mizan stops");
    phase.send_replace(Phase::Draining);
    tokio::time::sleep(shutdown_delay).await;
    phase.send_replace(Phase::Stopping);
}
