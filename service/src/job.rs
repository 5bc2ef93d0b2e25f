//! Jobs: work that the schedule starts, on one server at a time.

mod confirmation;
mod credit;
mod repo;
mod run;
mod schedule;
mod status;

use chrono::{DateTime, TimeDelta, Utc};

use crate::context::{Context, Service};

pub use shared::job::Job;
pub use status::JobState;

/// How long a lease holds unless it is renewed. The lease of a server that died ends after that.
const LEASE: TimeDelta = TimeDelta::minutes(2);

/// How long a job that could not be completed waits before it is tried again.
const RETRY: TimeDelta = TimeDelta::minutes(15);

/// A clock may be set back by as much without a repeated run. A run that is recorded later than
/// that was recorded while a clock was wrong, and does not count.
const CLOCK_STEP_MAX: TimeDelta = TimeDelta::hours(1);

/// How many records are read at a time, so that memory does not grow with the organization. The
/// lease is renewed as often.
const BATCH: i64 = 500;

/// How many records are processed at a time, each in a transaction of its own.
const AT_ONCE: usize = 4;

/// The result of a job run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobReport {
    /// Records that were processed.
    pub done: usize,
    /// Records that failed; the log says why.
    pub failed: usize,
}

impl JobReport {
    fn and(self, other: Self) -> Self {
        Self { done: self.done + other.done, failed: self.failed + other.failed }
    }
}

/// The outcome of a check of a job's schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It ran.
    Ran(JobReport),
    /// It is due, and another server is running it.
    Busy,
    /// It is not due before that.
    NotDue(DateTime<Utc>),
}

/// The jobs.
#[derive(Debug)]
pub struct Jobs<'s>(&'s Context);

impl Service {
    /// The jobs.
    pub fn jobs(&self) -> Jobs<'_> {
        Jobs(self.context())
    }
}
