//! The client that sends requests to webhooks.

use std::fmt;

use chrono::TimeDelta;
use futures::future::BoxFuture;
use shared::id::EventId;
use shared::webhook::FailureReason;

/// A signed request.
#[derive(Clone, PartialEq, Eq)]
pub struct WebhookRequest {
    /// The address of the receiver.
    pub url: String,
    /// `webhook-id`: the event, the same in every attempt.
    pub id: EventId,
    /// `webhook-timestamp`: the time of the attempt, in seconds since 1970.
    pub timestamp: i64,
    /// `webhook-signature`: the signatures, between spaces.
    pub signature: String,
    /// JSON.
    pub body: String,
}

impl fmt::Debug for WebhookRequest {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("WebhookRequest").field("id", &self.id).finish_non_exhaustive()
    }
}

/// A response; its body is not read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WebhookResponse {
    /// The HTTP status.
    pub status: u16,
    /// The delay until a further request, from `Retry-After`.
    pub retry_after: Option<TimeDelta>,
}

/// Sends requests to webhooks.
pub trait WebhookClient: Send + Sync {
    /// Sends one request within half a minute. It follows no redirect and, unless the operator
    /// allows them, connects to no address in a private network.
    ///
    /// Errors: the reason why there is no response.
    fn post<'a>(
        &'a self,
        request: &'a WebhookRequest,
    ) -> BoxFuture<'a, std::result::Result<WebhookResponse, FailureReason>>;
}
