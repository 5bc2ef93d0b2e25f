//! The HTTP client of webhooks. An address is checked when the connection is opened, so that a name
//! cannot lead to a private network, whatever it resolved to before.

use std::error::Error as StdError;
use std::fmt;
use std::io::ErrorKind;
use std::time::Duration;

use chrono::TimeDelta;
use futures::FutureExt;
use futures::future::BoxFuture;
use http::{HeaderMap, Uri};
use service::webhook::{WebhookClient, WebhookRequest, WebhookResponse};
use shared::webhook::{FailureReason, is_public};
use ureq::config::Config;
use ureq::unversioned::resolver::{DefaultResolver, ResolvedSocketAddrs, Resolver};
use ureq::unversioned::transport::{DefaultConnector, NextTimeout};

/// The time limit of a request, from the look-up of the name to the header of the response.
const TIMEOUT: Duration = Duration::from_secs(15);
const USER_AGENT: &str = concat!("Mizan-Webhooks/", env!("CARGO_PKG_VERSION"));
/// The maximum size of the header of a response; its body is not read.
const HEADER_MAX: usize = 16 * 1024;

/// Sends requests to webhooks.
#[derive(Clone, Debug)]
pub struct Client {
    agent: ureq::Agent,
}

impl Client {
    /// A client that keeps no connections.
    ///
    /// * `allow_private`: true to connect to private networks, and without encryption.
    pub fn new(allow_private: bool) -> Self {
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(TIMEOUT))
            .https_only(!allow_private)
            .max_redirects(0)
            .http_status_as_error(false)
            .max_response_header_size(HEADER_MAX)
            .max_idle_connections(0)
            .user_agent(USER_AGENT)
            // A proxy of the environment would resolve the names itself.
            .proxy(None)
            .build();
        let resolver = CheckedResolver { names: DefaultResolver::default(), allow_private };
        let agent = ureq::Agent::with_parts(config, DefaultConnector::default(), resolver);
        Self { agent }
    }
}

impl WebhookClient for Client {
    fn post<'a>(
        &'a self,
        request: &'a WebhookRequest,
    ) -> BoxFuture<'a, Result<WebhookResponse, FailureReason>> {
        let (agent, request) = (self.agent.clone(), request.clone());
        async move {
            let sent = tokio::task::spawn_blocking(move || send(&agent, &request)).await;
            sent.unwrap_or_else(|error| {
                tracing::error!(%error, "a request to a webhook broke off");
                Err(FailureReason::ConnectionFailed)
            })
        }
        .boxed()
    }
}

fn send(agent: &ureq::Agent, request: &WebhookRequest) -> Result<WebhookResponse, FailureReason> {
    let sent = agent
        .post(&request.url)
        .header("Content-Type", "application/json")
        .header("webhook-id", request.id.to_string())
        .header("webhook-timestamp", request.timestamp.to_string())
        .header("webhook-signature", &request.signature)
        .send(&request.body);
    match sent {
        Ok(response) => Ok(WebhookResponse {
            status: response.status().as_u16(),
            retry_after: retry_after(response.headers()),
        }),
        Err(error) => {
            tracing::debug!(%error, event = %request.id, "a request to a webhook failed");
            Err(reason(&error))
        }
    }
}

/// The delay in seconds; a date is ignored.
fn retry_after(headers: &HeaderMap) -> Option<TimeDelta> {
    let text = headers.get("retry-after")?.to_str().ok()?;
    TimeDelta::try_seconds(text.trim().parse::<u32>().ok()?.into())
}

fn reason(error: &ureq::Error) -> FailureReason {
    match error {
        ureq::Error::Timeout(_) => FailureReason::Timeout,
        ureq::Error::HostNotFound => FailureReason::HostNotFound,
        ureq::Error::Tls(_) | ureq::Error::Rustls(_) | ureq::Error::RequireHttpsOnly(_) => {
            FailureReason::TlsFailed
        }
        // The handshake reports its faults so.
        ureq::Error::Io(error) if error.kind() == ErrorKind::InvalidData => {
            FailureReason::TlsFailed
        }
        ureq::Error::Other(error) if error.is::<NotAllowed>() => FailureReason::AddressNotAllowed,
        _ => FailureReason::ConnectionFailed,
    }
}

/// Resolves names to the addresses to which connections may be opened.
#[derive(Debug)]
struct CheckedResolver {
    names: DefaultResolver,
    allow_private: bool,
}

impl Resolver for CheckedResolver {
    fn resolve(
        &self,
        uri: &Uri,
        config: &Config,
        timeout: NextTimeout,
    ) -> Result<ResolvedSocketAddrs, ureq::Error> {
        let found = match self.names.resolve(uri, config, timeout) {
            Err(ureq::Error::Io(_)) => return Err(ureq::Error::HostNotFound),
            found => found?,
        };
        let mut allowed = self.empty();
        for address in found.iter().filter(|it| self.allow_private || is_public(it.ip())) {
            allowed.push(*address);
        }
        if allowed.is_empty() { Err(ureq::Error::Other(Box::new(NotAllowed))) } else { Ok(allowed) }
    }
}

/// Every address of the name is in a private or reserved network.
#[derive(Debug)]
struct NotAllowed;

impl fmt::Display for NotAllowed {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("the host has an address in a private network")
    }
}

impl StdError for NotAllowed {}
