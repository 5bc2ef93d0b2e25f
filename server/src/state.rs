//! The shared state of all handlers.

use std::ops::Deref;
use std::sync::Arc;

use app::server::DemoAccounts;
use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use service::Service;
use service::random::Ids;
use tokio::sync::watch;
use tokio_util::task::TaskTracker;

use crate::config::Config;
use crate::metrics::Metrics;
use crate::phase::Phase;
use crate::shares::Shares;

/// The shared state of all handlers. Each layer around a handler is cloned for each request, and
/// its state with it: a single reference count keeps that cheap.
#[derive(Clone, Debug)]
pub struct AppState(Arc<Parts>);

/// The parts of the state.
#[derive(Debug)]
pub struct Parts {
    /// The use cases.
    pub service: Service,
    /// The configuration.
    pub config: Arc<Config>,
    /// The options with which Leptos finds its files.
    pub leptos: Arc<LeptosOptions>,
    /// The accounts of a demo database, which the sign-in page offers.
    pub demo_accounts: Option<DemoAccounts>,
    /// The generator of request ids.
    pub ids: Ids,
    /// The metrics.
    pub metrics: Metrics,
    /// The limits on concurrent requests per client.
    pub requests: Shares,
    /// Running requests that may change something.
    pub changes: TaskTracker,
    /// The phase of the server.
    pub phase: watch::Receiver<Phase>,
}

impl Deref for AppState {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl From<Parts> for AppState {
    fn from(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }
}

impl FromRef<AppState> for LeptosOptions {
    fn from_ref(state: &AppState) -> Self {
        (*state.leptos).clone()
    }
}

impl FromRef<AppState> for Service {
    fn from_ref(state: &AppState) -> Self {
        state.service.clone()
    }
}

impl Parts {
    /// Without page files and without demo accounts.
    pub fn new(service: Service, config: Arc<Config>, phase: watch::Receiver<Phase>) -> Self {
        let leptos = Arc::new(LeptosOptions::builder().output_name("mizan").build());
        let (ids, metrics, changes) = Default::default();
        let requests = Shares::new(config.requests_per_address);
        Self {
            service,
            config,
            leptos,
            demo_accounts: None,
            ids,
            metrics,
            requests,
            changes,
            phase,
        }
    }
}
