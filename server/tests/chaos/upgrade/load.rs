//! The load during an upgrade: writes, reads and sign-ins, each counted.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use futures::future::{join, join_all};
use serde_json::Value;
use tokio::sync::watch;

use crate::chaos::house::House;
use crate::chaos::writer::{Writer, writers};
use crate::process::program::{Server, request};

/// The lists that each role reads in turn.
const READS: [(&str, &[&str]); 3] = [
    ("admin", &["/api/audit-log", "/api/events", "/api/roles", "/api/staff", "/api/webhooks"]),
    ("cashier", &["/api/credit/facilities", "/api/notifications", "/api/auth/me"]),
    ("hr", &["/api/staff/appraisals?scope=all", "/api/leave/requests", "/api/notifications"]),
];

/// The role of the account that signs in, which ends its oldest sessions.
const SIGNS_IN: &str = "employee";

/// All requests of an upgrade.
#[derive(Debug, Default)]
pub(super) struct Requests {
    pub(super) writes: u64,
    pub(super) reads: u64,
    pub(super) sign_ins: u64,
    pub(super) failures: Vec<String>,
    pub(super) slowest: Duration,
}

/// The clients.
pub(super) struct Load {
    writers: Vec<Writer>,
    readers: Vec<(String, &'static [&'static str])>,
    /// The credentials of an account.
    account: Value,
    succeeded: watch::Sender<u64>,
}

/// The number of requests that have succeeded so far.
pub(super) struct Progress(watch::Receiver<u64>);

impl Progress {
    /// Waits until further requests have succeeded.
    pub(super) async fn wait_for(&mut self, further: u64) {
        let until = *self.0.borrow() + further;
        let waiting = self.0.wait_for(|succeeded| *succeeded >= until);
        tokio::time::timeout(Duration::from_mins(2), waiting).await.expect("progress").unwrap();
    }
}

/// One client: sends requests until the end, and measures each.
struct Client<'a> {
    end: watch::Receiver<bool>,
    succeeded: &'a watch::Sender<u64>,
    count: u64,
    failures: Vec<String>,
    slowest: Duration,
}

impl<'a> Client<'a> {
    fn new(end: &watch::Receiver<bool>, succeeded: &'a watch::Sender<u64>) -> Self {
        let (failures, slowest) = Default::default();
        Self { end: end.clone(), succeeded, count: 0, failures, slowest }
    }

    async fn repeat(mut self, mut send: impl AsyncFnMut(u64) -> Result<(), String>) -> Self {
        while !*self.end.borrow() {
            let sent_at = Instant::now();
            let result = send(self.count).await;
            self.slowest = self.slowest.max(sent_at.elapsed());
            self.count += 1;
            match result {
                Ok(()) => self.succeeded.send_modify(|succeeded| *succeeded += 1),
                Err(failure) => self.failures.push(failure),
            }
        }
        self
    }
}

impl Load {
    pub(super) async fn sign_in(house: &House, server: &Server) -> Self {
        let mut readers = Vec::new();
        for (role, paths) in READS {
            readers.push((house.sign_in(server, role).await, paths));
        }
        let writers = writers(house, server).await;
        let (account, succeeded) = (house.account(SIGNS_IN), watch::Sender::new(0));
        Self { writers, readers, account, succeeded }
    }

    pub(super) fn progress(&self) -> Progress {
        Progress(self.succeeded.subscribe())
    }

    /// Sends requests until the end.
    pub(super) async fn run(
        &mut self,
        address: SocketAddr,
        end: watch::Receiver<bool>,
    ) -> Requests {
        let Self { writers, readers, account, succeeded } = self;
        let client = || Client::new(&end, succeeded);
        let writing =
            writers.iter_mut().map(|it| client().repeat(async |_| it.try_write(address).await));
        let reading = readers.iter().map(|(token, paths)| {
            let paths = paths.iter().cycle();
            client().repeat(async move |count| {
                let path = paths.clone().nth(usize::try_from(count).unwrap() % 60).unwrap();
                let head = format!("Authorization: Bearer {token}\r\n");
                expect_ok(address, ("GET", path), &head, &Value::Null).await
            })
        });
        let signing_in = client()
            .repeat(async |_| expect_ok(address, ("POST", "/api/auth/login"), "", account).await);
        let (writing, (reading, signing_in)) =
            join(join_all(writing), join(join_all(reading), signing_in)).await;
        let mut requests = Requests::default();
        requests.writes = requests.add(writing);
        requests.reads = requests.add(reading);
        requests.sign_ins = requests.add(vec![signing_in]);
        requests
    }

    /// The number of accepted writes that are not stored, and of writes that are stored twice.
    pub(super) async fn missing_and_doubled(&self, server: &Server) -> (usize, usize) {
        let (mut missing, mut doubled) = (0, 0);
        for writer in &self.writers {
            let found = writer.missing_and_doubled(server).await;
            missing += found.0;
            doubled += found.1;
        }
        (missing, doubled)
    }
}

impl Requests {
    /// Adds what the clients found; returns the number of their requests.
    fn add(&mut self, clients: Vec<Client<'_>>) -> u64 {
        let count = clients.iter().map(|it| it.count).sum();
        for client in clients {
            self.slowest = self.slowest.max(client.slowest);
            self.failures.extend(client.failures);
        }
        count
    }
}

async fn expect_ok(
    address: SocketAddr,
    route: (&str, &str),
    head: &str,
    body: &Value,
) -> Result<(), String> {
    match request(address, route, head, body).await {
        Ok((200, _)) => Ok(()),
        Ok((status, body)) => Err(format!("{route:?}: {status} {body}")),
        Err(error) => Err(format!("{route:?}: {error}")),
    }
}
