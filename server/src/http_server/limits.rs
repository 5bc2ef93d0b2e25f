//! Limits on connections: in total, and per address.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::middleware::client_address::{Network, is_trusted};
use crate::shares::{Permit, Shares};

/// Files that are needed in addition to connections: those of the database, of pages and of the
/// log.
const OTHER_FILES: u64 = 256;

/// The limits of a server.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Concurrent connections; more wait in the queue of the operating system.
    pub connections_max: usize,
    /// Connections per address; further ones are closed.
    pub connections_per_address: usize,
    /// The addresses of proxies, which hold connections for many clients and have no share.
    pub trusted_proxies: Vec<Network>,
}

/// The resources that a connection holds until it is closed.
#[derive(Debug)]
pub(super) struct ConnectionResources {
    _permit: Option<OwnedSemaphorePermit>,
    _share: Option<Permit>,
}

/// The remaining capacity within the limits.
pub(super) struct Admission {
    connections: Arc<Semaphore>,
    shares: Shares,
    trusted_proxies: Vec<Network>,
    refused: AtomicU64,
}

impl Admission {
    pub(super) fn new(limits: Limits) -> Self {
        let connections_max = within_open_files(limits.connections_max);
        Self {
            connections: Arc::new(Semaphore::new(connections_max)),
            shares: Shares::new(limits.connections_per_address),
            trusted_proxies: limits.trusted_proxies,
            refused: AtomicU64::default(),
        }
    }

    /// The next connection whose address has a free permit.
    pub(super) async fn next(
        &self,
        listener: &TcpListener,
    ) -> (TcpStream, SocketAddr, ConnectionResources) {
        // The semaphore is never closed.
        let permit = Arc::clone(&self.connections).acquire_owned().await.ok();
        loop {
            let (stream, peer) = super::accept(listener).await;
            let address = peer.ip().to_canonical();
            if is_trusted(address, &self.trusted_proxies) {
                return (stream, peer, ConnectionResources { _permit: permit, _share: None });
            }
            let Some(share) = self.shares.take(address) else {
                self.refuse(address);
                continue;
            };
            return (stream, peer, ConnectionResources { _permit: permit, _share: Some(share) });
        }
    }

    /// Logs the first refusal, and later ones at a decreasing rate.
    fn refuse(&self, address: IpAddr) {
        let refused = self.refused.fetch_add(1, Ordering::Relaxed).saturating_add(1);
        if refused.is_power_of_two() {
            tracing::warn!(
                %address,
                refused,
                "an address holds all the connections that it may; if it is a proxy, name it in \
                 TRUSTED_PROXIES"
            );
        }
    }
}

/// Raises the limit of open files as far as the operating system allows, and returns the number of
/// connections that fit within it.
fn within_open_files(connections_max: usize) -> usize {
    use nix::sys::resource::{Resource, getrlimit, setrlimit};

    let wanted = u64::try_from(connections_max).unwrap_or(u64::MAX).saturating_add(OTHER_FILES);
    let Ok((soft, hard)) = getrlimit(Resource::RLIMIT_NOFILE) else { return connections_max };
    let raised = soft.max(wanted.min(hard));
    let files = match setrlimit(Resource::RLIMIT_NOFILE, raised, hard) {
        Ok(()) => raised,
        Err(_) => soft,
    };
    if files >= wanted {
        return connections_max;
    }
    let fitting = usize::try_from(files.saturating_sub(OTHER_FILES)).unwrap_or(connections_max);
    let fitting = fitting.max(1);
    tracing::warn!(files, fitting, "the limit of open files leaves room for fewer connections");
    fitting
}
