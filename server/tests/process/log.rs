//! The log of a server.

use serde_json::Value;

use super::program::{Folder, Server};

/// More lines than a pipe holds.
const REQUESTS: usize = 1_500;

#[tokio::test]
async fn a_log_that_nobody_reads_holds_nobody_up() {
    let folder = Folder::new();
    let (server, log) = Server::start_unheard(folder.command(&["serve"])).await;
    for _ in 0..REQUESTS {
        let (status, _) = server.ask(("GET", "/healthz"), None, &Value::Null).await;
        assert_eq!(status, 200);
    }
    server.kill().await;
    drop(log);
}
