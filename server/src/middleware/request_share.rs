//! Limits concurrent requests per client, so that slow requests of one client never take the
//! permits of all.

use std::pin::Pin;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::response::Response;
use http::header::CONTENT_TYPE;
use http_body::{Frame, SizeHint};
use shared::Error;

use super::client_address::{client_address, is_trusted};
use crate::error::{Answer, ApiError};
use crate::shares::Permit;
use crate::state::AppState;

/// The waiting time in seconds that is reported to a client.
const RETRY_AFTER: u32 = 1;
/// A body up to this size is passed to the operating system at once.
const SENT_AT_ONCE: u64 = 64 * 1024;

/// Takes a permit for the request in the share of its client. A proxy that does not identify its
/// client has no share, since it would apply to all clients.
///
/// Errors: 429 while all permits of the client are taken.
pub fn take_permit(state: &AppState, request: &Request) -> Answer<Option<Permit>> {
    let trusted = &state.config.trusted_proxies;
    let Some(client) = client_address(request, trusted) else { return Ok(None) };
    if is_trusted(client, trusted) {
        return Ok(None);
    }
    let permit = state.requests.take(client);
    permit.map(Some).ok_or_else(|| ApiError(Error::too_many_requests(RETRY_AFTER)))
}

/// Keeps the permit until the body of the response is sent. A stream of notifications keeps none:
/// it lasts as long as a page is open, and has a limit of its own per person.
pub fn keep_until_sent(response: Response, permit: Permit) -> Response {
    let is_short = response.body().size_hint().exact().is_some_and(|it| it <= SENT_AT_ONCE);
    let media = response.headers().get(CONTENT_TYPE);
    let is_stream = media.is_some_and(|it| it.as_bytes().starts_with(b"text/event-stream"));
    if is_short || is_stream {
        return response;
    }
    response.map(|body| Body::new(Sending { body, _permit: permit }))
}

struct Sending {
    body: Body,
    _permit: Permit,
}

impl HttpBody for Sending {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
