//! `HAProxy` before two servers, which passes requests to those that are ready.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::UnixStream;
use tokio::process::{Child, Command};

use crate::chaos::cluster::{free_address, in_background};

/// The names of the servers in the configuration.
pub(super) const SERVERS: [&str; 2] = ["one", "two"];
const CONFIGURATION: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/chaos/upgrade/haproxy.cfg");
const PATIENCE: Duration = Duration::from_mins(1);

pub(super) struct Balancer {
    pub(super) address: SocketAddr,
    pub(super) servers: [SocketAddr; 2],
    administration: PathBuf,
    _haproxy: Child,
}

impl Balancer {
    pub(super) fn start(folder: &Path) -> Self {
        let administration = folder.join("haproxy");
        let (address, servers) = (free_address(), [free_address(), free_address()]);
        let mut haproxy = Command::new("haproxy");
        haproxy.args(["-db", "-f", CONFIGURATION]);
        haproxy.env("LISTEN", address.to_string()).env("ADMINISTRATION", &administration);
        haproxy.env("SERVER_ONE", servers[0].to_string());
        haproxy.env("SERVER_TWO", servers[1].to_string());
        let running = in_background(&mut haproxy, &folder.join("haproxy.log"));
        Self { address, servers, administration, _haproxy: running }
    }

    /// Waits until the balancer has noticed the status of a server.
    pub(super) async fn has_noticed(&self, place: usize, status: &str) {
        self.wait_for(place, &|line| line.status == status).await;
    }

    /// Passes no more requests to a server, and waits for the running ones.
    pub(super) async fn drain(&self, place: usize) {
        self.ask(&format!("set server servers/{} state drain", SERVERS[place])).await;
        self.wait_for(place, &|line| line.requests == "0").await;
    }

    /// Passes requests to the server again once it is ready. Until then, its checks fail.
    pub(super) async fn allow(&self, place: usize) {
        self.wait_for(place, &|line| line.status == "DOWN").await;
        self.ask(&format!("set server servers/{} state ready", SERVERS[place])).await;
    }

    async fn wait_for(&self, place: usize, is_met: &dyn Fn(&Line<'_>) -> bool) {
        let since = Instant::now();
        loop {
            let statistics = self.ask("show stat").await;
            if Line::of(&statistics, SERVERS[place]).is_some_and(|line| is_met(&line)) {
                return;
            }
            assert!(since.elapsed() < PATIENCE, "{statistics}");
        }
    }

    /// The response of the administration; empty while `HAProxy` starts.
    async fn ask(&self, command: &str) -> String {
        let mut text = String::new();
        if let Ok(mut stream) = UnixStream::connect(&self.administration).await {
            stream.write_all(format!("{command}\n").as_bytes()).await.unwrap();
            stream.read_to_string(&mut text).await.unwrap();
        }
        text
    }
}

/// A line of the statistics.
struct Line<'t> {
    status: &'t str,
    /// The number of running requests.
    requests: &'t str,
}

impl<'t> Line<'t> {
    fn of(statistics: &'t str, server: &str) -> Option<Self> {
        let mut lines = statistics.lines();
        let names: Vec<_> = lines.next()?.trim_start_matches("# ").split(',').collect();
        let values: Vec<_> = lines
            .map(|line| line.split(',').collect::<Vec<_>>())
            .find(|values| values.starts_with(&["servers", server]))?;
        let value = |name| Some(*values.get(names.iter().position(|it| *it == name)?)?);
        Some(Self { status: value("status")?, requests: value("scur")? })
    }
}
