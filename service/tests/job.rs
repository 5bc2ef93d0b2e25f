//! The confirmation-due job.

use service::database::test_support::TestDatabase;
use service::job::{Job, JobReport};
use service::on_both;
use shared::notification::{Notification, NotificationKind};
use shared::page::PageRequest;

use crate::support::World;

const DUE: Job = Job::StaffConfirmationDue;

on_both!(
    whoever_is_due_is_told_of_once_ever,
    the_confirmed_the_blocked_and_the_recent_are_left_alone,
    two_servers_at_once_tell_once,
    one_failure_stops_nobody,
    a_lease_of_a_dead_server_runs_out,
);

/// Leaves only the employee due: since 20 May 2026, one day more than six months.
async fn only_the_employee_is_due(world: &World) {
    run(world, "UPDATE staff SET employment_confirmed_at = '2026-11-21' WHERE id <> $1").await;
    run(world, "UPDATE staff SET employment_start_date = '2026-05-20' WHERE id = $1").await;
}

async fn run(world: &World, text: &'static str) {
    let mut tx = world.db.begin().await.unwrap();
    tx.sql(text).bind(world.employee.staff()).execute().await.unwrap();
    tx.commit().await.unwrap();
}

async fn told(world: &World) -> Vec<Notification> {
    let page = PageRequest { page: 1, limit: 100 };
    let inbox = world.service.notifications().list(&world.hr, false, page).await.unwrap().data;
    inbox.into_iter().filter(|it| it.kind == NotificationKind::StaffConfirmationDue).collect()
}

async fn whoever_is_due_is_told_of_once_ever(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    let jobs = world.service.jobs();
    assert_eq!(jobs.run(DUE).await.unwrap(), Some(JobReport { done: 1, failed: 0 }));
    assert_eq!(told(&world).await[0].subject_name, world.employee.name());
    for _ in 0..10 {
        world.clock.advance(chrono::TimeDelta::days(1));
        assert_eq!(jobs.run(DUE).await.unwrap(), Some(JobReport::default()));
    }
    assert_eq!(told(&world).await.len(), 1);
}

async fn the_confirmed_the_blocked_and_the_recent_are_left_alone(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    for (hide, show) in [
        (
            "UPDATE staff SET employment_start_date = '2026-05-22' WHERE id = $1",
            "UPDATE staff SET employment_start_date = '2026-05-21' WHERE id = $1",
        ),
        (
            "UPDATE staff SET is_blocked = TRUE WHERE id = $1",
            "UPDATE staff SET is_blocked = FALSE WHERE id = $1",
        ),
    ] {
        run(&world, "UPDATE staff SET confirmation_due_notified_at = NULL WHERE id = $1").await;
        let before = told(&world).await.len();
        run(&world, hide).await;
        assert_eq!(world.service.jobs().run(DUE).await.unwrap(), Some(JobReport::default()));
        run(&world, show).await;
        let report = world.service.jobs().run(DUE).await.unwrap();
        assert_eq!(report, Some(JobReport { done: 1, failed: 0 }));
        assert_eq!(told(&world).await.len(), before + 1);
    }
}

async fn two_servers_at_once_tell_once(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    let other = world.server(service::context::Settings::default());
    let (jobs, other_jobs) = (world.service.jobs(), other.jobs());
    let (first, second) = tokio::join!(jobs.run(DUE), other_jobs.run(DUE));
    let done: usize =
        [first, second].into_iter().filter_map(|it| it.unwrap()).map(|it| it.done).sum();
    assert_eq!((done, told(&world).await.len()), (1, 1));
}

async fn one_failure_stops_nobody(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    // The other organization's human resources are gone; its staff cannot be told of.
    run(
        &world,
        "UPDATE staff SET employment_confirmed_at = NULL,
        employment_start_date = '2020-01-01', role_key = 'employee'
        WHERE organization_id <> (SELECT organization_id FROM staff WHERE id = $1)",
    )
    .await;
    let report = world.service.jobs().run(DUE).await.unwrap().unwrap();
    assert_eq!((report.done, report.failed), (1, 2));
    assert_eq!(told(&world).await.len(), 1);
}

async fn a_lease_of_a_dead_server_runs_out(db: TestDatabase) {
    let world = World::new(db).await;
    let mut tx = world.db.begin().await.unwrap();
    tx.sql("INSERT INTO job_leases (name, holder, expires_at) VALUES ($1, 'dead', $2)")
        .bind(DUE.name())
        .bind("2026-11-21T09:05:00Z".parse::<chrono::DateTime<chrono::Utc>>().unwrap())
        .execute()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    assert_eq!(world.service.jobs().run(DUE).await.unwrap(), None);
    world.clock.advance(chrono::TimeDelta::minutes(6));
    assert!(world.service.jobs().run(DUE).await.unwrap().is_some());
}
