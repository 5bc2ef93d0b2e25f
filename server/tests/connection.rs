//! Idle connections, and the graceful shutdown of the server.

mod request;
mod share;

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::Request;
use axum::routing::get;
use futures::StreamExt;
use http::header::CONTENT_TYPE;
use serde_json::json;
use server::config::Config;
use server::http_server::{Limits, serve};
use server::phase::Phase;
use server::router::router;
use server::state::{AppState, Parts};
use service::secret::Secrets;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Mutex, oneshot, watch};
use tokio::task::JoinHandle;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::support::World;

const LIMITS: Limits =
    Limits { connections_max: 64, connections_per_address: 64, trusted_proxies: Vec::new() };

/// Starts a server with these routes.
async fn serving(router: Router) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    serving_within(LIMITS, router).await
}

async fn serving_within(
    limits: Limits,
    router: Router,
) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let stopped = async { drop(stopped.await) };
    let running = tokio::spawn(serve(listener, router, limits, TaskTracker::new(), stopped));
    (address, stop, running)
}

/// A server with one route that responds on a signal.
async fn server(route: oneshot::Receiver<()>) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let route = Arc::new(Mutex::new(Some(route)));
    let handler = async move || {
        let waiting = route.lock().await.take();
        drop(waiting.unwrap().await);
        "done"
    };
    serving(Router::new().route("/", get(handler))).await
}

/// Sends these bytes and nothing else; returns the bytes received before the connection was closed.
async fn send(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    // An aborted connection is closed, too.
    drop(stream.read_to_end(&mut answer).await);
    String::from_utf8_lossy(&answer).into_owned()
}

#[tokio::test(start_paused = true)]
async fn connections_that_never_finish_their_request_are_closed() {
    let (_go, route) = oneshot::channel();
    let (address, _stop, _running) = server(route).await;
    for bytes in [
        &b""[..],
        b"P",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    ] {
        let answer = send(address, bytes).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_head_that_has_begun_has_less_time_than_a_connection_that_has_not() {
    let (_go, route) = oneshot::channel();
    let (address, _stop, _running) = server(route).await;
    let head = send(address, b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ");
    let closed = tokio::time::timeout(Duration::from_secs(8), head).await;
    assert!(closed.is_ok(), "a client that sends nothing more is let go at its rate");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_asks_and_then_takes_nothing_is_let_go() {
    let (held, let_go) = oneshot::channel::<()>();
    let held = Arc::new(Mutex::new(Some(held)));
    let endless = async move || {
        let held = held.lock().await.take();
        let part = move |_| {
            let _ = &held;
            Ok::<_, Infallible>(Bytes::from_static(&[b'.'; 16_384]))
        };
        Body::from_stream(futures::stream::iter(0..).map(part))
    };
    let (address, _stop, _running) = serving(Router::new().route("/", get(endless))).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let outcome = tokio::time::timeout(Duration::from_mins(1), let_go).await;
    assert!(outcome.expect("the answer is given up within a minute").is_err());
}

#[tokio::test]
async fn a_change_whose_client_has_gone_is_brought_to_its_end_before_the_server_stops() {
    let world = World::sqlite().await;
    let config = Arc::new(Config::for_testing(Secrets::for_testing()));
    let (_running, phase) = watch::channel(Phase::Serving);
    let state = AppState::from(Parts::new(world.service.clone(), config, phase));
    let email = world.person("employee").email.clone();
    let body = json!({ "email": email, "password": "not the one" }).to_string();
    let request = Request::post("/api/auth/login").header(CONTENT_TYPE, "application/json");
    let mut asked =
        Box::pin(router(state.clone()).oneshot(request.body(Body::from(body)).unwrap()));
    assert!(futures::poll!(&mut asked).is_pending());
    drop(asked);
    state.changes.close();
    state.changes.wait().await;
    let log = world.get("hr", "/api/audit-log?category=authentication").await.expect(200);
    assert_eq!(log["data"][0]["action"], "login.failed", "{log}");
}

#[tokio::test]
async fn a_request_that_runs_is_answered_after_the_signal_to_stop() {
    let (go, route) = oneshot::channel();
    let (address, stop, running) = server(route).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    // The second connection is accepted after the first: by then, the request is running.
    let idle = TcpStream::connect(address).await.unwrap();
    tokio::task::yield_now().await;
    stop.send(()).unwrap();
    go.send(()).unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    assert!(answer.starts_with("HTTP/1.1 200 OK") && answer.ends_with("done"), "{answer}");
    drop(idle);
    running.await.unwrap();
    assert!(TcpStream::connect(address).await.is_err());
}
