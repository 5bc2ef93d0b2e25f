//! Two PostgreSQL servers under Patroni, with etcd and `HAProxy`, in a directory of their own.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::Value;
use tokio::process::{Child, Command};

use super::backup::program;
use crate::process::line::{Gate, Line};
use crate::process::program::{Folder, request};

/// The user whom PostgreSQL runs as when the tests run as root, which it refuses.
const UNPRIVILEGED: &str = "postgres";
const PASSWORD: &str = "a-password-of-the-tests";
const PATIENCE: Duration = Duration::from_mins(2);

/// A cluster, stopped and deleted on drop.
pub(super) struct Cluster {
    folder: Folder,
    nodes: [Node; 2],
    proxy: SocketAddr,
    _etcd: Child,
    _haproxy: Child,
}

/// A PostgreSQL server with its Patroni, and the gates on its ways to the others.
pub(super) struct Node {
    name: &'static str,
    folder: PathBuf,
    patroni: Option<Child>,
    postgres: SocketAddr,
    rest: SocketAddr,
    /// Before PostgreSQL, the REST API of Patroni, and etcd.
    gates: [Gate; 3],
}

/// An address that is free at this moment.
pub(super) fn free_address() -> SocketAddr {
    TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap()
}

/// A file of the configuration that operators install.
fn installed(name: &str) -> String {
    format!("{}/../deploy/high-availability/{name}", env!("CARGO_MANIFEST_DIR"))
}

pub(super) fn in_background(command: &mut Command, log: &Path) -> Child {
    let log = std::fs::File::options().create(true).append(true).open(log).unwrap();
    command.stdin(Stdio::null()).stdout(log.try_clone().unwrap()).stderr(log);
    command.kill_on_drop(true).spawn().unwrap()
}

fn is_root() -> bool {
    let output = std::process::Command::new("id").arg("-u").output().unwrap();
    output.stdout == b"0\n"
}

/// Creates a directory of the unprivileged user.
pub(super) fn create_unprivileged(folder: &Path) {
    std::fs::create_dir(folder).unwrap();
    if is_root() {
        let mut chown = std::process::Command::new("chown");
        assert!(chown.arg(UNPRIVILEGED).arg(folder).status().unwrap().success());
    }
}

/// The program, as an unprivileged user.
pub(super) fn unprivileged(name: &str) -> Command {
    if !is_root() {
        return Command::new(name);
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid", UNPRIVILEGED, "--regid", UNPRIVILEGED, "--clear-groups", name]);
    command
}

impl Cluster {
    /// Starts the cluster and waits until both servers work.
    pub(super) async fn start() -> Self {
        let folder = Folder::new();
        let etcd = free_address();
        let running = start_etcd(&folder.0, etcd);
        let mut nodes =
            [Node::new("one", &folder.0, etcd).await, Node::new("two", &folder.0, etcd).await];
        for node in &mut nodes {
            node.start();
        }
        let proxy = free_address();
        let haproxy = start_haproxy(&folder.0, proxy, &nodes);
        let cluster = Self { folder, nodes, proxy, _etcd: running, _haproxy: haproxy };
        cluster.is_complete().await;
        cluster
    }

    /// The URL of a new database, through the proxy.
    pub(super) async fn database(&self, name: &str) -> String {
        let server = format!("postgres://postgres:{PASSWORD}@{}", self.proxy);
        let url = format!("{server}/postgres");
        let since = Instant::now();
        let sql = format!("CREATE DATABASE {name}");
        let mut create = Command::new(program("psql"));
        create.arg(url).args(["--quiet", "--command", &sql]).stderr(Stdio::null());
        while !create.status().await.unwrap().success() {
            assert!(since.elapsed() < PATIENCE, "the proxy finds no primary");
        }
        format!("{server}/{name}")
    }

    /// Waits until one server is the primary and the other its synchronous replica.
    async fn is_complete(&self) {
        let is_complete = self.is_complete_within(PATIENCE).await;
        assert!(is_complete, "the cluster is incomplete:\n{}", self.log());
    }

    async fn is_complete_within(&self, patience: Duration) -> bool {
        let since = Instant::now();
        while self.primary().await.is_none() || !self.has_synchronous_replica().await {
            if since.elapsed() > patience {
                return false;
            }
        }
        true
    }

    /// Waits until the lost server is a synchronous replica. One whose log has diverged from that
    /// of the primary is rebuilt, as its operator does; returns true for that.
    pub(super) async fn rejoins(&self) -> bool {
        if self.is_complete_within(PATIENCE).await {
            return false;
        }
        let primary = self.primary().await.expect("a primary");
        let lost = &self.nodes[1 - primary];
        let body = serde_json::json!({ "force": true });
        let asked = ("POST", "/reinitialize");
        let (status, text) = request(lost.gates[1].address, asked, "", &body).await.unwrap();
        assert_eq!(status, 200, "{text}");
        self.is_complete().await;
        true
    }

    async fn has_synchronous_replica(&self) -> bool {
        for node in &self.nodes {
            if node.responds("/synchronous").await {
                return true;
            }
        }
        false
    }

    /// The number of the primary.
    pub(super) async fn primary(&self) -> Option<usize> {
        for (number, node) in self.nodes.iter().enumerate() {
            if node.responds("/primary").await {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn node(&mut self, number: usize) -> &mut Node {
        &mut self.nodes[number]
    }

    /// The last lines of what the servers said.
    pub(super) fn log(&self) -> String {
        let logs = ["one.log", "two.log", "etcd.log", "haproxy.log"].map(|name| {
            let said = std::fs::read_to_string(self.folder.0.join(name)).unwrap_or_default();
            let lines: Vec<&str> = said.lines().collect();
            format!("{name}:\n{}\n", lines[lines.len().saturating_sub(30)..].join("\n"))
        });
        logs.concat()
    }
}

fn start_etcd(folder: &Path, address: SocketAddr) -> Child {
    let (client, peer) = (format!("http://{address}"), format!("http://{}", free_address()));
    let mut etcd = Command::new("etcd");
    etcd.arg("--data-dir").arg(folder.join("etcd"));
    etcd.args(["--listen-client-urls", &client, "--advertise-client-urls", &client]);
    etcd.args(["--listen-peer-urls", &peer, "--initial-advertise-peer-urls", &peer]);
    etcd.arg("--enable-v2").args(["--initial-cluster", &format!("default={peer}")]);
    in_background(&mut etcd, &folder.join("etcd.log"))
}

fn start_haproxy(folder: &Path, listen: SocketAddr, nodes: &[Node; 2]) -> Child {
    let mut haproxy = Command::new("haproxy");
    haproxy.args(["-db", "-f", &installed("haproxy.cfg")]).env("LISTEN", listen.to_string());
    haproxy.env("LISTEN_REPLICA", free_address().to_string());
    for (node, number) in nodes.iter().zip(["ONE", "TWO"]) {
        let [postgres, rest, _] = node.gates.each_ref().map(|gate| gate.address);
        haproxy.env(format!("SERVER_{number}"), postgres.to_string());
        haproxy.env(format!("REST_{number}_HOST"), rest.ip().to_string());
        haproxy.env(format!("REST_{number}_PORT"), rest.port().to_string());
    }
    in_background(&mut haproxy, &folder.join("haproxy.log"))
}

impl Node {
    async fn new(name: &'static str, folder: &Path, etcd: SocketAddr) -> Self {
        let (postgres, rest) = (free_address(), free_address());
        let own = folder.join(name);
        create_unprivileged(&own);
        let gates = [
            Gate::before_host(postgres.to_string()).await,
            Gate::before_host(rest.to_string()).await,
            Gate::before_host(etcd.to_string()).await,
        ];
        Self { name, folder: own, patroni: None, postgres, rest, gates }
    }

    fn data(&self) -> PathBuf {
        self.folder.join("data")
    }

    /// Starts Patroni, which starts PostgreSQL.
    pub(super) fn start(&mut self) {
        let [postgres, rest, etcd] = self.gates.each_ref().map(|gate| gate.address.to_string());
        let programs = program("postgres");
        let settings = [
            ("HOME", self.folder.display().to_string()),
            ("PATRONI_NAME", self.name.to_owned()),
            ("PATRONI_ETCD_HOST", etcd),
            // Patroni would otherwise ask etcd for its address, and go around the gate.
            ("PATRONI_ETCD_USE_PROXIES", "true".to_owned()),
            ("PATRONI_RESTAPI_LISTEN", self.rest.to_string()),
            ("PATRONI_RESTAPI_CONNECT_ADDRESS", rest),
            ("PATRONI_POSTGRESQL_LISTEN", self.postgres.to_string()),
            ("PATRONI_POSTGRESQL_CONNECT_ADDRESS", postgres),
            ("PATRONI_POSTGRESQL_DATA_DIR", self.data().display().to_string()),
            ("PATRONI_POSTGRESQL_BIN_DIR", programs.parent().unwrap().display().to_string()),
            ("PATRONI_SUPERUSER_USERNAME", "postgres".to_owned()),
            ("PATRONI_SUPERUSER_PASSWORD", PASSWORD.to_owned()),
            ("PATRONI_REPLICATION_USERNAME", "replicator".to_owned()),
            ("PATRONI_REPLICATION_PASSWORD", PASSWORD.to_owned()),
            ("PATRONI_REWIND_USERNAME", "rewinder".to_owned()),
            ("PATRONI_REWIND_PASSWORD", PASSWORD.to_owned()),
        ];
        let mut patroni = unprivileged("patroni");
        patroni.arg(installed("patroni.yml")).current_dir(&self.folder).envs(settings);
        let log = self.folder.with_extension("log");
        self.patroni = Some(in_background(&mut patroni, &log));
    }

    /// True if the REST API of Patroni answers the path with 200.
    async fn responds(&self, path: &str) -> bool {
        let address = self.gates[1].address;
        let asked = request(address, ("GET", path), "", &Value::Null);
        let answer = tokio::time::timeout(Duration::from_secs(2), asked).await;
        answer.is_ok_and(|answer| answer.is_ok_and(|(status, _)| status == 200))
    }

    /// The processes of Patroni and PostgreSQL, the one that starts the others first.
    fn processes(&self) -> Vec<String> {
        let patroni = self.patroni.as_ref().and_then(Child::id).map(|id| id.to_string());
        let file = std::fs::read_to_string(self.data().join("postmaster.pid")).unwrap_or_default();
        let postmaster = file.lines().next().map(str::to_owned);
        let parents: Vec<String> = patroni.into_iter().chain(postmaster).collect();
        let children = parents.iter().flat_map(|parent| {
            let list = format!("/proc/{parent}/task/{parent}/children");
            let children = std::fs::read_to_string(list).unwrap_or_default();
            children.split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        });
        parents.iter().cloned().chain(children).collect()
    }

    fn signal(&self, signal: &str) {
        for process in self.processes() {
            let mut kill = std::process::Command::new("kill");
            drop(kill.args([signal, &process]).stderr(Stdio::null()).status());
        }
    }

    /// The machine is switched off.
    pub(super) async fn kill(&mut self) {
        self.signal("-KILL");
        if let Some(mut patroni) = self.patroni.take() {
            patroni.kill().await.unwrap();
        }
    }

    /// The machine stands still.
    pub(super) fn pause(&self) {
        self.signal("-STOP");
    }

    /// The machine goes on.
    pub(super) fn go_on(&self) {
        self.signal("-CONT");
    }

    /// The machine is reached by nobody and reaches nobody, or is connected again.
    pub(super) fn set_lines(&self, line: Line) {
        for gate in &self.gates {
            gate.line.send_replace(line);
        }
    }
}

impl Drop for Node {
    fn drop(&mut self) {
        self.signal("-CONT");
        self.signal("-KILL");
    }
}
