//! Connections that hold on without asking anything, and the orderly end of the server.

use std::net::SocketAddr;

use axum::Router;
use axum::routing::get;
use server::http_server::serve;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

/// A server with one route that answers when it is told to.
async fn server(route: oneshot::Receiver<()>) -> (SocketAddr, oneshot::Sender<()>, JoinHandle<()>) {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let route = std::sync::Arc::new(tokio::sync::Mutex::new(Some(route)));
    let handler = async move || {
        let waiting = route.lock().await.take();
        drop(waiting.unwrap().await);
        "done"
    };
    let (stop, stopped) = oneshot::channel::<()>();
    let router = Router::new().route("/", get(handler));
    let running = tokio::spawn(serve(listener, router, async { drop(stopped.await) }));
    (address, stop, running)
}

/// Sends these bytes and nothing else; answers what came back before the connection was closed.
async fn send(address: SocketAddr, bytes: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(bytes).await.unwrap();
    let mut answer = Vec::new();
    // A connection that is cut off is closed, too.
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
        b"PRI * HTTP/2.0\r\n\r\nSM",
        b"GET / HTT",
        b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ",
    ] {
        let answer = send(address, bytes).await;
        assert!(!answer.contains("200 OK"), "{answer}");
    }
}

#[tokio::test]
async fn a_request_that_runs_is_answered_after_the_signal_to_stop() {
    let (go, route) = oneshot::channel();
    let (address, stop, running) = server(route).await;
    let mut stream = TcpStream::connect(address).await.unwrap();
    stream.write_all(b"GET / HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    // The second connection is taken after the first: by then, the request runs.
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
