//! The stream of a client: closed when the head of a request arrives too slowly, and closed in such
//! a way that the client can still read the last response.

use std::io;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, ReadBuf};
use tokio::net::TcpStream;
use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep, sleep_until};

use super::limits::ConnectionResources;
use crate::middleware::body::due;

/// The time for which a closed connection keeps reading. A connection that is closed with unread
/// bytes is reset, and a reset discards a response that the client has not read yet.
const LINGER: Duration = Duration::from_secs(1);
/// The maximum number of bytes read in that time.
const LINGER_BYTES_MAX: u64 = 1024 * 1024;

/// The progress of a connection's requests, for its stream.
#[derive(Clone, Debug, Default)]
pub(super) struct Progress(Arc<Requests>);

#[derive(Debug, Default)]
struct Requests {
    begun: AtomicUsize,
    is_answering: AtomicBool,
}

impl Progress {
    /// The head of a request is complete.
    pub(super) fn begin(&self) {
        self.0.is_answering.store(true, Ordering::Relaxed);
        self.0.begun.fetch_add(1, Ordering::Relaxed);
    }

    /// The head of the response is complete.
    pub(super) fn end(&self) {
        self.0.is_answering.store(false, Ordering::Relaxed);
    }
}

/// The head of a request that has arrived in part.
struct Head {
    /// The number of requests that had begun before it.
    after: usize,
    began: Instant,
    bytes: usize,
    timer: Pin<Box<Sleep>>,
}

pub(super) struct ClientStream {
    /// None only while it is being dropped.
    stream: Option<TcpStream>,
    resources: Option<ConnectionResources>,
    progress: Progress,
    head: Option<Head>,
}

impl ClientStream {
    pub(super) fn new(
        stream: TcpStream,
        resources: ConnectionResources,
        progress: Progress,
    ) -> Self {
        Self { stream: Some(stream), resources: Some(resources), progress, head: None }
    }

    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        let stream = self.stream.as_mut().ok_or(io::ErrorKind::NotConnected)?;
        Ok(Pin::new(stream))
    }

    fn note(&mut self, bytes: usize) {
        let requests = &self.progress.0;
        if bytes == 0 || requests.is_answering.load(Ordering::Relaxed) {
            return;
        }
        let after = requests.begun.load(Ordering::Relaxed);
        match &mut self.head {
            Some(head) if head.after == after => head.bytes = head.bytes.saturating_add(bytes),
            Some(_) | None => {
                let began = Instant::now();
                let timer = Box::pin(sleep_until(due(began, bytes)));
                self.head = Some(Head { after, began, bytes, timer });
            }
        }
    }

    /// Ready when the arriving head is late.
    fn poll_late(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let requests = &self.progress.0;
        let begun = requests.begun.load(Ordering::Relaxed);
        if requests.is_answering.load(Ordering::Relaxed) {
            return Poll::Pending;
        }
        let Some(head) = self.head.as_mut().filter(|head| head.after == begun) else {
            return Poll::Pending;
        };
        let due = due(head.began, head.bytes);
        if head.timer.deadline() != due {
            head.timer.as_mut().reset(due);
        }
        ready!(head.timer.as_mut().poll(context));
        Poll::Ready(io::ErrorKind::TimedOut.into())
    }
}

impl AsyncRead for ClientStream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        let polled = self.stream()?.poll_read(context, buffer);
        match polled {
            Poll::Ready(Ok(())) => {
                self.note(buffer.filled().len().saturating_sub(before));
                Poll::Ready(Ok(()))
            }
            Poll::Ready(Err(error)) => Poll::Ready(Err(error)),
            Poll::Pending => self.poll_late(context).map(Err),
        }
    }
}

impl AsyncWrite for ClientStream {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffers: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(context, buffers)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }
}

impl Drop for ClientStream {
    fn drop(&mut self) {
        let (Some(stream), resources) = (self.stream.take(), self.resources.take()) else { return };
        if let Ok(runtime) = Handle::try_current() {
            runtime.spawn(linger(stream, resources));
        }
    }
}

/// Reads the remaining bytes of a client, until it closes or the time is over.
async fn linger(mut stream: TcpStream, resources: Option<ConnectionResources>) {
    let closed = async {
        stream.shutdown().await?;
        let mut unread = stream.take(LINGER_BYTES_MAX);
        tokio::io::copy(&mut unread, &mut tokio::io::sink()).await
    };
    drop(tokio::time::timeout(LINGER, closed).await);
    drop(resources);
}
