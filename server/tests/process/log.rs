//! The log of a server.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::timeout;

use super::program::{Folder, Server};

/// More lines than fit into a pipe.
const REQUESTS: usize = 1_500;
const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_log_that_nobody_reads_holds_nobody_up() {
    let folder = Folder::new();
    let (server, log) = Server::start_with_unread_log(folder.command(&["serve"])).await;
    for _ in 0..REQUESTS {
        let asked = server.request(("GET", "/healthz"), None, &Value::Null);
        let (status, _) = timeout(PATIENCE, asked).await.unwrap();
        assert_eq!(status, 200);
    }
    server.kill().await;
    drop(log);
}

#[tokio::test]
async fn every_line_about_a_request_carries_its_id_and_no_address() {
    let folder = Folder::new();
    let server = Server::start(&folder, "off").await;
    let body = json!({ "email": "nobody@amanah.example", "password": "not this one" });
    let (status, _) = server.request(("POST", "/api/auth/login"), None, &body).await;
    assert_eq!(status, 401);
    let (_, said) = server.stop().await;
    let id_of = |words: &str| {
        let line = said.lines().find(|line| line.contains(words)).unwrap();
        let (_, rest) = line.split_once("request_id=").unwrap();
        rest.trim_start_matches('"')[..36].to_owned()
    };
    assert_eq!(id_of("named an address without an account"), id_of("/api/auth/login"), "{said}");
    assert!(!said.contains("nobody@") && !said.contains("ip="), "{said}");
}
