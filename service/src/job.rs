//! Scheduled jobs, each running on one server at a time.

mod api_token;
mod confirmation;
mod credit;
mod repo;
mod run;
mod schedule;
mod status;

use std::future::ready;

use chrono::{DateTime, TimeDelta, Utc};
use futures::{StreamExt, stream};
use shared::error::{Error, Result};

use crate::context::use_cases;
use repo::OrganizationZone;

pub use shared::job::Job;
pub use status::JobState;

/// The duration of a lease unless it is renewed. The lease of a failed server ends after that.
const LEASE: TimeDelta = TimeDelta::minutes(2);

/// The waiting time before an incomplete job is retried.
const RETRY: TimeDelta = TimeDelta::minutes(15);

/// The maximum step by which a clock may be set back without a repeated run. A run recorded further
/// in the future was recorded while a clock was wrong, and does not count.
const CLOCK_STEP_MAX: TimeDelta = TimeDelta::hours(1);

/// The number of records read at a time, which limits memory. The lease is renewed for each batch.
const BATCH: i64 = 500;

/// The number of records processed concurrently, each in a transaction of its own.
const AT_ONCE: usize = 4;

/// The result of a job run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct JobReport {
    /// The number of processed records.
    pub done: usize,
    /// The number of failed records; the log gives the reasons.
    pub failed: usize,
}

impl JobReport {
    fn and(self, other: Self) -> Self {
        Self { done: self.done + other.done, failed: self.failed + other.failed }
    }

    /// The report of one record, by whether there was something to do.
    ///
    /// * `log`: logs the reason for a failure.
    fn of(outcome: Result<bool>, log: impl FnOnce(Error)) -> Self {
        match outcome {
            Ok(true) => Self { done: 1, failed: 0 },
            Ok(false) => Self::default(),
            Err(error) => {
                log(error);
                Self { done: 0, failed: 1 }
            }
        }
    }

    /// The sum of the reports of single records, [`AT_ONCE`] of which are processed concurrently.
    async fn of_each(records: impl Iterator<Item = impl Future<Output = Self>>) -> Self {
        let reports = stream::iter(records).buffer_unordered(AT_ONCE);
        reports.fold(Self::default(), |sum, report| ready(sum.and(report))).await
    }
}

/// The outcome of a check of a job's schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    /// It ran.
    Ran(JobReport),
    /// It is due, and another server is running it.
    Busy,
    /// It is not due before that time.
    NotDue(DateTime<Utc>),
}

use_cases! {
    /// The jobs.
    Jobs, jobs
}

impl Jobs<'_> {
    async fn organizations(&self) -> Result<Vec<OrganizationZone>> {
        let mut tx = self.0.db.read().await?;
        repo::organizations(&mut tx).await
    }
}
