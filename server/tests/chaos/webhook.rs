//! kill -9 of the server and of a receiver of webhooks, during writes: every event arrives, in the
//! order of its record.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use axum::routing::post;
use axum::{Json, Router};
use chrono::TimeDelta;
use serde_json::{Value, json};
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

use super::house::House;
use super::times;
use super::writer::{write_until, writers};
use crate::process::program::Server;

const TYPE: &str = "credit.payment.recorded";
/// Longer than the delays after the first failures, and than the claim of a killed server.
const STEP: TimeDelta = TimeDelta::minutes(6);

/// An event as it was received.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Arrived {
    id: String,
    record: String,
}

impl From<&Value> for Arrived {
    fn from(event: &Value) -> Self {
        let text = |member: &str| event[member].as_str().unwrap().to_owned();
        Self { id: text("id"), record: text("entityId") }
    }
}

/// A receiver that remembers the events of all its lives.
struct Receiver {
    address: SocketAddr,
    arrived: Arc<Mutex<Vec<Arrived>>>,
    /// None while it is dead.
    life: Option<Runtime>,
}

impl Receiver {
    async fn new() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        drop(listener);
        let mut receiver = Self { address, arrived: Arc::default(), life: None };
        receiver.live();
        receiver
    }

    fn live(&mut self) {
        if self.life.is_some() {
            return;
        }
        let life = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
        let (address, arrived) = (self.address, Arc::clone(&self.arrived));
        let receive = move |Json(body): Json<Value>| async move {
            arrived.lock().unwrap().push(Arrived::from(&body["data"]));
        };
        life.spawn(async move {
            let listener = TcpListener::bind(address).await.unwrap();
            axum::serve(listener, Router::new().route("/hooks", post(receive))).await.unwrap();
        });
        self.life = Some(life);
    }

    /// Ends every task at its next await, and closes all connections.
    fn die(&mut self) {
        if let Some(life) = self.life.take() {
            life.shutdown_background();
        }
    }
}

/// A server whose clock is so many steps ahead: every retry is due.
async fn start(house: &House, steps: i32) -> Server {
    let mut command = house.command(&["serve"]);
    command.env("WEBHOOKS_ALLOW_PRIVATE_ADDRESSES", "on");
    command.env("MIZAN_CLOCK_OFFSET_SECONDS", (STEP * steps).num_seconds().to_string());
    Server::start_by(command).await
}

async fn get(server: &Server, token: &str, path: &str) -> Value {
    let (status, body) = server.request(("GET", path), Some(token), &Value::Null).await;
    assert_eq!(status, 200, "{path}: {body}");
    body
}

/// The events after a cursor, and the cursor after them.
async fn events(server: &Server, token: &str, mut cursor: String) -> (Vec<Arrived>, String) {
    let mut found = Vec::new();
    loop {
        let path = format!("/api/events?types={TYPE}&limit=500&after={cursor}");
        let page = get(server, token, &path).await;
        let next = page["nextCursor"].as_str().unwrap().to_owned();
        found.extend(page["data"].as_array().unwrap().iter().map(Arrived::from));
        if next == cursor {
            return (found, cursor);
        }
        cursor = next;
    }
}

/// Waits until the receiver has these events.
async fn all_arrive(server: &Server, token: &str, expected: &[Arrived], receiver: &Receiver) {
    loop {
        let webhook = &get(server, token, "/api/webhooks").await["data"][0];
        assert_eq!(webhook["dead"], 0, "{webhook}");
        let arrived = receiver.arrived.lock().unwrap();
        if expected.iter().all(|event| arrived.contains(event)) {
            return;
        }
    }
}

/// The ids of each record, in their order, each at its first occurrence.
fn by_record(events: &[Arrived]) -> HashMap<&str, Vec<&str>> {
    let mut found: HashMap<&str, Vec<&str>> = HashMap::new();
    for Arrived { id, record } in events {
        let ids = found.entry(record).or_default();
        if !ids.contains(&&**id) {
            ids.push(id);
        }
    }
    found
}

async fn arrives(house: House) {
    let mut server = start(&house, 0).await;
    let mut receiver = Receiver::new().await;
    let admin = house.sign_in(&server, "admin").await;
    let (_, cursor) = events(&server, &admin, String::new()).await;
    let url = format!("http://{}/hooks", receiver.address);
    let input = json!({ "url": url, "types": [TYPE] });
    let created = server.request(("POST", "/api/webhooks"), Some(&admin), &input).await;
    assert_eq!(created.0, 201, "{}", created.1);
    let mut people = writers(&house, &server).await;
    let rounds = times(3, 50);
    for round in 0..rounds {
        let (address, accepted) = (server.address(), 1 + (round * 7) % 23);
        write_until(&mut people, address, accepted, async {
            if round % 2 == 1 {
                receiver.die();
            }
            server.kill().await;
        })
        .await;
        server = start(&house, i32::try_from(round).unwrap() + 1).await;
        receiver.live();
        for person in &mut people {
            person.send_again(&server).await;
        }
    }
    server.kill().await;
    let server = start(&house, i32::try_from(rounds).unwrap() + 1).await;
    // By this clock, the first session has been idle for too long.
    let admin = house.sign_in(&server, "admin").await;
    let (expected, _) = events(&server, &admin, cursor).await;
    all_arrive(&server, &admin, &expected, &receiver).await;
    let arrived = receiver.arrived.lock().unwrap().clone();
    assert!(expected.len() >= rounds, "{} events", expected.len());
    assert_eq!(by_record(&arrived), by_record(&expected));
    receiver.die();
    let (status, said) = server.stop().await;
    assert!(status.success(), "{said}");
    house.is_sound().await;
}

#[tokio::test]
async fn every_event_reaches_a_webhook_despite_kills_of_both_sides_on_sqlite() {
    arrives(House::on_sqlite().await).await;
}

#[tokio::test]
async fn every_event_reaches_a_webhook_despite_kills_of_both_sides_on_postgres() {
    let Some(house) = House::on_postgres().await else { return };
    arrives(house).await;
}
