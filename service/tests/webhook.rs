//! Webhooks of integrations.

mod delivery;
mod key;
mod management;
mod order;

use std::sync::Mutex;

use futures::FutureExt;
use futures::future::BoxFuture;
use service::Caller;
use service::webhook::{WebhookClient, WebhookRequest, WebhookResponse};
use shared::event::EventType;
use shared::id::{LeaveRequestId, WebhookId};
use shared::leave::LeaveType;
use shared::leave::request::{LeaveDecisionInput, LeaveRequestInput};
use shared::webhook::{FailureReason, Webhook, WebhookCreated, WebhookInput};
use tokio::sync::Semaphore;

use crate::support::World;

const URL: &str = "https://erp.example/hooks";

/// The result of an attempt.
type Response = Result<WebhookResponse, FailureReason>;

/// Collects requests, and responds to each.
struct Receiver {
    requests: Mutex<Vec<WebhookRequest>>,
    respond: Box<dyn Fn(&WebhookRequest) -> Response + Send + Sync>,
    /// A response takes a permit.
    permits: Semaphore,
}

impl Receiver {
    fn new(respond: impl Fn(&WebhookRequest) -> Response + Send + Sync + 'static) -> Self {
        let permits = Semaphore::new(1_000);
        Self { requests: Mutex::default(), respond: Box::new(respond), permits }
    }

    fn with_status(status: u16) -> Self {
        Self::new(move |_| Ok(WebhookResponse { status, retry_after: None }))
    }

    /// Accepts every event.
    fn open() -> Self {
        Self::with_status(204)
    }

    /// Never responds.
    fn stuck() -> Self {
        Self { permits: Semaphore::new(0), ..Self::open() }
    }

    fn requests(&self) -> Vec<WebhookRequest> {
        self.requests.lock().unwrap().clone()
    }

    /// The type of event in each request.
    fn types(&self) -> Vec<EventType> {
        self.requests().iter().map(event_type).collect()
    }
}

impl WebhookClient for Receiver {
    fn post<'a>(&'a self, request: &'a WebhookRequest) -> BoxFuture<'a, Response> {
        async move {
            self.requests.lock().unwrap().push(request.clone());
            self.permits.acquire().await.unwrap().forget();
            (self.respond)(request)
        }
        .boxed()
    }
}

fn body(request: &WebhookRequest) -> serde_json::Value {
    serde_json::from_str(&request.body).unwrap()
}

fn event_type(request: &WebhookRequest) -> EventType {
    body(request)["type"].as_str().unwrap().parse().unwrap()
}

/// The record of the event.
fn entity(request: &WebhookRequest) -> String {
    body(request)["data"]["entityId"].as_str().unwrap().to_owned()
}

fn input() -> WebhookInput {
    WebhookInput { url: URL.to_owned(), types: Vec::new() }
}

impl World {
    async fn webhook(&self, types: &[EventType]) -> WebhookCreated {
        let input = WebhookInput { url: URL.to_owned(), types: types.to_vec() };
        self.service.webhooks().create(&self.admin, input).await.unwrap()
    }

    async fn only_webhook(&self) -> Webhook {
        let mut webhooks = self.service.webhooks().list(&self.admin).await.unwrap();
        assert_eq!(webhooks.len(), 1);
        webhooks.remove(0)
    }

    async fn deliver(&self, receiver: &Receiver) -> usize {
        self.service.webhooks().deliver_due(receiver).await.unwrap()
    }

    /// Requests one day of leave.
    async fn asks(&self, caller: &Caller, day: &str) -> LeaveRequestId {
        let input = LeaveRequestInput {
            leave_type: LeaveType::Casual,
            start_date: day.parse().unwrap(),
            end_date: day.parse().unwrap(),
            start_half: false,
            end_half: false,
            reason: "Moving house".to_owned(),
        };
        self.service.leave().request(caller, input).await.unwrap().id
    }

    async fn reject(&self, id: LeaveRequestId) {
        let word = LeaveDecisionInput { comment: Some("Too busy".to_owned()) };
        self.service.leave().reject(&self.manager, id, word).await.unwrap();
    }
}

/// The counts of pending events and of those that were given up.
fn counts(webhook: &Webhook) -> (i64, i64) {
    (webhook.pending, webhook.dead)
}

fn failed(webhook: &Webhook) -> Option<(FailureReason, Option<u16>)> {
    webhook.last_failure.as_ref().map(|it| (it.reason.known().unwrap(), it.http_status))
}

const UNKNOWN: WebhookId = WebhookId(uuid::Uuid::from_u128(7));
