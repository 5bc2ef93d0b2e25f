//! Webhooks: endpoints of integrations to which events are sent.

mod address;
mod delivery;
mod url;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

pub use address::is_public;
pub use delivery::{RETRY_DELAY_MAX, Verdict, retry_delay};

use crate::check::Checks;
use crate::error::{FieldCode, Result};
use crate::event::{Event, EventCursor, EventType};
use crate::extensible::Extensible;
use crate::id::WebhookId;
use crate::patch::present;

/// The prefix of every signing secret, before base64 (Standard Webhooks).
pub const WEBHOOK_SECRET_PREFIX: &str = "whsec_";

/// The time for which the previous secret still signs after a rotation.
pub const PREVIOUS_SECRET_LIFE: TimeDelta = TimeDelta::hours(24);

/// The maximum number of webhooks of an organization.
pub const WEBHOOKS_MAX: i64 = 20;

text_enum! {
    /// The status of a webhook.
    WebhookStatus {
        /// Events are sent.
        Active = "active",
        /// Events wait until the webhook is resumed.
        Paused = "paused",
    }
}

text_enum! {
    /// The state of an undelivered event.
    DeliveryState {
        /// It is sent as soon as its next attempt is due.
        Pending = "pending",
        /// Every attempt failed; it is sent again only when it is replayed.
        Dead = "dead",
    }
}

text_enum! {
    /// The reason why an attempt to deliver an event failed.
    FailureReason {
        /// The response had a status other than 2xx.
        HttpStatus = "http_status",
        /// The name of the host has no address.
        HostNotFound = "host_not_found",
        /// The host has an address in a private or reserved network.
        AddressNotAllowed = "address_not_allowed",
        /// The connection could not be opened, or broke off.
        ConnectionFailed = "connection_failed",
        /// The certificate is not valid for the host, or the TLS handshake failed.
        TlsFailed = "tls_failed",
        /// There was no response in time.
        Timeout = "timeout",
        /// The service cannot decrypt the signing secret; the operator has to restore the key.
        SecretUnreadable = "secret_unreadable",
    }
}

/// The last failed attempt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WebhookFailure {
    /// The time of the attempt.
    pub at: DateTime<Utc>,
    /// The reason.
    #[cfg_attr(feature = "openapi", schema(value_type = FailureReason))]
    pub reason: Extensible<FailureReason>,
    /// The HTTP status; none without a response.
    pub http_status: Option<u16>,
}

/// A webhook, without its secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Webhook {
    /// Its id.
    pub id: WebhookId,
    /// The address that receives the events.
    pub url: String,
    /// The types of events that are sent; empty for every type of leave and credit.
    #[cfg_attr(feature = "openapi", schema(value_type = Vec<EventType>))]
    pub types: Vec<Extensible<EventType>>,
    /// The status.
    pub status: WebhookStatus,
    /// The time of creation.
    pub created_at: DateTime<Utc>,
    /// The time until which the previous secret signs as well; none unless the secret was rotated.
    pub previous_secret_expires_at: Option<DateTime<Utc>>,
    /// The number of events that wait for their first or their next attempt.
    pub pending: i64,
    /// The number of events that were given up.
    pub dead: i64,
    /// The time of the last successful delivery.
    pub last_delivered_at: Option<DateTime<Utc>>,
    /// The last failed attempt.
    pub last_failure: Option<WebhookFailure>,
}

/// A new webhook with its secret.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WebhookCreated {
    /// The record.
    #[serde(flatten)]
    pub webhook: Webhook,
    /// The secret that signs the requests; shown once.
    pub secret: String,
}

/// A webhook after a change, with its secret if that was rotated.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WebhookChanged {
    /// The record.
    #[serde(flatten)]
    pub webhook: Webhook,
    /// The new secret; only in the response to a rotation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub secret: Option<String>,
}

impl std::fmt::Debug for WebhookCreated {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("WebhookCreated").field(&self.webhook).finish()
    }
}

impl std::fmt::Debug for WebhookChanged {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("WebhookChanged").field(&self.webhook).finish()
    }
}

/// The input for a new webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct WebhookInput {
    /// An `https://` address with a public host.
    pub url: String,
    /// Types of leave or credit; without them every type of both.
    #[serde(default)]
    pub types: Vec<EventType>,
}

/// A change of a webhook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct WebhookPatch {
    /// An `https://` address with a public host.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub url: Option<String>,
    /// Types of leave or credit; empty for every type of both.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub types: Option<Vec<EventType>>,
    /// `paused` holds events back, `active` sends them.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub status: Option<WebhookStatus>,
    /// True to replace the secret; the previous one signs as well for 24 hours.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub rotate_secret: Option<bool>,
}

/// The events to send again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase", default)]
pub struct WebhookReplayInput {
    /// A cursor of the feed: every event after it is sent again. Without it, the events that were
    /// given up.
    #[serde(deserialize_with = "present", skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "openapi", schema(nullable = false))]
    pub after: Option<EventCursor>,
}

/// The body of a request to a webhook.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct WebhookPayload<'e> {
    #[serde(rename = "type")]
    event_type: &'e Extensible<EventType>,
    timestamp: DateTime<Utc>,
    data: &'e Event,
}

impl<'e> From<&'e Event> for WebhookPayload<'e> {
    fn from(event: &'e Event) -> Self {
        Self { event_type: &event.event_type, timestamp: event.occurred_at, data: event }
    }
}

/// The types of events that webhooks send: those of leave and credit.
pub fn webhook_types() -> impl Iterator<Item = EventType> {
    EventType::ALL.iter().copied().filter(|it| is_sent(*it))
}

fn is_sent(event_type: EventType) -> bool {
    let name = event_type.as_str();
    name.starts_with("leave.") || name.starts_with("credit.")
}

impl WebhookInput {
    /// Returns the input with its address trimmed and its types in order, each once.
    ///
    /// Errors: 400 for an invalid address, for one in a private network unless `allow_private`, and
    /// for types that webhooks do not send.
    pub fn check(self, allow_private: bool) -> Result<Self> {
        let mut checks = Checks::new();
        let url = url::check(&mut checks, &self.url, allow_private);
        let types = check_types(&mut checks, self.types);
        checks.finish()?;
        Ok(Self { url, types })
    }
}

impl WebhookPatch {
    /// Returns the patch with its address trimmed and its types in order, each once.
    ///
    /// Errors: those of [`WebhookInput::check`].
    pub fn check(self, allow_private: bool) -> Result<Self> {
        let mut checks = Checks::new();
        let url = self.url.map(|url| url::check(&mut checks, &url, allow_private));
        let types = self.types.map(|types| check_types(&mut checks, types));
        checks.finish()?;
        Ok(Self { url, types, ..self })
    }
}

fn check_types(checks: &mut Checks, mut types: Vec<EventType>) -> Vec<EventType> {
    for (index, event_type) in types.iter().enumerate() {
        if !is_sent(*event_type) {
            let message = "Webhooks send events of leave and credit only.";
            checks.add(format!("types[{index}]"), FieldCode::NotAllowed, message);
        }
    }
    types.sort_unstable();
    types.dedup();
    types
}

#[cfg(test)]
mod tests;
