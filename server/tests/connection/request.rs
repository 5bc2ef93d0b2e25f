//! Requests that two servers could parse differently, and heads that must be refused.

use std::net::SocketAddr;
use std::sync::Arc;

use server::config::Config;
use server::phase::Phase;
use server::router::router;
use server::state::Parts;
use service::secret::Secrets;
use tokio::sync::{oneshot, watch};

use super::{send, serving};
use crate::support::World;

struct Served {
    address: SocketAddr,
    _world: World,
    _running: (watch::Sender<Phase>, oneshot::Sender<()>),
}

async fn served() -> Served {
    let world = World::sqlite().await;
    let (running, phase) = watch::channel(Phase::Serving);
    let config = Arc::new(Config::for_testing(Secrets::for_testing()));
    let router = router(Parts::new(world.service.clone(), config, phase).into());
    let (address, stop, _) = serving(router).await;
    Served { address, _world: world, _running: (running, stop) }
}

/// The statuses of all responses, in order.
async fn statuses(address: SocketAddr, bytes: &[u8]) -> Vec<u16> {
    let answers = send(address, bytes).await;
    let heads = answers.split("HTTP/1.1 ").skip(1);
    heads.map(|head| head.get(..3).unwrap_or_default().parse().unwrap()).collect()
}

/// A change with these lines about its length, followed by bytes that a deceived server would take
/// for the next request.
fn post(lines: &str, body: &str) -> String {
    format!(
        "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n\
         Connection: close\r\n{lines}\r\n\r\n{body}GET /api/smuggled HTTP/1.1\r\nHost: x\r\n\r\n"
    )
}

#[tokio::test]
async fn a_body_whose_length_can_be_read_in_two_ways_is_refused() {
    let served = served().await;
    for lines in [
        "Content-Length: 2\r\nContent-Length: 3",
        "Content-Length: 2, 3",
        "Content-Length: +2",
        "Content-Length: -2",
        "Content-Length: 0x2",
        "Content-Length: 2 2",
        "Content-Length: two",
        "Content-Length:",
        "Content-Length: 18446744073709551618",
        "Content-Length : 2",
        " Content-Length: 2",
        "Content-Length\t: 2",
        "Content-Length: 2\r\n\tX: y",
        "X: y\r\n Content-Length: 2",
        "Transfer-Encoding: xchunked",
        "Transfer-Encoding: identity",
        "Transfer-Encoding: chunked, identity",
        "Transfer-Encoding : chunked",
        "Transfer-Encoding: chunked\r\n\tX: y",
        "Transfer-Encoding: \x0bchunked",
        "Transfer-Encoding: chunked\0",
        "Trans\0fer-Encoding: chunked",
    ] {
        let found = statuses(served.address, post(lines, "{}").as_bytes()).await;
        assert_eq!(found, [400], "{lines:?}");
    }
}

#[tokio::test]
async fn a_chunk_that_is_malformed_ends_the_connection() {
    let served = served().await;
    for body in [
        "0x2\r\n{}\r\n0\r\n\r\n",
        "-2\r\n{}\r\n0\r\n\r\n",
        "2\r\n{}0\r\n\r\n",
        "2 2\r\n{}\r\n0\r\n\r\n",
        "ffffffffffffffff0\r\n{}\r\n0\r\n\r\n",
        "\r\n2\r\n{}\r\n0\r\n\r\n",
        "2\n{}\r\n0\r\n\r\n",
    ] {
        let request = post("Transfer-Encoding: chunked", body);
        let found = statuses(served.address, request.as_bytes()).await;
        assert_eq!(found, [400], "{body:?}");
    }
}

/// With both, the chunks take precedence and the connection is closed afterwards (RFC 9112, 6.1).
#[tokio::test]
async fn bytes_after_a_body_with_two_lengths_are_not_read_as_a_request() {
    let served = served().await;
    for lines in [
        "Content-Length: 2\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: chunked\r\nContent-Length: 2",
        "Transfer-Encoding: CHUNKED\r\nContent-Length: 200",
    ] {
        let body = "2\r\n{}\r\n0\r\n\r\n";
        let found = statuses(served.address, post(lines, body).as_bytes()).await;
        assert_eq!(found, [400], "{lines:?}");
    }
}

#[tokio::test]
async fn a_request_names_one_host() {
    let served = served().await;
    for (request, expected) in [
        ("GET /healthz HTTP/1.1\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: a\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: a b\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: user@a\r\n", 400),
        ("GET /healthz HTTP/1.1\r\nHost: a/b\r\n", 400),
        ("GET http://a/healthz HTTP/1.1\r\n", 400),
        ("GET http://a/healthz HTTP/1.1\r\nHost: a\r\n", 200),
        ("GET /healthz HTTP/1.1\r\nHost: a:3000\r\n", 200),
        ("GET /healthz HTTP/1.1\r\nHost: [::1]:3000\r\n", 200),
        ("GET /healthz HTTP/1.0\r\n", 200),
    ] {
        let request = format!("{request}Connection: close\r\n\r\n");
        let answer = send(served.address, request.as_bytes()).await;
        let head = format!("HTTP/1.{} {expected} ", u8::from(!request.contains("/1.0")));
        assert!(answer.starts_with(&head), "{request:?}: {answer}");
        assert!(answer.contains("x-request-id"), "{answer}");
    }
}

#[tokio::test]
async fn a_head_that_is_too_long_is_refused() {
    let served = served().await;
    let begin = "GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n";
    let long = format!("{begin}X-Long: {}\r\n\r\n", "a".repeat(70_000));
    let many = format!("{begin}{}\r\n", "X-One: of many\r\n".repeat(200));
    for request in [long, many] {
        assert_eq!(statuses(served.address, request.as_bytes()).await, [431]);
    }
}
