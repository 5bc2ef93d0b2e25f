//! One client cannot exhaust the connections or the request slots.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use server::config::Config;
use server::http_server::Limits;
use server::middleware::client_address::Network;
use server::phase::Phase;
use server::router::router;
use server::state::Parts;
use service::secret::Secrets;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::sync::watch;

use super::serving_within;
use crate::support::World;

/// The time limit for a response.
const SOON: Duration = Duration::from_secs(8);

/// Proxies at the address from which tests connect.
fn proxies() -> Vec<Network> {
    vec!["127.0.0.1".parse().unwrap()]
}

async fn connect_from(source: &str, address: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().unwrap();
    socket.bind(format!("{source}:0").parse().unwrap()).unwrap();
    socket.connect(address).await.unwrap()
}

/// Connections from that address that have sent half a head.
async fn half_sent(count: usize, source: &str, address: SocketAddr) -> Vec<TcpStream> {
    let mut held = Vec::new();
    for _ in 0..count {
        let mut stream = connect_from(source, address).await;
        // A refused connection is closed already.
        drop(stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n").await);
        held.push(stream);
    }
    held
}

/// The status of a response: the connection may stay open after it.
async fn status(stream: &mut TcpStream) -> String {
    let mut head = [0; 12];
    let read = tokio::time::timeout(SOON, stream.read_exact(&mut head)).await;
    read.expect("an answer in time").expect("an answer");
    String::from_utf8_lossy(&head).into_owned()
}

struct Served {
    world: World,
    address: SocketAddr,
    /// Endless responses and the server end when these are dropped.
    _running: (watch::Sender<Phase>, tokio::sync::oneshot::Sender<()>),
}

async fn served(limits: Limits, requests_per_address: usize) -> Served {
    let world = World::sqlite().await;
    let (running, phase) = watch::channel(Phase::Serving);
    let config = Config {
        requests_per_address,
        trusted_proxies: limits.trusted_proxies.clone(),
        ..Config::for_testing(Secrets::for_testing())
    };
    let router = router(Parts::new(world.service.clone(), Arc::new(config), phase).into());
    let (address, stop, _) = serving_within(limits, router).await;
    Served { world, address, _running: (running, stop) }
}

fn limits(connections_per_address: usize, trusted_proxies: Vec<Network>) -> Limits {
    Limits { connections_max: 8, connections_per_address, trusted_proxies }
}

#[tokio::test]
async fn an_address_with_all_its_connections_in_use_does_not_exclude_others() {
    let served = served(limits(4, Vec::new()), 100).await;
    let _held = half_sent(12, "127.0.0.1", served.address).await;
    let mut other = connect_from("127.0.0.2", served.address).await;
    other.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    assert_eq!(status(&mut other).await, "HTTP/1.1 200");
}

#[tokio::test]
async fn a_trusted_proxy_holds_connections_for_many_clients() {
    let served = served(limits(1, proxies()), 100).await;
    let mut held = half_sent(4, "127.0.0.1", served.address).await;
    for stream in &mut held {
        stream.write_all(b"\r\n").await.unwrap();
        assert_eq!(status(stream).await, "HTTP/1.1 200");
    }
}

/// Sends the head of a change through the proxy for that client, and the beginning of its body.
async fn half_a_change(client: &str, address: SocketAddr) -> TcpStream {
    let mut stream = connect_from("127.0.0.1", address).await;
    let request = format!(
        "POST /api/auth/login HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {client}\r\n\
         Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{{"
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}

async fn ask_through_proxy(client: &str, address: SocketAddr) -> String {
    let mut stream = connect_from("127.0.0.1", address).await;
    let request =
        format!("GET /api/auth/me HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: {client}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.unwrap();
    status(&mut stream).await
}

#[tokio::test]
async fn behind_a_proxy_the_requests_of_one_client_are_limited_and_those_of_others_are_not() {
    let served = served(limits(1, proxies()), 2).await;
    let mut held = Vec::new();
    // Requests are processed in any order: an early probe may briefly occupy a slot.
    let refused = async {
        loop {
            held.push(half_a_change("198.51.100.1", served.address).await);
            if ask_through_proxy("198.51.100.1", served.address).await == "HTTP/1.1 429" {
                break;
            }
        }
    };
    tokio::time::timeout(SOON, refused).await.expect("no further one is answered");
    assert_eq!(ask_through_proxy("198.51.100.2", served.address).await, "HTTP/1.1 401");
}

#[tokio::test]
async fn a_stream_of_notifications_takes_no_place_of_a_request() {
    let served = served(limits(8, Vec::new()), 1).await;
    let token = &served.world.person("employee").token;
    let mut open = Vec::new();
    for path in ["/api/notifications/stream", "/api/notifications/stream", "/api/auth/me"] {
        let mut stream = connect_from("127.0.0.1", served.address).await;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {token}\r\n\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        assert_eq!(status(&mut stream).await, "HTTP/1.1 200", "{path}");
        open.push(stream);
    }
}
