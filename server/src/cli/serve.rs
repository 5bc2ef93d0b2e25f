//! `mizan serve`: from the configuration to a running server, and its shutdown.

use std::future::Future;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use app::server::DemoAccounts;
use clap::Args;
use service::Service;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::watch;

use super::Failure;
use super::database::connect_migrated;
use super::organization::{fill_demo_once, refuse_demo_in_production, stored_demo_accounts};
use crate::config::{Config, Environment};
use crate::http_server::Limits;
use crate::phase::Phase;
use crate::router::router;
use crate::state::{AppState, Parts};
use crate::{assets, http_server, jobs, mail, phase, site, webhook};

/// The time limit for the last events after the last request.
const LAST_EVENTS_TIMEOUT: Duration = Duration::from_secs(4);

/// The options of the server.
#[derive(Args, Debug)]
pub(super) struct Options {
    /// Fill an empty database with the demo organization first; prints the demo accounts.
    #[arg(long)]
    demo: bool,
}

pub(super) async fn serve(config: Config, options: &Options) -> Result<(), Failure> {
    if options.demo {
        refuse_demo_in_production(&config)?;
    }
    let service = connect_migrated(&config).await?;
    if options.demo {
        fill_demo_once(&config, &service).await?;
    }
    service.seeds().seed_all().await;
    let listen = config.listen;
    let listener = TcpListener::bind(listen)
        .await
        .map_err(Failure::io(format!("LISTEN: {listen} cannot be listened on")))?;
    let listen = listener.local_addr().map_err(Failure::io("the address cannot be told"))?;
    let background = Background::start(&service, &config).await?;
    let is_production = config.environment == Environment::Production;
    let offset = config.clock_offset;
    let delay = config.shutdown_delay;
    let (announced, phase) = watch::channel(Phase::Serving);
    let state = state(service.clone(), config, phase)?;
    let origin = state.config.public_origin.clone();
    let changes = state.changes.clone();
    let limits = Limits {
        connections_max: state.config.connections_max,
        connections_per_address: state.config.connections_per_address,
        trusted_proxies: state.config.trusted_proxies.clone(),
    };
    let router = router(state);
    let signalled = stop_signal()?;
    if is_production && !origin.starts_with("https://") {
        tracing::warn!(origin, "PUBLIC_ORIGIN is no https address: browsers will not sign in");
    }
    if !offset.is_zero() {
        tracing::warn!(
            seconds = offset.num_seconds(),
            "MIZAN_CLOCK_OFFSET_SECONDS moves the clock"
        );
    }
    tracing::info!(%listen, origin, "mizan serves");

    let stop = phase::run(announced, signalled, delay);
    http_server::serve(listener, router, limits, changes, stop).await;
    background.stop(&service).await;
    service.db().close().await;
    Ok(())
}

fn state(
    service: Service,
    config: Config,
    phase: watch::Receiver<Phase>,
) -> Result<AppState, Failure> {
    let demo_accounts = demo_accounts(&config);
    let embedded_site = embedded_site(&config)?;
    let leptos = assets::leptos_options(embedded_site.as_deref())?;
    if let Some(missing) = assets::missing(&leptos) {
        let missing = missing.display();
        tracing::warn!(%missing, "pages do not work: build them with `cargo xtask build`");
    }
    let config = Arc::new(config);
    let leptos = Arc::new(leptos);
    Ok(Parts { leptos, demo_accounts, ..Parts::new(service, config, phase) }.into())
}

/// The directory of the embedded pages, unless another one is configured.
fn embedded_site(config: &Config) -> Result<Option<PathBuf>, Failure> {
    if std::env::var_os("LEPTOS_SITE_ROOT").is_some() {
        return Ok(None);
    }
    let program = std::env::current_exe().map_err(Failure::io("the program is not found"))?;
    site::unpack(&program, &config.data_dir)
        .map_err(Failure::io("DATA_DIR: the pages cannot be unpacked there"))
}

/// The accounts of a demo, which the sign-in page offers; never in production.
fn demo_accounts(config: &Config) -> Option<DemoAccounts> {
    if config.environment == Environment::Production {
        return None;
    }
    stored_demo_accounts(config).map(|accounts| DemoAccounts(accounts.into()))
}

/// Resolves at the first signal to stop.
fn stop_signal() -> Result<impl Future<Output = ()>, Failure> {
    let listen = |kind| signal(kind).map_err(Failure::io("signals cannot be received"));
    let mut terminate = listen(SignalKind::terminate())?;
    let mut interrupt = listen(SignalKind::interrupt())?;
    Ok(async move {
        tokio::select! {
            _ = terminate.recv() => {}
            _ = interrupt.recv() => {}
        }
    })
}

/// The background tasks of the server.
struct Background {
    tasks: Vec<tokio::task::JoinHandle<()>>,
    scheduler: Option<tokio_cron_scheduler::JobScheduler>,
}

impl Background {
    async fn start(service: &Service, config: &Config) -> Result<Self, Failure> {
        if !config.background {
            tracing::info!("this server dispatches no events and runs no jobs");
            return Ok(Self { tasks: Vec::new(), scheduler: None });
        }
        let scheduler = Some(jobs::start(service).await?);
        let (dispatcher, pruner, sender) = (service.clone(), service.clone(), service.clone());
        let initiations = service.clone();
        let client = webhook::Client::new(config.webhooks_allow_private_addresses);
        let mut tasks = vec![
            tokio::spawn(async move { dispatcher.run_dispatcher().await }),
            tokio::spawn(async move { jobs::prune(&pruner).await }),
            tokio::spawn(async move { sender.run_webhooks(&client).await }),
            tokio::spawn(async move { initiations.run_initiations().await }),
        ];
        if let Some(post) = mail::transport(&config.mail) {
            let worker = service.clone();
            tasks.push(tokio::spawn(async move { worker.run_mail(&*post).await }));
        } else {
            tracing::warn!("mail waits: set MAIL_API_KEY, MAIL_API_URL and MAIL_FROM to send it");
        }
        Ok(Self { tasks, scheduler })
    }

    /// Dispatches the events of the last requests, then ends. The next server dispatches the
    /// remaining ones.
    async fn stop(self, service: &Service) {
        let Some(mut scheduler) = self.scheduler else { return };
        for task in self.tasks {
            task.abort();
        }
        drop(scheduler.shutdown().await);
        let last = async {
            drop(service.events().dispatch_waiting().await);
            drop(service.audit().seal_all().await);
        };
        drop(tokio::time::timeout(LAST_EVENTS_TIMEOUT, last).await);
    }
}
