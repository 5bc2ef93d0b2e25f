//! A machine is lost with its SQLite database, and the replica of Litestream is restored.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::process::{Child, Command};

use super::house::House;
use super::times;
use super::writer::{Writer, write_until, writers};
use crate::process::program::Server;

/// Litestream with the configuration that operators install.
struct Litestream<'a> {
    program: OsString,
    house: &'a House,
    replica: PathBuf,
}

impl Litestream<'_> {
    fn command(&self, arguments: &[&str]) -> Command {
        let configuration = concat!(env!("CARGO_MANIFEST_DIR"), "/../deploy/litestream.yml");
        let mut command = Command::new(&self.program);
        command.args(arguments).args(["-config", configuration]);
        command.env("DATA_DIR", self.house.folder.0.as_os_str());
        command.env("REPLICA_URL", format!("file://{}", self.replica.display()));
        command.stdin(Stdio::null()).stdout(Stdio::null()).kill_on_drop(true);
        command
    }

    fn replicate(&self) -> Child {
        self.command(&["replicate"]).spawn().unwrap()
    }

    /// Restores the database into a file.
    async fn restore(&self, file: &Path) {
        let database = self.house.folder.0.join("mizan.db");
        let mut command = self.command(&["restore", "-o", file.to_str().unwrap()]);
        assert!(command.arg(database).status().await.unwrap().success());
    }
}

/// Kills the server and Litestream after a number of writes; returns the age of the oldest accepted
/// write that the restored replica lacks.
async fn lost_by_the_loss_of_the_machine(program: OsString, writes: usize) -> Duration {
    let house = House::on_sqlite().await;
    let litestream = Litestream { program, house: &house, replica: house.folder.0.join("replica") };
    let mut replicating = litestream.replicate();
    let server = house.start().await;
    let mut people = writers(&house, &server).await;
    let address = server.address();
    let begun_at = Instant::now();
    let mut lost_at = begun_at;
    let loss = async {
        replicating.kill().await.unwrap();
        server.kill().await;
        lost_at = Instant::now();
    };
    write_until(&mut people, address, writes, loss).await;

    let restored = house.folder.0.join("restored.db");
    litestream.restore(&restored).await;
    let url = format!("sqlite:{}", restored.display());
    house.is_sound_in(&url).await;
    let mut command = house.command(&["serve"]);
    command.env("DATABASE_URL", url);
    let server = Server::start_by(command).await;
    let missing = oldest_missing(&people, &server).await.unwrap_or(lost_at);
    let (lost, written) = (lost_at - missing, lost_at - begun_at);
    assert!(lost < written / 2, "{lost:?} of {written:?} are lost");
    lost
}

async fn oldest_missing(people: &[Writer], server: &Server) -> Option<Instant> {
    let mut oldest = None;
    for person in people {
        oldest = oldest.into_iter().chain(person.missing_since(server).await).min();
    }
    oldest
}

#[tokio::test]
async fn a_restored_replica_of_sqlite_is_sound_and_lacks_only_the_last_writes() {
    let Some(program) = std::env::var_os("LITESTREAM") else { return };
    let mut losses = Vec::new();
    for round in 0..times(1, 10) {
        losses.push(lost_by_the_loss_of_the_machine(program.clone(), 300 + round * 17).await);
    }
    if let Some(file) = std::env::var_os("MIZAN_FINDINGS") {
        let milliseconds: Vec<_> = losses.iter().map(Duration::as_millis).collect();
        let found = json!({ "milliseconds": milliseconds });
        std::fs::write(file, found.to_string()).unwrap();
    }
}
