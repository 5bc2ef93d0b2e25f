//! The accept loop: with mandatory time limits, and a graceful shutdown.
//!
//! HTTP/1.1 only: browsers use HTTP/2 with the holder of the certificate, which is the proxy.

mod client_stream;
mod limits;

use std::convert::Infallible;
use std::future::Future;
use std::net::SocketAddr;
use std::pin::Pin;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::response::Response;
use http::header::{CONNECTION, HOST, HeaderName, HeaderValue};
use http::{Request, StatusCode, Version};
use hyper::body::Incoming;
use hyper::server::conn::http1::Builder;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio_io_timeout::TimeoutStream;
use tokio_util::task::TaskTracker;
use tower::ServiceExt;

use crate::middleware::PeerAddress;
use crate::middleware::host::HostFault;
use client_stream::{ClientStream, Progress};
pub use limits::Limits;
use limits::{Admission, ConnectionResources};

/// The time limit for the head of a request.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// The maximum time in which a client may read nothing of a waiting response.
const STALL_TIMEOUT: Duration = Duration::from_secs(30);
/// The maximum size of a request's head, in bytes.
const HEAD_BYTES_MAX: usize = 64 * 1024;
/// The time limit for running requests after the signal to stop: the same as for any request.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(30);
/// A pause after the operating system refused a connection, for example for lack of file
/// descriptors.
const ACCEPT_PAUSE: Duration = Duration::from_millis(100);

/// Serves until `stop` resolves; then completes running requests, and `changes` whose clients have
/// disconnected.
pub async fn serve(
    listener: TcpListener,
    router: Router,
    limits: Limits,
    changes: TaskTracker,
    stop: impl Future<Output = ()>,
) {
    let admission = Admission::new(limits);
    let graceful = GracefulShutdown::new();
    let mut stop = std::pin::pin!(stop);
    loop {
        tokio::select! {
            (stream, peer, resources) = admission.next(&listener) => {
                tokio::spawn(connection((stream, peer, resources), router.clone(), &graceful));
            }
            () = &mut stop => break,
        }
    }
    drop(listener);
    let ended = async {
        graceful.shutdown().await;
        changes.close();
        changes.wait().await;
    };
    if tokio::time::timeout(DRAIN_TIMEOUT, ended).await.is_err() {
        tracing::warn!("some requests did not come to their end in time");
    }
}

async fn accept(listener: &TcpListener) -> (TcpStream, SocketAddr) {
    loop {
        match listener.accept().await {
            Ok(accepted) => return accepted,
            Err(error) => {
                tracing::warn!(%error, "a connection could not be taken");
                tokio::time::sleep(ACCEPT_PAUSE).await;
            }
        }
    }
}

fn connection(
    (stream, peer, resources): (TcpStream, SocketAddr, ConnectionResources),
    router: Router,
    graceful: &GracefulShutdown,
) -> impl Future<Output = ()> + use<> {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection keeps its delay");
    }
    let progress = Progress::default();
    let stream = ClientStream::new(stream, resources, progress.clone());
    let answer = service_fn(move |request| {
        let (progress, router) = (progress.clone(), router.clone());
        async move {
            progress.begin();
            let answer = answer(request, peer, router).await;
            progress.end();
            answer
        }
    });
    let io = TokioIo::new(not_stalled(stream));
    let connection = graceful.watch(protocol().serve_connection(io, answer));
    async move {
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended early");
        }
    }
}

/// Wraps a connection so that it fails once its client stops reading.
fn not_stalled(stream: ClientStream) -> Pin<Box<TimeoutStream<ClientStream>>> {
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(STALL_TIMEOUT));
    Box::pin(stream)
}

fn protocol() -> Builder {
    let mut builder = Builder::new();
    builder
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(HEAD_BYTES_MAX);
    builder
}

async fn answer(
    request: Request<Incoming>,
    peer: SocketAddr,
    router: Router,
) -> Result<Response, Infallible> {
    let mut request = request.map(Body::new);
    if head_bytes(&request) > HEAD_BYTES_MAX {
        let mut refusal = Response::new(Body::empty());
        *refusal.status_mut() = StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE;
        refusal.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
        return Ok(refusal);
    }
    request.extensions_mut().insert(PeerAddress(peer));
    if let Some(fault) = host_fault(&request) {
        request.extensions_mut().insert(fault);
    }
    router.oneshot(request).await
}

/// The size of the request line and the headers. The buffer of a connection can grow past its limit
/// within one read, so that hyper accepts a head that is slightly too long.
fn head_bytes(request: &Request<Body>) -> usize {
    let uri = request.uri();
    let target = uri.path().len() + uri.query().map_or(0, str::len);
    let header = |(name, value): (&HeaderName, &HeaderValue)| {
        name.as_str().len() + ": ".len() + value.len() + "\r\n".len()
    };
    target + request.headers().iter().map(header).sum::<usize>()
}

/// The fault in the `Host` of a request (RFC 9112, 3.2): a proxy that interprets it differently
/// from this server would route the request to the wrong place.
fn host_fault(request: &Request<Body>) -> Option<HostFault> {
    let mut hosts = request.headers().get_all(HOST).into_iter();
    match (hosts.next(), hosts.next()) {
        (None, _) if request.version() == Version::HTTP_11 => Some(HostFault::Missing),
        (None, _) => None,
        (Some(host), None) if host.to_str().is_ok_and(is_host) => None,
        (Some(_), None) => Some(HostFault::Malformed),
        (Some(_), Some(_)) => Some(HostFault::Several),
    }
}

fn is_host(text: &str) -> bool {
    text.parse::<http::uri::Authority>().is_ok_and(|host| !host.as_str().contains('@'))
}
