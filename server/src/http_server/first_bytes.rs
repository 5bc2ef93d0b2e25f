//! A limit on the time before it is known which protocol a client speaks.
//!
//! The library reads the first bytes of a connection without a clock, to tell HTTP/2 from
//! HTTP/1.1; a client that sends none, or only a part of the preface of HTTP/2, would hold its
//! connection for ever.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::time::{Sleep, sleep};

/// What every HTTP/2 connection begins with.
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";

/// A connection whose first bytes have to come in time.
#[derive(Debug)]
pub(super) struct FirstBytes<S> {
    stream: S,
    /// None once the protocol is known.
    deadline: Option<Pin<Box<Sleep>>>,
    matched: usize,
}

impl<S> FirstBytes<S> {
    pub(super) fn new(stream: S, timeout: Duration) -> Self {
        Self { stream, deadline: Some(Box::pin(sleep(timeout))), matched: 0 }
    }

    /// Looks at bytes that came; the protocol is known at the first that differs from the
    /// preface, or at its end.
    fn look(&mut self, bytes: &[u8]) {
        for byte in bytes {
            if PREFACE.get(self.matched) != Some(byte) {
                self.deadline = None;
                return;
            }
            self.matched += 1;
        }
        if self.matched == PREFACE.len() {
            self.deadline = None;
        }
    }
}

impl<S: AsyncRead + Unpin> AsyncRead for FirstBytes<S> {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Ready(Ok(())) if self.deadline.is_some() => {
                self.look(&buffer.filled()[before..]);
                Poll::Ready(Ok(()))
            }
            Poll::Ready(result) => Poll::Ready(result),
            Poll::Pending => {
                let Some(deadline) = self.deadline.as_mut() else { return Poll::Pending };
                ready!(deadline.as_mut().poll(context));
                Poll::Ready(Err(io::ErrorKind::TimedOut.into()))
            }
        }
    }
}

impl<S: AsyncWrite + Unpin> AsyncWrite for FirstBytes<S> {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(context, bytes)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        parts: &[io::IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write_vectored(context, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.is_write_vectored()
    }
}
