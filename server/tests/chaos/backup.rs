//! A backup during writes is a consistent snapshot.

use std::path::PathBuf;
use std::process::Stdio;

use database::test_support::TestDatabase;
use tokio::process::Command;

use super::house::House;
use super::writer::{write_until, writers};

/// The number of writes before the backup begins.
const BEFORE: usize = 8;

async fn succeeds(command: &mut Command) {
    let output = command.stdin(Stdio::null()).output().await.unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

#[tokio::test]
async fn a_backup_of_sqlite_under_load_is_sound_when_it_is_restored() {
    let house = House::on_sqlite().await;
    let server = house.start().await;
    let mut people = writers(&house, &server).await;
    let file = house.folder.0.join("backup.db");
    let address = server.address();
    let backup = async {
        succeeds(house.command(&["backup"]).arg(&file)).await;
        server.kill().await;
    };
    write_until(&mut people, address, BEFORE, backup).await;
    house.is_sound_in(&format!("sqlite:{}", file.display())).await;
}

/// A client program of PostgreSQL: on the search path, or in the directory of each release on
/// Debian.
pub(super) fn program(name: &str) -> PathBuf {
    let releases = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
    let programs = releases.map(|release| release.path().join("bin").join(name));
    programs.filter(|program| program.exists()).max().unwrap_or_else(|| name.into())
}

/// The address without the settings that only sqlx supports.
fn of_libpq(url: &str) -> &str {
    url.split_once('?').map_or(url, |(address, _)| address)
}

#[tokio::test]
async fn a_backup_of_postgres_under_load_is_sound_when_it_is_restored() {
    let Some(house) = House::on_postgres().await else { return };
    let empty = TestDatabase::postgres_empty().await.unwrap();
    let server = house.start().await;
    let mut people = writers(&house, &server).await;
    let file = house.folder.0.join("backup");
    let address = server.address();
    let backup = async {
        let mut dump = Command::new(program("pg_dump"));
        let dump = dump.arg("--format=custom").arg("--file").arg(&file);
        succeeds(dump.arg(of_libpq(&house.url().unwrap()))).await;
        server.kill().await;
    };
    write_until(&mut people, address, BEFORE, backup).await;
    let mut restore = Command::new(program("pg_restore"));
    let restore = restore.arg("--no-owner").arg("--dbname").arg(of_libpq(&empty.url()));
    succeeds(restore.arg(&file)).await;
    house.is_sound_in(&empty.url()).await;
}
