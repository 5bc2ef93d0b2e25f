//! A client that writes continuously and remembers the acknowledged writes.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::time::Instant;

use chrono::NaiveDate;
use futures::future::join_all;
use serde_json::{Value, json};
use service::clock::{Clock, SystemClock, local_date};
use service::random::Ids;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

use super::house::House;
use crate::process::program::{Server, request};

/// The writes of one client.
enum Work {
    /// Receipts of one facility, at this address.
    Payments(String),
    Departments,
}

/// An attempted write.
struct Attempt {
    key: String,
    number: usize,
    /// When the server acknowledged the write. Without it, the outcome is unknown.
    accepted: Option<Instant>,
}

pub(super) struct Writer {
    work: Work,
    token: String,
    today: NaiveDate,
    attempts: Vec<Attempt>,
}

/// Three cashiers, each with a facility, and one client that creates departments.
pub(super) async fn writers(house: &House, server: &Server) -> Vec<Writer> {
    let cashier = house.sign_in(server, "cashier").await;
    let admin = house.sign_in(server, "admin").await;
    let list = ("GET", "/api/credit/facilities?status=active&limit=100");
    let (status, facilities) = server.request(list, Some(&cashier), &Value::Null).await;
    assert_eq!(status, 200, "{facilities}");
    let facilities = facilities["data"].as_array().unwrap();
    let (_, me) = server.request(("GET", "/api/auth/me"), Some(&admin), &Value::Null).await;
    let today = local_date(SystemClock.now(), me["timeZone"].as_str().unwrap());
    let mut writers: Vec<_> = facilities[..3]
        .iter()
        .map(|it| {
            format!("/api/credit/facilities/{}/payments", it["facilityRef"].as_str().unwrap())
        })
        .map(|path| Writer::new(Work::Payments(path), &cashier, today))
        .collect();
    writers.push(Writer::new(Work::Departments, &admin, today));
    writers
}

/// All writers write until they are disturbed by `disturb`, which runs after the given number of
/// accepted writes.
pub(super) async fn write_until(
    writers: &mut [Writer],
    address: SocketAddr,
    accepted: usize,
    disturb: impl Future<Output = ()>,
) {
    let (sender, mut receiver) = unbounded_channel();
    let writing =
        join_all(writers.iter_mut().map(|it| it.until_disturbed(address, sender.clone())));
    let disturbing = async {
        wait_for(&mut receiver, accepted).await;
        disturb.await;
    };
    tokio::join!(writing, disturbing);
}

async fn wait_for(receiver: &mut UnboundedReceiver<()>, times: usize) {
    for _ in 0..times {
        receiver.recv().await.unwrap();
    }
}

impl Writer {
    fn new(work: Work, token: &str, today: NaiveDate) -> Self {
        Self { work, token: token.to_owned(), today, attempts: Vec::new() }
    }

    async fn until_disturbed(&mut self, address: SocketAddr, sender: UnboundedSender<()>) {
        while self.write(address).await {
            sender.send(()).unwrap_or_default();
        }
    }

    /// One more write; returns true if it was accepted.
    pub(super) async fn write(&mut self, address: SocketAddr) -> bool {
        self.try_write(address).await.is_ok()
    }

    /// One more write.
    pub(super) async fn try_write(&mut self, address: SocketAddr) -> Result<(), String> {
        let number = self.attempts.len();
        let key = Ids::default().unordered().to_string();
        self.attempts.push(Attempt { key, number, accepted: None });
        self.send(address, number).await
    }

    /// After a failure of the server the outcome of the write is unknown.
    async fn send(&mut self, address: SocketAddr, number: usize) -> Result<(), String> {
        let (key, token) = (&self.attempts[number].key, &self.token);
        let head = format!("Authorization: Bearer {token}\r\nIdempotency-Key: {key}\r\n");
        let (path, body) = match &self.work {
            Work::Payments(path) => {
                let (amount, day) = ("0.0100", self.today);
                let receipt = json!({ "amount": amount, "paymentDate": day, "reference": key });
                (path.as_str(), receipt)
            }
            Work::Departments => ("/api/departments", json!({ "name": key })),
        };
        let accepted = match request(address, ("POST", path), &head, &body).await {
            Ok((201, _)) => Ok(()),
            // The name is in use by the attempt whose response was lost.
            Ok((400, body)) if body.to_string().contains("NAME_TAKEN") => Ok(()),
            Ok((status @ 502..=504, body)) => Err(format!("{path}: {status} {body}")),
            Err(error) => Err(format!("{path}: {error}")),
            Ok((status, body)) => panic!("{status} {body}"),
        };
        self.attempts[number].accepted = accepted.is_ok().then(Instant::now);
        accepted
    }

    /// Repeats unacknowledged writes, as a client does; afterwards all are acknowledged.
    pub(super) async fn send_again(&mut self, server: &Server) {
        for number in 0..self.attempts.len() {
            if self.attempts[number].accepted.is_none() {
                self.send(server.address(), number).await.unwrap();
            }
        }
    }

    /// Every accepted write is stored exactly once.
    pub(super) async fn finds_everything_once(&self, server: &Server) {
        for (Attempt { key, number, accepted }, times) in self.found(server).await {
            let accepted = accepted.is_some();
            let expected = if accepted { times == 1 } else { times <= 1 };
            assert!(expected, "write {number} {key} (accepted: {accepted}) is there {times} times");
        }
    }

    /// The number of accepted writes that are not stored, and of writes that are stored twice.
    pub(super) async fn missing_and_doubled(&self, server: &Server) -> (usize, usize) {
        let found = self.found(server).await;
        let missing = found.iter().filter(|(it, times)| it.accepted.is_some() && *times == 0);
        (missing.count(), found.iter().filter(|(_, times)| *times > 1).count())
    }

    /// When the first accepted write was acknowledged that is not stored. No write is stored twice,
    /// and none that follows a missing one is stored.
    pub(super) async fn missing_since(&self, server: &Server) -> Option<Instant> {
        let mut since = None;
        for (Attempt { key, number, accepted }, times) in self.found(server).await {
            let expected = if since.is_some() { times == 0 } else { times <= 1 };
            assert!(expected, "write {number} {key} is there {times} times");
            since = since.or(accepted.filter(|_| times == 0));
        }
        since
    }

    /// All attempts, with the number of times that each is stored.
    async fn found(&self, server: &Server) -> Vec<(&Attempt, usize)> {
        let (path, member) = match &self.work {
            Work::Payments(path) => (path.as_str(), "reference"),
            Work::Departments => ("/api/departments", "name"),
        };
        let mut found: HashMap<String, usize> = HashMap::new();
        for row in self.rows(server, path).await {
            if let Some(key) = row[member].as_str() {
                *found.entry(key.to_owned()).or_default() += 1;
            }
        }
        let times = |key: &str| found.get(key).copied().unwrap_or_default();
        self.attempts.iter().map(|attempt| (attempt, times(&attempt.key))).collect()
    }

    async fn rows(&self, server: &Server, path: &str) -> Vec<Value> {
        let mut rows = Vec::new();
        for page in 1.. {
            let path = format!("{path}?limit=100&page={page}");
            let (status, list) =
                server.request(("GET", &path), Some(&self.token), &Value::Null).await;
            assert_eq!(status, 200, "{list}");
            rows.extend(list["data"].as_array().unwrap().iter().cloned());
            if list["data"].as_array().unwrap().is_empty() || list["pagination"].is_null() {
                break;
            }
        }
        rows
    }
}
