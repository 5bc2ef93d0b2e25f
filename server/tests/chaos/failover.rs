//! The primary of a PostgreSQL cluster is lost during writes.

use std::time::Instant;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::cluster::Cluster;
use super::house::House;
use super::times;
use super::writer::{write_until, writers};
use crate::process::line::Line;
use crate::process::program::Server;

/// The fate of the machine of the primary.
#[derive(Clone, Copy, Debug)]
enum Loss {
    Killed,
    Paused,
    Partitioned,
}

impl Loss {
    const ALL: [Self; 3] = [Self::Killed, Self::Paused, Self::Partitioned];

    async fn begin(self, cluster: &mut Cluster, primary: usize) {
        let node = cluster.node(primary);
        match self {
            Self::Killed => node.kill().await,
            Self::Paused => node.pause(),
            Self::Partitioned => node.set_lines(Line::Paused),
        }
    }

    fn end(self, cluster: &mut Cluster, primary: usize) {
        let node = cluster.node(primary);
        match self {
            Self::Killed => node.start(),
            Self::Paused => node.go_on(),
            Self::Partitioned => node.set_lines(Line::Open),
        }
    }

    const fn name(self) -> &'static str {
        match self {
            Self::Killed => "killed",
            Self::Paused => "paused",
            Self::Partitioned => "partitioned",
        }
    }
}

/// The head of the response to a request.
async fn head_of(server: &Server, path: &str, token: &str) -> String {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: mizan\r\nConnection: close\r\n\
         Authorization: Bearer {token}\r\n\r\n"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    answer.split("\r\n\r\n").next().unwrap_or_default().to_ascii_lowercase()
}

/// Waits until a request is answered again. Until then, each gets 503 with the time to wait.
async fn recovers(server: &Server, token: &str, cluster: &Cluster) {
    let since = Instant::now();
    loop {
        let head = head_of(server, "/api/departments", token).await;
        match head.split(' ').nth(1) {
            Some("200") => return,
            Some("503") => assert!(head.contains("\nretry-after: "), "{head}"),
            _ => panic!("{head}"),
        }
        let words = || format!("the service does not come back: {head}\n{}", cluster.log());
        assert!(since.elapsed().as_secs() < 120, "{}", words());
    }
}

#[tokio::test]
async fn no_accepted_write_is_lost_or_doubled_when_the_primary_is_lost() {
    if std::env::var_os("MIZAN_TEST_FAILOVER").is_none() {
        return;
    }
    let mut cluster = Cluster::start().await;
    let house = House::on(cluster.database("mizan").await).await;
    let server = house.start().await;
    let token = house.sign_in(&server, "admin").await;
    let mut people = writers(&house, &server).await;
    let mut outages = Vec::new();
    for round in 0..times(3, 20) {
        let loss = Loss::ALL[round % Loss::ALL.len()];
        let primary = cluster.primary().await.unwrap();
        let mut lost_at = Instant::now();
        let lose = async {
            loss.begin(&mut cluster, primary).await;
            lost_at = Instant::now();
        };
        write_until(&mut people, server.address(), 1 + (round * 7) % 23, lose).await;
        recovers(&server, &token, &cluster).await;
        let outage = lost_at.elapsed();
        for person in &mut people {
            person.send_again(&server).await;
        }
        loss.end(&mut cluster, primary);
        // What is written to a former primary that does not know it yet is not accepted.
        for person in &mut people {
            person.write(server.address()).await;
        }
        let is_rebuilt = cluster.rejoins().await;
        eprintln!("{loss:?} {outage:?}, rebuilt: {is_rebuilt}");
        outages.push(json!({
            "loss": loss.name(),
            "milliseconds": outage.as_millis(),
            "rebuilt": is_rebuilt,
        }));
        recovers(&server, &token, &cluster).await;
        for person in &mut people {
            person.send_again(&server).await;
        }
        house.is_sound().await;
    }
    for person in &people {
        person.finds_everything_once(&server).await;
    }
    if let Some(file) = std::env::var_os("MIZAN_FINDINGS") {
        std::fs::write(file, Value::from(outages).to_string()).unwrap();
    }
}
