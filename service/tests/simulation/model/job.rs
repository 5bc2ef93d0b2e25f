//! The daily jobs of the model.

use chrono::{NaiveDateTime, NaiveTime, TimeDelta};
use shared::job::Job;

use super::Model;

/// The last complete run of each job, or the first check of its schedule.
#[derive(Clone, Debug, Default)]
pub(crate) struct JobSchedules {
    covered: Vec<(Job, NaiveDateTime)>,
}

/// The hour of a job in UTC.
const fn hour(job: Job) -> u32 {
    match job {
        Job::CreditOverdueEvaluation => 1,
        Job::ApiTokenExpiry => 9,
        Job::StaffConfirmationDue => 10,
    }
}

/// The first time of the schedule after a run.
fn next_after(job: Job, run: NaiveDateTime) -> NaiveDateTime {
    let time = NaiveTime::from_hms_opt(hour(job), 0, 0).unwrap();
    let same_day = run.date().and_time(time);
    let whole_seconds =
        run - TimeDelta::nanoseconds(i64::from(run.and_utc().timestamp_subsec_nanos()));
    if whole_seconds < same_day { same_day } else { same_day + TimeDelta::days(1) }
}

impl JobSchedules {
    /// The number of jobs without a complete run for two days.
    pub(crate) fn overdue(&self, at: NaiveDateTime) -> usize {
        let since = at - TimeDelta::days(2);
        self.covered.iter().filter(|(_, covered)| *covered < since).count()
    }

    /// True if a time of the schedule has passed since the last run. The first check only starts
    /// the schedule.
    fn is_due(&mut self, job: Job, at: NaiveDateTime) -> bool {
        let Some((_, covered)) = self.covered.iter_mut().find(|(known, _)| *known == job) else {
            self.covered.push((job, at));
            return false;
        };
        let is_due = next_after(job, *covered) <= at;
        if is_due {
            *covered = at;
        }
        is_due
    }
}

impl Model {
    /// Runs the jobs that are due, and returns the number of records that each of them processed.
    pub(super) fn check_jobs(&mut self, at: NaiveDateTime) -> Vec<(Job, usize)> {
        let mut ran = Vec::new();
        for job in Job::ALL.iter().copied() {
            if self.jobs.is_due(job, at) {
                ran.push((job, self.run(job, at)));
            }
        }
        ran
    }

    fn run(&mut self, job: Job, at: NaiveDateTime) -> usize {
        let organizations = self.organizations.iter_mut();
        match job {
            Job::CreditOverdueEvaluation => organizations.map(|it| it.mark_late(at)).sum(),
            Job::StaffConfirmationDue => organizations.map(|it| it.notify_due(it.today(at))).sum(),
            Job::ApiTokenExpiry => organizations.map(|it| it.notify_of_expiry(at)).sum(),
        }
    }
}
