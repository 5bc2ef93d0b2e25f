//! The stream that updates badges without a reload.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::{Stream, StreamExt};
use http::{HeaderMap, HeaderName};
use service::notification::StreamEvent;
use shared::permission::Permission;

use super::super::document::Refusals;
use crate::error::Answer;
use crate::extract::Caller;
use crate::phase::Phase;
use crate::state::AppState;

const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(15);

/// The last event that a reconnecting browser has received.
const LAST_EVENT_ID: HeaderName = HeaderName::from_static("last-event-id");

/// Server-sent events: `notification` with each new one, `counts` with the numbers of the badges
/// initially and on every change. The stream ends with the session; a client that reconnects with
/// `Last-Event-ID` gets the events that it missed.
#[utoipa::path(get, path = "/api/notifications/stream", tag = "Notifications",
    responses((status = 200, content_type = "text/event-stream", body = String), Refusals))]
pub(super) async fn stream(
    State(state): State<AppState>,
    Caller(caller): Caller,
    headers: HeaderMap,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    caller.require(Permission::AppraisalsRespond)?;
    let mut phase = state.phase.clone();
    let stopped = async move {
        // The sender lives as long as the server: its loss also means that the server stops.
        drop(phase.wait_for(|phase| *phase == Phase::Stopping).await);
    };
    let last = headers.get(LAST_EVENT_ID).and_then(|id| id.to_str().ok()?.parse().ok());
    let events = state.service.notifications().subscribe(&caller, last).await?;
    let events = events.filter_map(async |event| event_of(&event).map(Ok));
    let events = events.take_until(Box::pin(stopped));
    Ok(Sse::new(events).keep_alive(KeepAlive::new().interval(KEEP_ALIVE_EVERY)))
}

fn event_of(event: &StreamEvent) -> Option<Event> {
    let built = match event {
        StreamEvent::Notification(notification) => {
            let id = notification.id.to_string();
            Event::default().event("notification").id(id).json_data(notification)
        }
        StreamEvent::Counts(counts) => Event::default().event("counts").json_data(counts),
    };
    built.inspect_err(|error| tracing::error!(%error, "a notification cannot be sent")).ok()
}
