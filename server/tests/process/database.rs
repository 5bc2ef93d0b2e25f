//! A database that pauses or becomes unavailable while the server runs.

use std::time::{Duration, Instant};

use database::test_support::TestDatabase;
use serde_json::{Value, json};
use tokio::process::Command;

use super::line::{Gate, Line};
use super::program::{Folder, Server};

/// A server whose database is reached through a gate, and the token of its administrator.
async fn served(folder: &Folder, database: &TestDatabase) -> (Server, Gate, String) {
    let (gate, url) = Gate::before(&database.url()).await;
    let command = |arguments: &[&str]| -> Command {
        let mut command = folder.command(arguments);
        command.env("DATABASE_URL", &url);
        command
    };
    let founding = ["init", "--organization", "Amanah", "--admin-email", "omar@amanah.example"];
    let founding = [&founding[..], &["--admin-name", "Omar", "--json"]].concat();
    let made = command(&founding).output().await.unwrap();
    let made: Value = serde_json::from_slice(&made.stdout)
        .unwrap_or_else(|_| panic!("{}", String::from_utf8_lossy(&made.stderr)));
    let server = Server::start_by(command(&["serve"])).await;
    let body = json!({ "email": made["adminEmail"], "password": made["temporaryPassword"] });
    let (status, answer) = server.request(("POST", "/api/auth/login"), None, &body).await;
    assert_eq!(status, 200, "{answer}");
    let token = answer["accessToken"].as_str().unwrap().to_owned();
    (server, gate, token)
}

async fn request(server: &Server, token: &str, path: &str) -> (u16, Value) {
    server.request(("GET", path), Some(token), &Value::Null).await
}

/// Repeats requests until the service works again, within the timeout of a request.
async fn recovers(server: &Server, token: &str) {
    let since = Instant::now();
    while request(server, token, "/api/auth/me").await.0 != 200 {
        assert!(since.elapsed() < Duration::from_secs(30), "the service does not come back");
    }
    assert_eq!(request(server, token, "/readyz").await.0, 200);
}

#[tokio::test]
async fn a_database_that_goes_away_and_comes_back_takes_the_server_neither_down_nor_along() {
    let Some(database) = TestDatabase::postgres_empty().await else { return };
    let folder = Folder::new();
    let (server, gate, token) = served(&folder, &database).await;
    gate.line.send_replace(Line::Cut);
    for path in ["/api/auth/me", "/readyz"] {
        let since = Instant::now();
        let (status, body) = request(&server, &token, path).await;
        assert_eq!((status, &body["error"]["code"]), (503, &json!("SERVICE_UNAVAILABLE")));
        assert!(since.elapsed() < Duration::from_secs(10), "{:?}", since.elapsed());
    }
    assert_eq!(request(&server, &token, "/healthz").await.0, 200);
    gate.line.send_replace(Line::Open);
    recovers(&server, &token).await;
}

#[tokio::test]
async fn a_database_that_pauses_is_waited_for_within_limits_while_the_server_lives() {
    let Some(database) = TestDatabase::postgres_empty().await else { return };
    let folder = Folder::new();
    let (server, gate, token) = served(&folder, &database).await;
    gate.line.send_replace(Line::Paused);
    let since = Instant::now();
    let waiting =
        futures::future::join_all([(); 40].map(|()| request(&server, &token, "/api/auth/me")));
    let alive = async {
        for _ in 0..20 {
            assert_eq!(request(&server, &token, "/healthz").await.0, 200);
        }
        since.elapsed()
    };
    let (answers, alive) = tokio::join!(waiting, alive);
    assert!(alive < Duration::from_secs(2), "{alive:?}");
    assert!(since.elapsed() < Duration::from_secs(40), "{:?}", since.elapsed());
    for (status, body) in answers {
        assert_eq!((status, &body["error"]["code"]), (503, &json!("SERVICE_UNAVAILABLE")));
    }
    gate.line.send_replace(Line::Open);
    recovers(&server, &token).await;
}
