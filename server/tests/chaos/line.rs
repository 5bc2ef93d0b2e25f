//! The connection to PostgreSQL cut and paused during transactions.

use std::time::{Duration, Instant};

use serde_json::Value;

use super::house::House;
use super::times;
use super::writer::{write_until, writers};
use crate::process::line::{Gate, Line};
use crate::process::program::Server;

/// Waits until the service is ready again, within the timeout of a request.
async fn recovers(server: &Server) {
    let since = Instant::now();
    while server.request(("GET", "/readyz"), None, &Value::Null).await.0 != 200 {
        assert!(since.elapsed() < Duration::from_secs(30), "the service does not come back");
    }
}

#[tokio::test]
async fn no_accepted_write_is_lost_or_doubled_when_the_line_breaks_in_the_middle() {
    let Some(house) = House::on_postgres().await else { return };
    let (gate, url) = Gate::before(&house.url().unwrap()).await;
    let mut command = house.command(&["serve"]);
    command.env("DATABASE_URL", url);
    let server = Server::start_by(command).await;
    let mut people = writers(&house, &server).await;
    for round in 0..times(2, 50) {
        let blocked = if round % 2 == 0 { Line::Cut } else { Line::Paused };
        let block = async {
            gate.line.send_replace(blocked);
        };
        write_until(&mut people, server.address(), 1 + (round * 7) % 23, block).await;
        gate.line.send_replace(Line::Open);
        recovers(&server).await;
        for person in &mut people {
            person.send_again(&server).await;
        }
        house.is_sound().await;
    }
    for person in &people {
        person.finds_everything_once(&server).await;
    }
}
