//! A PostgreSQL server and its asynchronous replica, in a directory of their own.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::process::{Child, Command};

use super::backup::program;
use super::cluster::{create_unprivileged, free_address, in_background, unprivileged};
use crate::process::program::Folder;

/// Two servers, stopped and deleted on drop.
pub(super) struct Pair {
    pub(super) primary: Node,
    pub(super) replica: Node,
    _folder: Folder,
}

/// One of the servers.
pub(super) struct Node {
    data: PathBuf,
    address: SocketAddr,
    server: Option<Child>,
}

fn postgres_program(name: &str) -> Command {
    unprivileged(program(name).to_str().unwrap())
}

async fn succeeds(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

impl Pair {
    pub(super) async fn start() -> Self {
        let folder = Folder::new();
        let own = folder.0.join("postgres");
        create_unprivileged(&own);
        let [mut primary, mut replica] = ["primary", "replica"].map(|name| Node {
            data: own.join(name),
            address: free_address(),
            server: None,
        });
        let mut initialize = postgres_program("initdb");
        initialize.args(["--username=postgres", "--auth=trust", "--no-sync", "--pgdata"]);
        succeeds(initialize.arg(&primary.data).current_dir(&own)).await;
        primary.start().await;
        let mut copy = postgres_program("pg_basebackup");
        copy.args(["--dbname", &primary.url(), "--write-recovery-conf", "--checkpoint=fast"]);
        succeeds(copy.arg("--no-sync").arg("--pgdata").arg(&replica.data).current_dir(&own)).await;
        replica.start().await;
        Self { primary, replica, _folder: folder }
    }
}

impl Node {
    pub(super) fn url(&self) -> String {
        format!("postgres://postgres@{}/postgres", self.address)
    }

    /// Starts the server and waits until it answers.
    pub(super) async fn start(&mut self) {
        let mut server = postgres_program("postgres");
        server.arg("-D").arg(&self.data).current_dir(&self.data);
        server.args(["-p", &self.address.port().to_string(), "-c", "listen_addresses=127.0.0.1"]);
        server.args(["-c", "unix_socket_directories=", "-c", "fsync=off"]);
        self.server = Some(in_background(&mut server, &self.data.with_extension("log")));
        let since = Instant::now();
        while !self.runs("SELECT 1").await {
            assert!(since.elapsed() < Duration::from_mins(1), "PostgreSQL does not start");
        }
    }

    /// Runs a statement; returns true if that succeeds.
    pub(super) async fn runs(&self, sql: &str) -> bool {
        let mut psql = Command::new(program("psql"));
        psql.arg(self.url()).args(["--quiet", "--command", sql]);
        psql.stdout(Stdio::null()).stderr(Stdio::null()).status().await.unwrap().success()
    }

    pub(super) async fn kill(&mut self) {
        self.server.take().unwrap().kill().await.unwrap();
    }
}
