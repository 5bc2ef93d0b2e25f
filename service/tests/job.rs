//! The jobs, above all the confirmation-due job.

mod api_token;
mod benchmark;
mod every_day;
mod recording;

use database::on_both;
use database::test_support::TestDatabase;
use service::job::{Job, JobReport};
use shared::appraisal::Status;
use shared::notification::{Notification, NotificationKind};
use shared::organization::OrganizationPatch;
use shared::page::PageRequest;
use shared::patch::Patch;
use shared::probation::{DueFilter, ProbationQuery};
use shared::staff::{StaffInput, StaffPatch, StaffQuery};

use crate::support::{World, hire, person, run_sql};

const DUE: Job = Job::StaffConfirmationDue;

on_both!(
    each_due_confirmation_is_notified_only_once,
    a_due_notice_is_read_once_the_employment_is_confirmed,
    the_confirmed_the_blocked_and_the_recent_are_left_alone,
    two_concurrent_servers_notify_once,
    one_failure_stops_nobody,
    a_confirmation_without_a_recipient_waits_for_one,
    a_lease_of_a_dead_server_runs_out,
    a_lease_taken_while_a_clock_ran_ahead_binds_nobody_once_it_is_right,
    a_clock_set_back_notifies_nobody_twice,
    the_badge_the_cockpit_and_the_job_agree_around_the_end_of_february,
    today_is_that_of_the_organization,
);

/// Leaves only the employee due: employed since 20 May 2026, one day more than six months.
async fn only_the_employee_is_due(world: &World) {
    run(world, "UPDATE staff SET employment_confirmed_at = '2026-11-21' WHERE id <> $1").await;
    run(world, "UPDATE staff SET employment_start_date = '2026-05-20' WHERE id = $1").await;
}

async fn run(world: &World, text: &'static str) {
    run_sql!(world.db, text, world.employee.staff());
}

async fn notifications_of(world: &World) -> Vec<Notification> {
    let page = PageRequest::new(1, 100);
    let inbox = world.service.notifications().list(&world.hr, false, page).await.unwrap().data;
    inbox.into_iter().filter(|it| it.kind == NotificationKind::StaffConfirmationDue).collect()
}

async fn each_due_confirmation_is_notified_only_once(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    let jobs = world.service.jobs();
    assert_eq!(jobs.run(DUE).await.unwrap(), Some(JobReport { done: 1, failed: 0 }));
    assert_eq!(notifications_of(&world).await[0].subject_name, world.employee.name());
    for _ in 0..10 {
        world.clock.advance(chrono::TimeDelta::days(1));
        assert_eq!(jobs.run(DUE).await.unwrap(), Some(JobReport::default()));
    }
    assert_eq!(notifications_of(&world).await.len(), 1);
}

async fn a_due_notice_is_read_once_the_employment_is_confirmed(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    let manager = "UPDATE staff SET employment_confirmed_at = NULL,
        employment_start_date = '2026-05-20' WHERE id <> $1 AND name = 'Imran'";
    run(&world, manager).await;
    world.service.jobs().run(DUE).await.unwrap();
    let unread = async || {
        let due = notifications_of(&world).await.into_iter().filter(|it| it.read_at.is_none());
        due.map(|it| it.subject_name).collect::<Vec<_>>()
    };
    assert_eq!(unread().await.len(), 2);
    let today = "2026-11-21".parse().unwrap();
    let confirmed =
        StaffPatch { employment_confirmed_at: Patch::Value(today), ..Default::default() };
    world.change(world.manager.staff(), confirmed).await;
    assert_eq!(unread().await, [world.employee.name()]);
    world.at(Status::Finalized).await;
    assert_eq!(unread().await, Vec::<String>::new());
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
        let before = notifications_of(&world).await.len();
        run(&world, hide).await;
        assert_eq!(world.service.jobs().run(DUE).await.unwrap(), Some(JobReport::default()));
        run(&world, show).await;
        let report = world.service.jobs().run(DUE).await.unwrap();
        assert_eq!(report, Some(JobReport { done: 1, failed: 0 }));
        assert_eq!(notifications_of(&world).await.len(), before + 1);
    }
}

async fn two_concurrent_servers_notify_once(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    let other = world.server(service::context::Settings::default());
    let (jobs, other_jobs) = (world.service.jobs(), other.jobs());
    let (first, second) = tokio::join!(jobs.run(DUE), other_jobs.run(DUE));
    let done: usize =
        [first, second].into_iter().filter_map(|it| it.unwrap()).map(|it| it.done).sum();
    assert_eq!((done, notifications_of(&world).await.len()), (1, 1));
}

async fn one_failure_stops_nobody(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    let other = "UPDATE staff SET employment_confirmed_at = NULL,
        employment_start_date = '2020-01-01'
        WHERE organization_id <> (SELECT organization_id FROM staff WHERE id = $1)";
    run(&world, other).await;
    // Only one of the two people can be stamped.
    let mut tx = world.db.begin().await.unwrap();
    let refusing = "CREATE UNIQUE INDEX refusing ON staff (organization_id)
        WHERE confirmation_due_notified_at IS NOT NULL AND employment_start_date = '2020-01-01'";
    tx.sql(refusing).execute().await.unwrap();
    tx.commit().await.unwrap();
    let report = world.service.jobs().run(DUE).await.unwrap().unwrap();
    assert_eq!((report.done, report.failed), (2, 1));
    assert_eq!(notifications_of(&world).await.len(), 1);
}

async fn a_confirmation_without_a_recipient_waits_for_one(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    run(&world, "UPDATE staff SET role_key = 'employee' WHERE role_key = 'hr' AND id <> $1").await;
    let jobs = world.service.jobs();
    assert_eq!(jobs.run(DUE).await.unwrap(), Some(JobReport::default()));
    let hr = world.hr.staff();
    run_sql!(world.db, "UPDATE staff SET role_key = 'hr' WHERE id = $1", hr);
    assert_eq!(jobs.run(DUE).await.unwrap(), Some(JobReport { done: 1, failed: 0 }));
    assert_eq!(notifications_of(&world).await.len(), 1);
}

/// A lease of a failed server.
async fn leave_a_lease(world: &World, until: &str) {
    run_sql!(
        world.db,
        "INSERT INTO job_leases (name, holder, expires_at) VALUES ($1, 'dead', $2)",
        DUE.as_str(),
        until.parse::<chrono::DateTime<chrono::Utc>>().unwrap()
    );
}

async fn a_lease_of_a_dead_server_runs_out(db: TestDatabase) {
    let world = World::new(db).await;
    leave_a_lease(&world, "2026-11-21T09:02:00Z").await;
    assert_eq!(world.service.jobs().run(DUE).await.unwrap(), None);
    world.clock.advance(chrono::TimeDelta::minutes(2));
    assert!(world.service.jobs().run(DUE).await.unwrap().is_some());
}

async fn a_lease_taken_while_a_clock_ran_ahead_binds_nobody_once_it_is_right(db: TestDatabase) {
    let world = World::new(db).await;
    leave_a_lease(&world, "2027-11-21T09:02:00Z").await;
    assert!(world.service.jobs().run(DUE).await.unwrap().is_some());
}

async fn a_clock_set_back_notifies_nobody_twice(db: TestDatabase) {
    let world = World::new(db).await;
    only_the_employee_is_due(&world).await;
    for days in [0, -3, 400, -400, 3] {
        world.clock.advance(chrono::TimeDelta::days(days));
        world.service.jobs().run(DUE).await.unwrap().unwrap();
    }
    assert_eq!(notifications_of(&world).await.len(), 1);
}

/// People who started on these days; all others are confirmed.
async fn starters(world: &World, days: &[&str]) {
    run(
        world,
        "UPDATE staff SET employment_confirmed_at = employment_start_date
        WHERE id = $1 OR id <> $1",
    )
    .await;
    for day in days {
        let name = format!("S{}", day.replace('-', ""));
        let start = day.parse().unwrap();
        let input = StaffInput { employment_start_date: start, ..person(&name, "amanah") };
        hire(&world.service, &world.admin, input).await;
    }
}

/// The people whom the badge, the probation page and the job count as due; they have to agree.
async fn due_names(world: &World) -> Vec<String> {
    world.service.jobs().run(DUE).await.unwrap();
    let mut by_job: Vec<_> =
        notifications_of(world).await.into_iter().map(|it| it.subject_name).collect();
    let page = PageRequest::new(1, 100);
    let query = StaffQuery { confirmed: Some(false), page: page.clone(), ..Default::default() };
    let staff = world.service.staff().list(&world.hr, query).await.unwrap().data;
    let by_badge = staff.into_iter().filter(|it| it.due_for_confirmation).map(|it| it.name);
    let query = ProbationQuery { due: DueFilter::of(Some(true), None), page, ..Default::default() };
    let cockpit = world.service.staff().probation(&world.hr, query).await.unwrap().data;
    let mut by_cockpit: Vec<_> = cockpit.into_iter().map(|it| it.staff_name).collect();
    let mut by_badge: Vec<_> = by_badge.collect();
    for names in [&mut by_job, &mut by_badge, &mut by_cockpit] {
        names.sort();
    }
    assert_eq!(by_job, by_badge);
    assert_eq!(by_job, by_cockpit);
    by_job
}

async fn the_badge_the_cockpit_and_the_job_agree_around_the_end_of_february(db: TestDatabase) {
    let world = World::new(db).await;
    starters(&world, &["2027-08-28", "2027-08-29", "2027-08-30", "2027-08-31", "2027-09-01"]).await;
    for (today, due) in [
        ("2028-02-27", 0),
        ("2028-02-28", 1),
        ("2028-02-29", 2),
        ("2028-03-01", 5),
        ("2028-03-02", 5),
    ] {
        world.clock.set(format!("{today}T10:00:00Z").parse().unwrap());
        assert_eq!(due_names(&world).await.len(), due, "{today}");
    }
}

async fn today_is_that_of_the_organization(db: TestDatabase) {
    let mut world = World::new(db).await;
    starters(&world, &["2026-08-31"]).await;
    for (zone, now, due) in [
        ("Pacific/Kiritimati", "2027-02-28T09:59:00Z", 0),
        ("Pacific/Pago_Pago", "2027-02-28T10:00:00Z", 0),
        ("Pacific/Kiritimati", "2027-02-28T10:00:00Z", 1),
    ] {
        let patch = OrganizationPatch { time_zone: Some(zone.to_owned()), ..Default::default() };
        world.service.organizations().change(&world.admin, patch).await.unwrap();
        world.clock.set(now.parse().unwrap());
        world.hr = world.again(&world.hr).await;
        assert_eq!(due_names(&world).await.len(), due, "{zone} {now}");
    }
}
