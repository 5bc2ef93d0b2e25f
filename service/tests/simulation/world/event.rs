//! Events on the service: the feed, and the webhook of each organization.

use std::collections::HashMap;
use std::sync::Mutex;

use futures::FutureExt;
use futures::future::BoxFuture;
use service::Caller;
use service::webhook::{WebhookClient, WebhookRequest, WebhookResponse};
use shared::error::Result;
use shared::event::{Event, EventPage, EventQuery};
use shared::id::EventId;
use shared::webhook::FailureReason;

use super::{House, Response, World};
use crate::simulation::act::Receiver;
use crate::simulation::model::Outcome;

/// The receiver of all webhooks: the events that arrived, and those whose arrival it confirmed.
#[derive(Debug, Default)]
pub(in crate::simulation) struct Hook {
    answer: Mutex<Option<Receiver>>,
    /// The events in the order of their first arrival.
    pub(in crate::simulation) arrived: Mutex<Vec<EventId>>,
    /// True for those whose answer the service has received.
    pub(in crate::simulation) confirmed: Mutex<HashMap<EventId, bool>>,
}

impl WebhookClient for Hook {
    fn post<'a>(
        &'a self,
        request: &'a WebhookRequest,
    ) -> BoxFuture<'a, std::result::Result<WebhookResponse, FailureReason>> {
        let answer = self.answer.lock().unwrap().unwrap_or(Receiver::Accepts);
        let status = if answer == Receiver::Fails { 503 } else { 204 };
        if answer != Receiver::Fails {
            let mut confirmed = self.confirmed.lock().unwrap();
            let is_confirmed = confirmed.entry(request.id).or_insert_with(|| {
                self.arrived.lock().unwrap().push(request.id);
                false
            });
            *is_confirmed |= answer == Receiver::Accepts;
        }
        async move {
            match answer {
                Receiver::TimesOut => Err(FailureReason::Timeout),
                Receiver::Accepts | Receiver::Fails => {
                    Ok(WebhookResponse { status, retry_after: None })
                }
            }
        }
        .boxed()
    }
}

impl World {
    /// Notifies people and webhooks of the events that are due.
    pub(super) async fn dispatch(&self, receiver: Receiver) -> Result<Outcome> {
        *self.hook.answer.lock().unwrap() = Some(receiver);
        let dispatched = self.service.events().dispatch_waiting().await?;
        self.service.webhooks().deliver_due(&self.hook).await?;
        Ok(Outcome::Dispatched(dispatched))
    }

    /// Reads the next events of the feed, as an integration does.
    pub(super) async fn read_events(
        &self,
        house: &House,
        caller: &Caller,
        limit: u32,
    ) -> Result<Response> {
        let query = EventQuery { after: house.feed.cursor, limit, ..EventQuery::default() };
        self.service.events().feed(caller, query).await.map(Response::Events)
    }

    /// The events that were not read yet.
    pub(in crate::simulation) async fn rest_of_feed(&self, house: &House) -> Result<Vec<Event>> {
        let mut query = EventQuery { after: house.feed.cursor, ..EventQuery::default() };
        let mut events = Vec::new();
        loop {
            let EventPage { data, next_cursor } =
                self.service.events().feed(house.reader(), query.clone()).await?;
            if data.is_empty() {
                return Ok(events);
            }
            events.extend(data);
            query.after = Some(next_cursor);
        }
    }
}
