//! The log: lines to the standard error, written by a thread of its own, so that nobody waits for
//! whoever reads it.

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

/// Lines that may wait to be written; those that come on top of them are lost, and counted.
const WAITING_MAX: usize = 10_000;

/// How long lines gather before they are written.
const GATHER: Duration = Duration::from_millis(10);

static LOST: OnceLock<ErrorCounter> = OnceLock::new();

/// Starts the log of this process: as JSON in production, to be read by machines. What waits is
/// written when the guard is let go.
#[must_use = "the log ends with its guard"]
pub fn start(environment: Environment) -> WorkerGuard {
    let writer = NonBlockingBuilder::default().lossy(true).buffered_lines_limit(WAITING_MAX);
    let (writer, guard) = writer.finish(Gathering(BufWriter::new(stderr())));
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

/// What is logged: what `RUST_LOG` says, as in `info,sqlx=debug`. By target and level alone: a
/// filter that looks into spans takes a lock whenever one is entered.
fn filter(wanted: Option<&str>) -> Targets {
    wanted.and_then(|wanted| wanted.parse().ok()).unwrap_or_else(|| {
        Targets::new()
            .with_default(LevelFilter::INFO)
            .with_target("tokio_cron_scheduler", LevelFilter::WARN)
    })
}

/// Lines that were lost because nobody took the log.
pub fn lost_lines() -> usize {
    LOST.get().map_or(0, ErrorCounter::dropped_lines)
}

/// Rests after what waited was written: while requests keep coming, the thread of the log then
/// wakes for many lines at a time, and not for each.
struct Gathering<W: Write>(BufWriter<W>);

impl<W: Write> Write for Gathering<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()?;
        sleep(GATHER);
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
    fn an_empty_wish_leaves_errors_alone() {
        let filter = filter(Some(""));
        assert!(filter.would_enable("server", &Level::ERROR));
        assert!(!filter.would_enable("server", &Level::WARN));
    }

    #[test]
    fn nonsense_in_the_environment_leaves_the_log_as_it_is() {
        for wanted in [None, Some("sqlx=loud")] {
            let filter = filter(wanted);
            assert!(filter.would_enable("server", &Level::INFO), "{wanted:?}");
            assert!(!filter.would_enable("tokio_cron_scheduler", &Level::INFO), "{wanted:?}");
        }
    }
}
