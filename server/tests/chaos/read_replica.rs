//! Long queries on a replica of PostgreSQL: none misses what was committed before.

use std::time::{Duration, Instant};

use database::test_support::TestDatabase;
use serde_json::{Value, json};

use super::house::House;
use super::pair::Pair;
use super::times;
use crate::process::program::{Server, request_text};

/// A client that creates customers and lists them.
struct Client {
    server: Server,
    token: String,
    created: usize,
}

impl Client {
    async fn start(house: &House, replica: &str) -> Self {
        let mut command = house.command(&["serve"]);
        command.env("DATABASE_READ_URL", replica).env("METRICS", "true");
        let server = Server::start_by(command).await;
        let token = house.sign_in(&server, "credit_officer").await;
        Self { server, token, created: 0 }
    }

    /// The list contains the customer that was created just before.
    async fn finds_own_write(&mut self) {
        self.created += 1;
        let name = format!("Customer {}", self.created);
        let body = json!({ "name": name, "type": "company", "email": "c@example.com" });
        let create = ("POST", "/api/customers");
        let (status, created) = self.server.request(create, Some(&self.token), &body).await;
        assert_eq!(status, 201, "{created}");
        let list = ("GET", "/api/customers?limit=1");
        let (status, found) = self.server.request(list, Some(&self.token), &Value::Null).await;
        assert_eq!((status, &found["data"][0]["name"]), (200, &json!(name)));
    }

    /// The number of transactions on the replica.
    async fn reads(&self) -> u64 {
        let metrics = ("GET", "/metrics");
        let address = self.server.address();
        let (_, text) = request_text(address, metrics, "", &Value::Null).await.unwrap();
        let mut lines = text.lines();
        let reads = lines.find_map(|it| it.strip_prefix("mizan_database_replica_reads_total "));
        reads.unwrap().parse().unwrap()
    }

    async fn uses_the_replica_again(&mut self) {
        let (before, since) = (self.reads().await, Instant::now());
        while self.reads().await == before {
            assert!(since.elapsed() < Duration::from_mins(1), "the replica is not used");
            self.finds_own_write().await;
        }
    }
}

#[tokio::test]
async fn a_list_on_a_replica_contains_the_callers_own_write_however_late_the_replica_is() {
    if TestDatabase::postgres_empty().await.is_none() {
        return;
    }
    let mut pair = Pair::start().await;
    let house = House::on(pair.primary.url()).await;
    let mut client = Client::start(&house, &pair.replica.url()).await;
    for _ in 0..times(20, 1000) {
        client.finds_own_write().await;
    }
    client.uses_the_replica_again().await;

    assert!(pair.replica.runs("SELECT pg_wal_replay_pause()").await);
    // Its log may have been replayed a moment longer.
    client.finds_own_write().await;
    let before = client.reads().await;
    for _ in 0..5 {
        client.finds_own_write().await;
    }
    assert_eq!(client.reads().await, before, "the replica had not replayed the write");
    assert!(pair.replica.runs("SELECT pg_wal_replay_resume()").await);
    client.uses_the_replica_again().await;

    pair.replica.kill().await;
    for _ in 0..5 {
        client.finds_own_write().await;
    }
    pair.replica.start().await;
    client.uses_the_replica_again().await;
}

#[tokio::test]
async fn a_replica_of_another_database_and_a_primary_are_not_read() {
    let Some(other) = TestDatabase::postgres().await else { return };
    let Some(house) = House::on_postgres().await else { return };
    let pair = Pair::start().await;
    for url in [pair.replica.url(), other.url()] {
        let mut client = Client::start(&house, &url).await;
        client.finds_own_write().await;
        assert_eq!(client.reads().await, 0, "{url}");
    }
}
