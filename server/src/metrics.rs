//! Metrics in the text format of Prometheus.

use std::fmt::Write;
use std::sync::atomic::{AtomicI64, AtomicU64, Ordering};

use http::StatusCode;
use service::job::JobState;
use shared::job::JobResult;

use crate::log::lost_lines;

/// The counters of this process.
#[derive(Debug, Default)]
pub struct Metrics {
    running: AtomicI64,
    by_class: [AtomicU64; 5],
}

/// A request in progress.
#[derive(Debug)]
pub struct Running<'m>(&'m Metrics);

impl Metrics {
    /// Counts the start of a request.
    pub fn begin(&self) -> Running<'_> {
        self.running.fetch_add(1, Ordering::Relaxed);
        Running(self)
    }

    /// The counters as text, with the number of database statements, and of transactions on a
    /// replica if there is one.
    pub fn text(&self, statements: u64, replica_reads: Option<u64>) -> String {
        let mut text = String::from("# TYPE mizan_http_requests_total counter\n");
        for (class, count) in (1..).zip(&self.by_class) {
            let count = count.load(Ordering::Relaxed);
            // Writing into a string cannot fail.
            let _ = writeln!(text, "mizan_http_requests_total{{status=\"{class}xx\"}} {count}");
        }
        let running = self.running.load(Ordering::Relaxed);
        let _ = writeln!(text, "# TYPE mizan_http_requests_running gauge");
        let _ = writeln!(text, "mizan_http_requests_running {running}");
        let _ = writeln!(text, "# TYPE mizan_database_statements_total counter");
        let _ = writeln!(text, "mizan_database_statements_total {statements}");
        if let Some(reads) = replica_reads {
            let _ = writeln!(text, "# TYPE mizan_database_replica_reads_total counter");
            let _ = writeln!(text, "mizan_database_replica_reads_total {reads}");
        }
        let _ = writeln!(text, "# TYPE mizan_log_lines_lost_total counter");
        let _ = writeln!(text, "mizan_log_lines_lost_total {}", lost_lines());
        text
    }
}

/// The state of the jobs, which all servers share, as text.
pub fn job_text(states: &[JobState]) -> String {
    let mut text = String::from("# TYPE mizan_job_last_success_timestamp_seconds gauge\n");
    for state in states {
        let Some(at) = state.last_success_at else { continue };
        gauge(&mut text, "last_success_timestamp_seconds", state, at.timestamp());
    }
    text.push_str("# TYPE mizan_job_last_result gauge\n");
    for state in states {
        let last = state.status.last_run.as_ref().map(|run| run.result);
        for result in JobResult::ALL.iter().copied() {
            let (job, value) = (state.status.name, i64::from(last == Some(result)));
            let labels = format!("{{job=\"{job}\",result=\"{result}\"}}");
            let _ = writeln!(text, "mizan_job_last_result{labels} {value}");
        }
    }
    text.push_str("# TYPE mizan_job_next_run_timestamp_seconds gauge\n");
    for state in states {
        let next = state.status.next_run_at.timestamp();
        gauge(&mut text, "next_run_timestamp_seconds", state, next);
    }
    text
}

fn gauge(text: &mut String, name: &str, state: &JobState, value: i64) {
    let _ = writeln!(text, "mizan_job_{name}{{job=\"{}\"}} {value}", state.status.name);
}

impl Running<'_> {
    /// Counts the response with that status.
    pub fn end(self, status: StatusCode) {
        let class = usize::from(status.as_u16() / 100).saturating_sub(1);
        if let Some(counter) = self.0.by_class.get(class) {
            counter.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.running.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_counted_by_class_and_while_they_run() {
        let metrics = Metrics::default();
        metrics.begin().end(StatusCode::OK);
        metrics.begin().end(StatusCode::NOT_FOUND);
        let running = metrics.begin();
        let text = metrics.text(7, Some(5));
        assert!(text.contains("{status=\"2xx\"} 1") && text.contains("{status=\"4xx\"} 1"));
        assert!(text.contains("requests_running 1") && text.contains("statements_total 7"));
        assert!(text.contains("mizan_log_lines_lost_total 0"));
        drop(running);
    }
}
