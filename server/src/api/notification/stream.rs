//! The stream that moves badges without a reload.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::response::sse::{Event, KeepAlive, Sse};
use futures::{Stream, StreamExt};
use service::notification::StreamEvent;
use shared::permission::Permission;
use tokio::time::{Instant, MissedTickBehavior, interval_at};

use super::super::document::Refusals;
use crate::error::Answer;
use crate::extract::Caller;
use crate::state::AppState;

/// How long a stream may outlive the session that opened it.
const LOOK_EVERY: Duration = Duration::from_secs(10);
const KEEP_ALIVE_EVERY: Duration = Duration::from_secs(15);

/// Server-sent events: `notification` with each new one, `counts` with the numbers of the badges
/// at once and whenever they change. The stream ends with the session.
#[utoipa::path(get, path = "/api/notifications/stream", tag = "Notifications",
    responses((status = 200, content_type = "text/event-stream", body = String), Refusals))]
pub(super) async fn stream(
    State(state): State<AppState>,
    Caller(caller): Caller,
) -> Answer<Sse<impl Stream<Item = Result<Event, Infallible>>>> {
    caller.require(Permission::AppraisalsRespond)?;
    let events = state
        .service
        .notifications()
        .subscribe(&caller)
        .filter_map(async |event| event_of(&event).map(Ok));
    let (service, reader) = (state.service.clone(), caller.clone());
    let events = events.take_while(move |_| {
        let (service, reader) = (service.clone(), reader.clone());
        async move { service.sessions().require_alive(&reader).await.is_ok() }
    });
    let events = events.take_until(Box::pin(ended(state, caller)));
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

/// Ends when the session does, or when the server stops.
async fn ended(state: AppState, caller: service::Caller) {
    let mut stopping = state.stopping.clone();
    let mut ticks = interval_at(Instant::now() + LOOK_EVERY, LOOK_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let refused = async {
        loop {
            ticks.tick().await;
            if state.service.sessions().require_alive(&caller).await.is_err() {
                return;
            }
        }
    };
    let stopped = async {
        // The sender lives as long as the server: losing it is stopping, too.
        drop(stopping.wait_for(|stopping| *stopping).await);
    };
    futures::future::select(Box::pin(refused), Box::pin(stopped)).await;
}
