//! The log of a server.

use std::time::Duration;

use serde_json::Value;
use tokio::time::timeout;

use super::program::{Folder, Server};

/// More lines than a pipe holds.
const REQUESTS: usize = 1_500;
const PATIENCE: Duration = Duration::from_secs(20);

#[tokio::test]
async fn a_log_that_nobody_reads_holds_nobody_up() {
    let folder = Folder::new();
    let (server, log) = Server::start_unheard(folder.command(&["serve"])).await;
    for _ in 0..REQUESTS {
        let asked = server.ask(("GET", "/healthz"), None, &Value::Null);
        let (status, _) = timeout(PATIENCE, asked).await.unwrap();
        assert_eq!(status, 200);
    }
    server.kill().await;
    drop(log);
}
