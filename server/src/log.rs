//! The log: lines to the standard error, written by a thread of its own, so that nobody waits for
//! whoever reads it.

use std::io::{BufWriter, IsTerminal, stderr};
use std::sync::OnceLock;

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

use crate::config::Environment;

/// What is logged unless `RUST_LOG` says otherwise.
const FILTER: &str = "info,tokio_cron_scheduler=warn";

/// Lines that may wait to be written; those that come on top of them are lost, and counted.
const WAITING_MAX: usize = 10_000;

static LOST: OnceLock<ErrorCounter> = OnceLock::new();

/// Starts the log of this process: as JSON in production, to be read by machines. What waits is
/// written when the guard is let go.
#[must_use = "the log ends with its guard"]
pub fn start(environment: Environment) -> WorkerGuard {
    let writer = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(WAITING_MAX);
    let (writer, guard) = writer.finish(BufWriter::new(stderr()));
    LOST.get_or_init(|| writer.error_counter());
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(FILTER));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    match environment {
        Environment::Production => log.json().flatten_event(true).init(),
        Environment::Development => {
            log.with_target(false).with_ansi(stderr().is_terminal()).compact().init();
        }
    }
    guard
}

/// Lines that were lost because nobody took the log.
pub fn lost_lines() -> usize {
    LOST.get().map_or(0, ErrorCounter::dropped_lines)
}
