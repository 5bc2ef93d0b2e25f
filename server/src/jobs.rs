//! The clock that starts jobs.

use std::sync::Arc;
use std::time::Duration;

use chrono::{DateTime, Utc};
use chrono_tz::Tz;
use croner::Cron;
use croner::errors::CronError;
use service::Service;
use service::job::Job;
use tokio::sync::Mutex;
use tokio::time::{MissedTickBehavior, interval};
use tokio_cron_scheduler::{JobScheduler, JobSchedulerError};

/// How often sessions and attempts that nobody needs any more are removed.
const PRUNE_EVERY: Duration = Duration::from_hours(1);

/// The scheduler keeps the offset that a zone has when a job is added, and would be an hour off
/// once the clocks change there. So it ticks every minute, and each tick asks the zone's calendar.
const EVERY_MINUTE: &str = "0 * * * * *";

/// Starts every job at its time in that zone, until the scheduler is shut down.
///
/// Errors: the scheduler cannot start.
pub async fn start(service: &Service, zone: Tz) -> Result<JobScheduler, JobSchedulerError> {
    let scheduler = JobScheduler::new().await?;
    for job in Job::ALL.iter().copied() {
        let alarm = Alarm::new(job.schedule(), zone, service.now());
        let alarm = alarm.map_err(|_| JobSchedulerError::ParseSchedule)?;
        let (alarm, service) = (Arc::new(Mutex::new(alarm)), service.clone());
        let ticking = tokio_cron_scheduler::Job::new_async(EVERY_MINUTE, move |_, _| {
            let (alarm, service) = (Arc::clone(&alarm), service.clone());
            Box::pin(async move {
                if alarm.lock().await.rings(service.now()) {
                    run(&service, job).await;
                }
            })
        })?;
        scheduler.add(ticking).await?;
        tracing::info!(job = job.name(), schedule = job.schedule(), %zone, "a job waits");
    }
    scheduler.start().await?;
    Ok(scheduler)
}

/// Rings once at each time of a schedule.
struct Alarm {
    schedule: Cron,
    zone: Tz,
    /// Until when it has looked.
    seen: DateTime<Utc>,
}

impl Alarm {
    /// `schedule` is a cron expression of five fields.
    fn new(schedule: &str, zone: Tz, now: DateTime<Utc>) -> Result<Self, CronError> {
        Ok(Self { schedule: schedule.parse()?, zone, seen: now })
    }

    /// Whether a time of the schedule has come since it was asked last.
    fn rings(&mut self, now: DateTime<Utc>) -> bool {
        let seen = self.seen.with_timezone(&self.zone);
        self.seen = now;
        self.schedule.find_next_occurrence(&seen, false).is_ok_and(|next| next <= now)
    }
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
    use chrono::{Days, NaiveDate, TimeDelta, TimeZone};

    use super::*;

    /// When the alarm rings from a day to the end of another one, there.
    fn times(schedule: &str, zone: Tz, (from, days): (&str, u64)) -> Vec<String> {
        let from: NaiveDate = from.parse().unwrap();
        let midnight = |day: NaiveDate| zone.from_local_datetime(&day.into()).unwrap().to_utc();
        let (mut now, end) = (midnight(from), midnight(from + Days::new(days)));
        let mut alarm = Alarm::new(schedule, zone, now).unwrap();
        let mut times = Vec::new();
        while now < end {
            now += TimeDelta::minutes(5);
            if alarm.rings(now) {
                times.push(now.with_timezone(&zone).format("%d. %H:%M").to_string());
            }
        }
        times
    }

    #[test]
    fn a_job_runs_at_its_hour_on_the_days_when_clocks_change() {
        for (zone, from) in [
            (Tz::UTC, "2026-03-28"),
            (Tz::Europe__London, "2026-03-28"),
            (Tz::Europe__London, "2026-10-24"),
            (Tz::America__New_York, "2026-03-07"),
            (Tz::America__New_York, "2026-10-31"),
            (Tz::Australia__Lord_Howe, "2026-04-04"),
        ] {
            let rings = times("0 10 * * *", zone, (from, 3));
            let hours: Vec<_> = rings.iter().map(|it| &it[4..]).collect();
            assert_eq!(hours, ["10:00"; 3], "{zone} {from}");
        }
    }

    #[test]
    fn an_hour_that_is_skipped_is_made_up_for_and_no_day_goes_without() {
        for (from, expected) in [
            ("2026-03-28", ["28. 01:00", "29. 02:00", "30. 01:00"]),
            ("2026-10-24", ["24. 01:00", "25. 01:00", "26. 01:00"]),
        ] {
            assert_eq!(times("0 1 * * *", Tz::Europe__London, (from, 3)), expected);
        }
    }

    #[test]
    fn a_process_that_slept_past_the_hour_makes_up_for_it_once() {
        let now = "2026-11-21T09:58:00Z".parse().unwrap();
        let mut alarm = Alarm::new("0 10 * * *", Tz::UTC, now).unwrap();
        let later = now + TimeDelta::hours(5);
        let rings = [now, later, later, later + TimeDelta::minutes(1)].map(|it| alarm.rings(it));
        assert_eq!(rings, [false, true, false, false]);
    }

    #[test]
    fn every_job_has_a_schedule() {
        for job in Job::ALL {
            assert!(Alarm::new(job.schedule(), Tz::UTC, DateTime::UNIX_EPOCH).is_ok());
        }
    }
}
