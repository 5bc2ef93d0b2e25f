//! What every handler works with.

use std::sync::Arc;

use app::server::DemoCast;
use axum::extract::FromRef;
use leptos::config::LeptosOptions;
use service::Service;
use service::random::Ids;
use tokio::sync::watch;

use crate::config::Config;
use crate::metrics::Metrics;

/// What every handler works with; cheap to clone.
#[derive(Clone, Debug)]
pub struct AppState {
    /// The use cases.
    pub service: Service,
    /// The configuration.
    pub config: Arc<Config>,
    /// Where Leptos finds its files.
    pub leptos: Arc<LeptosOptions>,
    /// The people of a demo database, whom the sign-in page offers.
    pub cast: Option<DemoCast>,
    /// Ids of requests.
    pub ids: Arc<Ids>,
    /// What is counted.
    pub metrics: Arc<Metrics>,
    /// Tells endless answers that the server is about to stop.
    pub stopping: watch::Receiver<bool>,
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

impl AppState {
    /// The state without pages' files and without a demo's cast.
    pub fn new(service: Service, config: Arc<Config>, stopping: watch::Receiver<bool>) -> Self {
        let leptos = Arc::new(LeptosOptions::builder().output_name("mizan").build());
        let (ids, metrics) = Default::default();
        Self { service, config, leptos, cast: None, ids, metrics, stopping }
    }
}
