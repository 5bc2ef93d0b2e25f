//! The schedule of a job.

use chrono::{DateTime, SubsecRound, Utc};
use chrono_tz::Tz;
use croner::Cron;
use shared::error::{Error, Result};
use shared::job::Job;

use super::{CLOCK_STEP_MAX, RETRY};

/// The times of a cron expression in a time zone.
#[derive(Clone, Debug)]
pub(super) struct Schedule {
    cron: Cron,
    zone: Tz,
}

impl Schedule {
    /// The schedule of a job in the time zone of the service.
    pub(super) fn of(job: Job, zone: Tz) -> Result<Self> {
        Self::new(job.schedule(), zone)
    }

    /// * `expression`: a cron expression of five fields.
    fn new(expression: &str, zone: Tz) -> Result<Self> {
        let cron = expression.parse().map_err(|error| unusable(expression, &error))?;
        Ok(Self { cron, zone })
    }

    /// The first time after that instant.
    ///
    /// The library keeps the fraction of a second of the starting instant, so that 10:00 would
    /// become 10:00:00.7. Scheduled times are whole seconds: the fraction is removed.
    pub(super) fn next_after(&self, after: DateTime<Utc>) -> Result<DateTime<Utc>> {
        let after = after.trunc_subsecs(0).with_timezone(&self.zone);
        let next = self.cron.find_next_occurrence(&after, false);
        next.map(|next| next.to_utc()).map_err(|error| unusable(&self.cron.to_string(), &error))
    }

    /// The time of the next run: the first time that no complete run covers, which may have passed.
    /// A failed run is repeated some minutes later.
    pub(super) fn next_run(&self, history: History, now: DateTime<Utc>) -> Result<DateTime<Utc>> {
        let next = if history.covered_until > now + CLOCK_STEP_MAX {
            now
        } else {
            self.next_after(history.covered_until)?
        };
        let retry = history.failed_at.map(|at| at + RETRY).filter(|at| *at <= now + RETRY);
        Ok(retry.map_or(next, |retry| retry.max(next)))
    }

    /// Returns true if the next run may start.
    pub(super) fn is_due(&self, history: History, now: DateTime<Utc>) -> Result<bool> {
        Ok(self.next_run(history, now)? <= now)
    }
}

/// The inputs to the time of the next run.
#[derive(Clone, Copy, Debug)]
pub(super) struct History {
    /// The end of the time range whose schedule times need no run any more.
    pub(super) covered_until: DateTime<Utc>,
    /// The end of the last run, if it could not be completed.
    pub(super) failed_at: Option<DateTime<Utc>>,
}

fn unusable(expression: &str, error: &dyn std::fmt::Display) -> Error {
    tracing::error!(expression, %error, "the schedule of a job cannot be used");
    Error::internal()
}

#[cfg(test)]
mod tests;
