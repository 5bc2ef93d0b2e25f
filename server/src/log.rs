//! The log: lines to the standard error, written by a thread of its own, so that nobody waits for
//! whoever reads it.

use std::io::{self, BufWriter, IsTerminal, Write, stderr};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use tracing_appender::non_blocking::{ErrorCounter, NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

use crate::config::Environment;

/// What is logged unless `RUST_LOG` says otherwise.
const FILTER: &str = "info,tokio_cron_scheduler=warn";

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
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new(FILTER));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer);
    match environment {
        Environment::Production => log.json().flatten_event(true).with_span_list(false).init(),
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
