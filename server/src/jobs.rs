//! The clock that starts jobs and removes what is no longer needed.

use std::panic::AssertUnwindSafe;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures::FutureExt;
use service::Service;
use service::job::{Checked, Job};
use tokio::task::JoinHandle;
use tokio::time::{MissedTickBehavior, interval, sleep};

/// How often sessions and attempts that nobody needs any more are removed.
const PRUNE_EVERY: Duration = Duration::from_hours(1);

/// The schedule is checked as often at least, because the clock may be set meanwhile and other
/// servers may stop during a run.
const CHECK_EVERY: Duration = Duration::from_mins(1);

/// And not more often than that.
const CHECK_PAUSE: Duration = Duration::from_millis(50);

/// Checks the schedule of each job until the tasks are aborted.
pub fn start(service: &Service) -> Vec<JoinHandle<()>> {
    let jobs = Job::ALL.iter().copied();
    jobs.map(|job| tokio::spawn(check_schedule(service.clone(), job))).collect()
}

async fn check_schedule(service: Service, job: Job) {
    loop {
        // A panic in one run must not end the runs of the days to come.
        let checked = AssertUnwindSafe(service.jobs().run_if_due(job)).catch_unwind().await;
        let pause = match checked {
            Ok(Ok(Checked::NotDue(next))) => pause(service.now(), next),
            Ok(Ok(Checked::Ran(_))) => CHECK_PAUSE,
            Ok(Ok(Checked::Busy)) => CHECK_EVERY,
            Ok(Err(error)) => {
                tracing::error!(job = job.as_str(), %error, "the schedule of a job failed");
                CHECK_EVERY
            }
            Err(_) => {
                tracing::error!(job = job.as_str(), "the run of a job panicked");
                CHECK_EVERY
            }
        };
        sleep(pause).await;
    }
}

/// How long to sleep until the next run.
fn pause(now: DateTime<Utc>, next: DateTime<Utc>) -> Duration {
    (next - now).to_std().unwrap_or_default().clamp(CHECK_PAUSE, CHECK_EVERY)
}

/// Removes what nobody needs any more, until the future is dropped.
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
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;

    use super::*;

    #[test]
    fn the_pause_ends_at_the_next_run_and_after_a_minute_at_the_latest() {
        let now = "2026-11-21T09:59:59.7Z".parse().unwrap();
        for (ahead, expected) in [(-500, 50), (0, 50), (300, 300), (90_000, 60_000)] {
            let next = now + TimeDelta::milliseconds(ahead);
            assert_eq!(pause(now, next), Duration::from_millis(expected));
        }
    }
}
