//! The daily jobs of a running program: at their time, after an outage, and once for any number of
//! servers.

use std::sync::Arc;

use chrono::{DateTime, Days, TimeDelta, Utc};
use database::on_both;
use database::test_support::TestDatabase;
use service::Service;
use service::clock::{Clock, ManualClock, SystemClock};
use service::job::{Checked, Job, JobState};
use service::secret::Secrets;
use shared::job::JobResult;
use shared::organization::NewOrganization;
use tokio::process::Command;

use super::program::{Folder, Server};

on_both!(
    a_served_program_runs_each_job_once_at_its_hour,
    a_server_that_starts_after_the_hour_makes_up_the_missed_run_once,
    two_servers_on_one_database_run_a_job_once,
);

const CONFIRMATION: (Job, i64) = (Job::StaffConfirmationDue, 10);
const EVALUATION: (Job, i64) = (Job::CreditOverdueEvaluation, 1);

/// A database whose jobs were last checked some time ago.
struct Installation {
    db: TestDatabase,
    folder: Folder,
    clock: Arc<ManualClock>,
    service: Service,
}

impl Installation {
    /// Its jobs were planned at that time.
    async fn planned_at(db: TestDatabase, now: DateTime<Utc>) -> Self {
        let clock = Arc::new(ManualClock::at(now));
        let service = Service::with_clock((*db).clone(), Secrets::for_testing(), clock.clone());
        let input = NewOrganization {
            name: "Amanah".to_owned(),
            admin_name: "Omar".to_owned(),
            admin_email: "omar@amanah.example".to_owned(),
        };
        service.organizations().create(input).await.unwrap();
        for job in Job::ALL.iter().copied() {
            let checked = service.jobs().run_if_due(job).await.unwrap();
            assert!(matches!(checked, Checked::NotDue(next) if next > now), "{checked:?}");
        }
        Self { db, folder: Folder::new(), clock, service }
    }

    /// A server whose clock shows that time now.
    async fn serve(&self, now: DateTime<Utc>) -> Server {
        self.clock.set(now);
        let mut command: Command = self.folder.command(&["serve"]);
        let offset = (now - SystemClock.now()).num_seconds();
        command.env("DATABASE_URL", self.db.url());
        command.env("MIZAN_CLOCK_OFFSET_SECONDS", offset.to_string());
        Server::start_by(command).await
    }

    async fn state(&self, job: Job) -> JobState {
        let states = self.service.jobs().states().await.unwrap();
        states.into_iter().find(|state| state.status.name == job).unwrap()
    }

    /// Waits until a run of the job has succeeded, and returns its start.
    async fn ran(&self, job: Job) -> DateTime<Utc> {
        loop {
            if let Some(run) = self.state(job).await.status.last_run
                && run.result == JobResult::Succeeded
            {
                return run.started_at;
            }
            tokio::task::yield_now().await;
        }
    }
}

/// The number of runs in a log.
fn runs(log: &str, job: Job) -> usize {
    let name = format!("job=\"{job}\"");
    log.lines().filter(|line| line.contains("job ran") && line.contains(&name)).count()
}

/// That hour, on the day after tomorrow.
fn hour(hour: i64) -> DateTime<Utc> {
    let day = SystemClock.now().date_naive() + Days::new(2);
    day.and_time(chrono::NaiveTime::MIN).and_utc() + TimeDelta::hours(hour)
}

async fn a_served_program_runs_each_job_once_at_its_hour(db: TestDatabase) {
    let (evaluation, confirmation) = (hour(EVALUATION.1), hour(CONFIRMATION.1));
    let house = Installation::planned_at(db, evaluation - TimeDelta::minutes(9)).await;
    for ((job, _), time, other) in
        [(EVALUATION, evaluation, CONFIRMATION.0), (CONFIRMATION, confirmation, EVALUATION.0)]
    {
        let server = house.serve(time - TimeDelta::seconds(2)).await;
        let started_at = house.ran(job).await;
        assert!(started_at >= time, "{job} ran at {started_at}");
        let log = server.whole_log().await;
        assert_eq!((runs(&log, job), runs(&log, other)), (1, 0), "{log}");
        let next = house.state(job).await.status.next_run_at;
        assert_eq!(next, time + TimeDelta::days(1));
    }
}

async fn a_server_that_starts_after_the_hour_makes_up_the_missed_run_once(db: TestDatabase) {
    let time = hour(CONFIRMATION.1);
    let house = Installation::planned_at(db, time - TimeDelta::minutes(9)).await;
    let later = time + TimeDelta::hours(30);
    let server = house.serve(later).await;
    let started_at = house.ran(CONFIRMATION.0).await;
    house.ran(EVALUATION.0).await;
    let log = server.whole_log().await;
    assert_eq!([CONFIRMATION.0, EVALUATION.0].map(|job| runs(&log, job)), [1, 1], "{log}");
    let server = house.serve(later + TimeDelta::minutes(10)).await;
    let log = server.whole_log().await;
    assert_eq!([CONFIRMATION.0, EVALUATION.0].map(|job| runs(&log, job)), [0, 0], "{log}");
    let state = house.state(CONFIRMATION.0).await;
    assert_eq!(state.status.last_run.unwrap().started_at, started_at);
    assert_eq!(state.status.next_run_at, time + TimeDelta::days(2));
}

async fn two_servers_on_one_database_run_a_job_once(db: TestDatabase) {
    let time = hour(CONFIRMATION.1);
    let house = Installation::planned_at(db, time - TimeDelta::minutes(9)).await;
    let first = house.serve(time - TimeDelta::seconds(3)).await;
    let second = house.serve(time - TimeDelta::seconds(2)).await;
    house.ran(CONFIRMATION.0).await;
    let logs = first.whole_log().await + &second.whole_log().await;
    assert_eq!(runs(&logs, CONFIRMATION.0), 1, "{logs}");
}
