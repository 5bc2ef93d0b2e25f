//! A full disk: no file of the server may grow beyond a limit.

use std::future::ready;

use serde_json::Value;
use tokio::process::Command;

use super::house::House;
use super::times;
use super::writer::{write_until, writers};
use crate::process::program::Server;

/// The maximum file size, in the unit of `ulimit`: half a megabyte, less than the write-ahead log
/// of SQLite needs, and enough to sign in.
const BLOCKS: u32 = 1_024;

/// The server under a shell with the limit; writes beyond it fail.
fn limited(house: &House) -> Command {
    let script = format!("ulimit -S -f {BLOCKS}; trap '' XFSZ; exec \"$0\" serve");
    let serve = house.command(&[]);
    let mut shell = Command::new("sh");
    shell.arg("-c").arg(script).arg(serve.as_std().get_program()).env_clear().kill_on_drop(true);
    shell.current_dir(serve.as_std().get_current_dir().unwrap());
    for (name, value) in serve.as_std().get_envs() {
        shell.env(name, value.unwrap());
    }
    shell
}

/// Lifts the limit of the running server, like an operator who frees disk space.
async fn make_room(server: &Server) {
    let server = format!("--pid={}", server.id());
    let lifted = Command::new("prlimit").args([&server, "--fsize=unlimited"]).status();
    assert!(lifted.await.unwrap().success());
}

#[tokio::test]
async fn a_full_disk_refuses_writes_but_not_reads_and_loses_nothing() {
    let house = House::on_sqlite().await;
    for _ in 0..times(1, 10) {
        // A graceful shutdown empties the write-ahead log.
        house.start().await.stop().await;
        let server = Server::start_by(limited(&house)).await;
        let mut people = writers(&house, &server).await;
        write_until(&mut people, server.address(), 1, ready(())).await;
        let (status, _) = server.request(("GET", "/healthz"), None, &Value::Null).await;
        assert_eq!(status, 200);
        for person in &mut people {
            person.finds_everything_once(&server).await;
            // The disk is still full, and the server still reports it.
            assert!(!person.write(server.address()).await);
        }
        house.is_sound().await;

        make_room(&server).await;
        for person in &mut people {
            person.send_again(&server).await;
            person.finds_everything_once(&server).await;
        }
        server.kill().await;
        house.is_sound().await;
    }
}
