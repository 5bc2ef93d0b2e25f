//! The log: lines to the standard error, written by a thread of its own, so that no request waits
//! for the reader of the log.

use std::io::{self, BufWriter, IsTerminal, Write, stderr};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;
use tracing_subscriber::{Layer, fmt, registry};

use crate::config::Environment;

/// The maximum number of lines that wait to be written; further ones are lost, and counted.
const WAITING_MAX: usize = 10_000;

/// The time for which lines are collected before they are written.
const BATCH_INTERVAL: Duration = Duration::from_millis(10);

static LOST: OnceLock<ErrorCounter> = OnceLock::new();

/// Starts the log of this process: as JSON in production, for machines. Waiting lines are written
/// when the guard is dropped.
#[must_use = "the log ends with its guard"]
pub fn start(environment: Environment) -> WorkerGuard {
    let writer = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(WAITING_MAX);
    let (writer, guard) = writer.finish(BatchingWriter(BufWriter::new(stderr())));
    LOST.get_or_init(|| writer.error_counter());
    let lines = fmt::layer().with_writer(writer);
    let lines = match environment {
        Environment::Production => lines.json().flatten_event(true).with_span_list(false).boxed(),
        Environment::Development => {
            lines.with_target(false).with_ansi(stderr().is_terminal()).compact().boxed()
        }
    };
    let wanted = std::env::var("RUST_LOG").ok();
    registry().with(filter(wanted.as_deref())).with(lines).init();
    guard
}

/// The log filter from `RUST_LOG`, as in `info,sqlx=debug`. By target and level only: a filter that
/// depends on spans takes a lock whenever one is entered.
fn filter(wanted: Option<&str>) -> Targets {
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or_else(|| {
        Targets::new()
            .with_default(LevelFilter::INFO)
            .with_target("tokio_cron_scheduler", LevelFilter::WARN)
            // Notices of PostgreSQL, such as that a table already exists.
            .with_target("sqlx::postgres::notice", LevelFilter::WARN)
    })
}

/// The number of lines lost because the reader of the log was too slow.
pub fn lost_lines() -> usize {
    LOST.get().map_or(0, ErrorCounter::dropped_lines)
}

/// Pauses after each write: under load, the thread of the log then wakes once for many lines.
struct BatchingWriter<W: Write>(BufWriter<W>);

impl<W: Write> Write for BatchingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()?;
        sleep(BATCH_INTERVAL);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tracing::Level;

    #[test]
    fn statements_are_logged_when_the_environment_asks_for_them() {
        let filter = filter(Some("info,sqlx=debug"));
        assert!(filter.would_enable("sqlx::query", &Level::DEBUG));
        assert!(!filter.would_enable("server", &Level::DEBUG));
    }

    #[test]
    fn an_empty_filter_logs_only_errors() {
        let filter = filter(Some(""));
        assert!(filter.would_enable("server", &Level::ERROR));
        assert!(!filter.would_enable("server", &Level::WARN));
    }

    #[test]
    fn nonsense_in_the_environment_leaves_the_log_as_it_is() {
        for wanted in [None, Some("sqlx=loud")] {
            let filter = filter(wanted);
            assert!(filter.would_enable("server", &Level::INFO), "{wanted:?}");
            for quiet in ["tokio_cron_scheduler", "sqlx::postgres::notice"] {
                assert!(!filter.would_enable(quiet, &Level::INFO), "{quiet} {wanted:?}");
            }
        }
    }
}
