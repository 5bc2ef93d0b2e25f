//! The clock that starts jobs.

use std::time::Duration;

use chrono_tz::Tz;
use service::Service;
use service::job::Job;
use tokio::time::{MissedTickBehavior, interval};
use tokio_cron_scheduler::{JobScheduler, JobSchedulerError};

/// How often sessions and attempts that nobody needs any more are removed.
const PRUNE_EVERY: Duration = Duration::from_hours(1);

/// Starts every job at its time in that zone, until the scheduler is shut down.
///
/// Errors: the scheduler cannot start.
pub async fn start(service: &Service, zone: Tz) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    for job in Job::ALL.iter().copied() {
        let service = service.clone();
        let timed = tokio_cron_scheduler::Job::new_async_tz(expression(job), zone, move |_, _| {
            let service = service.clone();
            Box::pin(async move { run(&service, job).await })
        })?;
        scheduler.add(timed).await?;
        tracing::info!(job = job.name(), schedule = job.schedule(), %zone, "a job waits");
    }
    scheduler.start().await?;
    Ok(scheduler)
}

/// The published expression has five fields; the scheduler wants the seconds before them.
fn expression(job: Job) -> String {
    format!("0 {}", job.schedule())
}

async fn run(service: &Service, job: Job) {
    match service.jobs().run(job).await {
        Ok(Some(report)) => {
            tracing::info!(job = job.name(), done = report.done, failed = report.failed, "job ran");
        }
        Ok(None) => tracing::info!(job = job.name(), "another server runs this job"),
        Err(error) => tracing::error!(job = job.name(), %error, "the job failed"),
    }
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
    use super::*;

    #[tokio::test]
    async fn the_scheduler_takes_the_expression_of_every_job_in_any_zone() {
        for job in Job::ALL.iter().copied() {
            for zone in [Tz::UTC, Tz::Asia__Dubai, Tz::America__New_York] {
                let made =
                    tokio_cron_scheduler::Job::new_async_tz(expression(job), zone, |_, _| {
                        Box::pin(async {})
                    });
                assert!(made.is_ok(), "{}", job.name());
            }
        }
    }
}
