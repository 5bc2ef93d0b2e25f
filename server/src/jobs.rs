//! The scheduler of jobs, and the removal of expired data.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use service::Service;
use service::job::{Checked, Job};
use tokio::sync::Mutex;
use tokio::time::{Instant, MissedTickBehavior, interval};
use tokio_cron_scheduler::{JobScheduler, JobSchedulerError};

/// The interval between removals of expired sessions and attempts.
const PRUNE_EVERY: Duration = Duration::from_hours(1);

/// The scheduler only ticks. It would keep the offset that the time zone had when a job was added,
/// and would be an hour off after a change of clocks; the service computes the schedule instead.
const EVERY_SECOND: &str = "* * * * * *";

/// The maximum interval between checks of a schedule, because the clock may be set in the meantime
/// and other servers may stop during a run.
const CHECK_EVERY: Duration = Duration::from_mins(1);

/// Starts every job when it is due, until the scheduler is shut down.
///
/// Errors: the scheduler cannot start.
pub async fn start(service: &Service) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    for job in Job::ALL.iter().copied() {
        let (service, next_check) = (service.clone(), Arc::new(Mutex::new(Instant::now())));
        let ticking = tokio_cron_scheduler::Job::new_async(EVERY_SECOND, move |_, _| {
            let (service, next_check) = (service.clone(), Arc::clone(&next_check));
            Box::pin(async move {
                // A tick during a run finds the lock taken: the run itself sets the next check.
                let Ok(mut next_check) = next_check.try_lock() else { return };
                if *next_check <= Instant::now() {
                    *next_check = Instant::now() + check_schedule(&service, job).await;
                }
            })
        })?;
        scheduler.add(ticking).await?;
    }
    scheduler.start().await?;
    Ok(scheduler)
}

/// Runs a job if it is due, and returns the time until the next check of its schedule.
async fn check_schedule(service: &Service, job: Job) -> Duration {
    // A panic in one run must not prevent later runs.
    let checked = AssertUnwindSafe(service.jobs().run_if_due(job)).catch_unwind().await;
    match checked {
        Ok(Ok(Checked::NotDue(next))) => pause(service.now(), next),
        Ok(Ok(Checked::Ran(_))) => Duration::ZERO,
        Ok(Ok(Checked::Busy)) => CHECK_EVERY,
        Ok(Err(error)) => {
            tracing::error!(job = job.as_str(), %error, "the schedule of a job failed");
            CHECK_EVERY
        }
        Err(_) => {
            tracing::error!(job = job.as_str(), "the run of a job panicked");
            CHECK_EVERY
        }
    }
}

/// The time until the next run, limited by the interval of checks.
fn pause(now: DateTime<Utc>, next: DateTime<Utc>) -> Duration {
    (next - now).to_std().unwrap_or_default().min(CHECK_EVERY)
}

/// Removes expired data until the future is dropped.
pub async fn prune(service: &Service) {
    let mut ticks = interval(PRUNE_EVERY);
    ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        ticks.tick().await;
        if let Err(error) = service.sessions().prune().await {
            tracing::error!(%error, "old sessions could not be removed");
        }
        if let Err(error) = service.idempotency_keys().prune().await {
            tracing::error!(%error, "old idempotency keys could not be removed");
        }
        if let Err(error) = service.staff().prune_uploads().await {
            tracing::error!(%error, "old files of imports could not be removed");
        }
        if let Err(error) = service.webhooks().prune().await {
            tracing::error!(%error, "old secrets of webhooks could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn the_pause_ends_at_the_next_run_and_after_a_minute_at_the_latest() {
        let now = "2026-11-21T09:59:59.7Z".parse().unwrap();
        for (ahead, expected) in [(-500, 0), (0, 0), (300, 300), (90_000, 60_000)] {
            let next = now + TimeDelta::milliseconds(ahead);
            assert_eq!(pause(now, next), Duration::from_millis(expected));
        }
    }
}
