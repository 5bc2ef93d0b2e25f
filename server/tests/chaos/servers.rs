//! Two servers on one database.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines};
use tokio::net::TcpStream;

use super::house::House;
use crate::process::program::Server;

/// The notification stream of a server.
struct Stream(Lines<BufReader<TcpStream>>);

impl Stream {
    async fn open(server: &Server, token: &str) -> Self {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        let request = format!(
            "GET /api/notifications/stream HTTP/1.1\r\nHost: mizan\r\n\
             Authorization: Bearer {token}\r\n\r\n"
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut stream = Self(BufReader::new(stream).lines());
        // The badges are sent first: later events are not missed.
        stream.hear("event: counts").await;
        stream
    }

    async fn hear(&mut self, expected: &str) {
        let listening = async {
            while self.0.next_line().await.unwrap().expect("the stream goes on") != expected {}
        };
        tokio::time::timeout(Duration::from_secs(20), listening).await.expect(expected);
    }
}

/// Starts the appraisal of that person.
async fn start_an_appraisal(server: &Server, token: &str, staff: &Value) {
    let input = json!({
        "staffId": staff, "reviewType": "annual", "periodFrom": "2026-01-01",
        "periodTo": "2026-12-31", "roleCategory": "other", "isManagerRole": false,
    });
    let (status, detail) =
        server.request(("POST", "/api/staff/appraisals"), Some(token), &input).await;
    assert_eq!(status, 201, "{detail}");
}

#[tokio::test]
async fn a_session_of_one_server_is_valid_on_the_other_and_notified_on_both() {
    let Some(house) = House::on_postgres().await else { return };
    let (one, other) = (house.start().await, house.start().await);
    let hr = house.sign_in(&one, "hr").await;
    let cashier = house.sign_in(&one, "cashier").await;
    let (status, me) = other.request(("GET", "/api/auth/me"), Some(&cashier), &Value::Null).await;
    assert_eq!(status, 200, "{me}");
    let mut streams = [Stream::open(&one, &cashier).await, Stream::open(&other, &cashier).await];
    start_an_appraisal(&other, &hr, &me["id"]).await;
    for stream in &mut streams {
        stream.hear("event: notification").await;
    }
    // Signing out on one server ends the session on both.
    let (status, _) = other.request(("POST", "/api/auth/logout"), Some(&hr), &Value::Null).await;
    assert!((200..300).contains(&status), "{status}");
    assert_eq!(one.request(("GET", "/api/auth/me"), Some(&hr), &Value::Null).await.0, 401);
    house.is_sound().await;
}
