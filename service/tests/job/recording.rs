//! Recorded runs of a job, and their consequences.

use chrono::{DateTime, TimeDelta, Utc};
use database::on_both;
use database::test_support::TestDatabase;
use service::job::{Checked, Job, JobReport, JobState};
use shared::audit::{AuditAction, AuditQuery};
use shared::error::Code;
use shared::job::JobResult;

use crate::support::{World, run_sql};

on_both!(
    a_job_runs_at_its_time_and_not_again_before_the_next_day,
    a_job_that_was_missed_for_days_runs_once,
    servers_that_check_at_once_run_a_job_once,
    a_run_that_failed_is_recorded_and_tried_again_after_some_minutes,
    a_run_that_was_interrupted_is_shown_and_made_up,
    a_lease_holds_to_the_microsecond,
    an_administrator_sees_the_jobs_and_runs_one,
    a_job_that_is_running_is_not_started_again,
);

const DUE: Job = Job::StaffConfirmationDue;

fn at(text: &str) -> DateTime<Utc> {
    text.parse().unwrap()
}

async fn check(world: &World, now: &str) -> Checked {
    world.clock.set(at(now));
    world.service.jobs().run_if_due(DUE).await.unwrap()
}

async fn state(world: &World) -> JobState {
    let states = world.service.jobs().states().await.unwrap();
    states.into_iter().find(|state| state.status.name == DUE).unwrap()
}

async fn execute(world: &World, text: &'static str) {
    run_sql!(world.db, text);
}

async fn lease(world: &World, until: &str) {
    let mut tx = world.db.begin().await.unwrap();
    let text = "INSERT INTO job_leases (name, holder, expires_at) VALUES ($1, 'other', $2)";
    tx.sql(text).bind(DUE.as_str()).bind(at(until)).execute().await.unwrap();
    tx.commit().await.unwrap();
}

async fn a_job_runs_at_its_time_and_not_again_before_the_next_day(db: TestDatabase) {
    let world = World::new(db).await;
    let (today, tomorrow) = (at("2026-11-21T10:00:00Z"), at("2026-11-22T10:00:00Z"));
    assert_eq!(check(&world, "2026-11-21T09:58:00.9Z").await, Checked::NotDue(today));
    assert_eq!(state(&world).await.status.last_run, None);
    assert_eq!(check(&world, "2026-11-21T09:59:59.999999Z").await, Checked::NotDue(today));
    let ran = check(&world, "2026-11-21T10:00:00.1Z").await;
    assert!(matches!(ran, Checked::Ran(JobReport { failed: 0, .. })), "{ran:?}");
    for later in ["2026-11-21T10:00:00.2Z", "2026-11-21T10:01:00Z", "2026-11-22T09:59:59.9Z"] {
        assert_eq!(check(&world, later).await, Checked::NotDue(tomorrow), "{later}");
    }
    let state = state(&world).await;
    let run = state.status.last_run.unwrap();
    assert_eq!((run.result, run.started_at), (JobResult::Succeeded, at("2026-11-21T10:00:00.1Z")));
    assert_eq!(state.last_success_at, run.finished_at);
    assert_eq!(state.status.next_run_at, tomorrow);
}

async fn a_job_that_was_missed_for_days_runs_once(db: TestDatabase) {
    let world = World::new(db).await;
    check(&world, "2026-11-21T09:58:00.9Z").await;
    let server = world.server(service::context::Settings::default());
    world.clock.set(at("2026-11-25T17:31:09.4Z"));
    let made_up = server.jobs().run_if_due(DUE).await.unwrap();
    assert!(matches!(made_up, Checked::Ran(_)), "{made_up:?}");
    let next = Checked::NotDue(at("2026-11-26T10:00:00Z"));
    assert_eq!(server.jobs().run_if_due(DUE).await.unwrap(), next);
    assert_eq!(check(&world, "2026-11-25T17:32:00Z").await, next);
}

async fn servers_that_check_at_once_run_a_job_once(db: TestDatabase) {
    let world = World::new(db).await;
    check(&world, "2026-11-21T09:58:00.9Z").await;
    world.clock.set(at("2026-11-21T10:00:00.3Z"));
    let servers: Vec<_> =
        (0..4).map(|_| world.server(service::context::Settings::default())).collect();
    let jobs: Vec<_> = servers.iter().map(|server| server.jobs()).collect();
    let (a, b, c, d) = tokio::join!(
        jobs[0].run_if_due(DUE),
        jobs[1].run_if_due(DUE),
        jobs[2].run_if_due(DUE),
        jobs[3].run_if_due(DUE)
    );
    let checked = [a, b, c, d].map(Result::unwrap);
    let runs = checked.iter().filter(|it| matches!(it, Checked::Ran(_))).count();
    assert_eq!(runs, 1, "{checked:?}");
}

async fn a_run_that_failed_is_recorded_and_tried_again_after_some_minutes(db: TestDatabase) {
    let world = World::new(db).await;
    check(&world, "2026-11-21T09:58:00.9Z").await;
    execute(&world, "ALTER TABLE organizations RENAME COLUMN grace_days TO moved").await;
    world.clock.set(at("2026-11-21T10:00:00.6Z"));
    world.service.jobs().run_if_due(DUE).await.unwrap_err();
    let failed = state(&world).await;
    assert_eq!(failed.status.last_run.unwrap().result, JobResult::Failed);
    assert_eq!(failed.last_success_at, None);
    execute(&world, "ALTER TABLE organizations RENAME COLUMN moved TO grace_days").await;
    let retry = at("2026-11-21T10:15:00.6Z");
    assert_eq!(check(&world, "2026-11-21T10:01:00Z").await, Checked::NotDue(retry));
    let again = check(&world, "2026-11-21T10:15:00.6Z").await;
    assert!(matches!(again, Checked::Ran(_)), "{again:?}");
    assert_eq!(state(&world).await.status.last_run.unwrap().result, JobResult::Succeeded);
}

async fn a_run_that_was_interrupted_is_shown_and_made_up(db: TestDatabase) {
    let world = World::new(db).await;
    check(&world, "2026-11-21T09:58:00.9Z").await;
    execute(
        &world,
        "UPDATE job_runs SET result = 'running', started_at = '2026-11-21T10:00:00.5+00:00'
        WHERE name = 'staff-confirmation-due'",
    )
    .await;
    lease(&world, "2026-11-21T10:02:00.5Z").await;
    assert_eq!(check(&world, "2026-11-21T10:01:00.7Z").await, Checked::Busy);
    assert_eq!(state(&world).await.status.last_run.unwrap().result, JobResult::Running);
    world.clock.set(at("2026-11-21T10:02:00.7Z"));
    assert_eq!(state(&world).await.status.last_run.unwrap().result, JobResult::Interrupted);
    let made_up = check(&world, "2026-11-21T10:02:00.7Z").await;
    assert!(matches!(made_up, Checked::Ran(_)), "{made_up:?}");
}

async fn a_lease_holds_to_the_microsecond(db: TestDatabase) {
    let world = World::new(db).await;
    lease(&world, "2026-11-21T09:00:00.000001Z").await;
    assert_eq!(world.service.jobs().run(DUE).await.unwrap(), None);
    world.clock.advance(TimeDelta::microseconds(1));
    assert!(world.service.jobs().run(DUE).await.unwrap().is_some());
}

async fn an_administrator_sees_the_jobs_and_runs_one(db: TestDatabase) {
    let world = World::new(db).await;
    for caller in [&world.hr, &world.employee] {
        let refused = world.service.jobs().list(caller).await.unwrap_err();
        assert_eq!(refused.problem().code, Code::Forbidden);
        let refused = world.service.jobs().run_now(caller, DUE).await.unwrap_err();
        assert_eq!(refused.problem().code, Code::Forbidden);
    }
    let before = world.service.jobs().list(&world.admin).await.unwrap();
    assert_eq!(before.len(), Job::ALL.len());
    assert!(before.iter().all(|status| status.last_run.is_none()));
    for _ in 0..2 {
        let status = world.service.jobs().run_now(&world.admin, DUE).await.unwrap();
        assert_eq!(status.last_run.unwrap().result, JobResult::Succeeded);
        assert_eq!(status.next_run_at, at("2026-11-21T10:00:00Z"));
    }
    let query = AuditQuery { action: Some(AuditAction::JobStarted), ..AuditQuery::default() };
    let entries = world.service.audit().list(&world.admin, query).await.unwrap().data;
    assert_eq!(entries.len(), 2);
    assert_eq!(entries[0].entity_id.as_deref(), Some(DUE.as_str()));
}

async fn a_job_that_is_running_is_not_started_again(db: TestDatabase) {
    let world = World::new(db).await;
    lease(&world, "2026-11-21T09:01:30Z").await;
    let refused = world.service.jobs().run_now(&world.admin, DUE).await.unwrap_err();
    assert_eq!(refused.problem().code, Code::JobRunning);
}
