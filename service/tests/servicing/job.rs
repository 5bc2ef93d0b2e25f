//! The daily evaluation.

use database::on_both;
use database::test_support::TestDatabase;
use service::job::{Job, JobReport};
use shared::credit::journal::FacilityEventType;
use shared::credit::vocabulary::{FacilityStatus, LineStatus};
use shared::organization::OrganizationPatch;

use crate::credit_desk::{CreditDesk, Terms, because};
use crate::support::run_sql;

const EVALUATE: Job = Job::CreditOverdueEvaluation;

on_both!(
    overdue_facilities_are_marked_once_and_missed_days_are_made_up,
    a_facility_that_fails_stops_nobody,
    two_servers_at_once_mark_once,
    other_days_of_grace_count_at_once,
);

async fn run(desk: &CreditDesk) -> JobReport {
    desk.world.service.jobs().run(EVALUATE).await.unwrap().unwrap()
}

const fn report(done: usize, failed: usize) -> JobReport {
    JobReport { done, failed }
}

async fn overdue_facilities_are_marked_once_and_missed_days_are_made_up(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let lost = desk.live(Terms::SMALL).await;
    let house = desk.live(Terms::HOUSE).await;
    let facilities = desk.world.service.facilities();
    // A draft has lines too, and so has a settled facility.
    facilities.create(&desk.officer, Terms::SMALL.input(desk.customer)).await.unwrap();
    let paid = desk.live(Terms::SMALL).await;
    desk.pay(&paid, "110", "2026-01-31").await.unwrap();
    facilities.stop_accrual(&desk.shariah, &lost, because("Lost")).await.unwrap();
    desk.pay(&house, "29333.3333", "2026-01-31").await.unwrap();

    desk.go_to("2026-02-28");
    assert_eq!(run(&desk).await, report(0, 0));
    desk.go_to("2026-03-02");
    assert_eq!(run(&desk).await, report(2, 0));
    assert_eq!(run(&desk).await, report(0, 0));
    assert_eq!(desk.facility(&small).await.status, FacilityStatus::Overdue);
    assert_eq!(desk.facility(&lost).await.status, FacilityStatus::NonAccrual);
    assert_eq!(desk.lines(&lost).await[0].status, LineStatus::Overdue);
    assert_eq!(desk.facility(&house).await.status, FacilityStatus::Active);
    // Two months without a run.
    desk.go_to("2026-05-02");
    assert_eq!(run(&desk).await, report(3, 0));
    let late = desk.lines(&small).await;
    assert!(late.iter().all(|line| line.status == LineStatus::Overdue));
    assert_eq!(desk.facility(&house).await.status, FacilityStatus::Overdue);
    desk.ties_out().await;
}

async fn a_facility_that_fails_stops_nobody(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let first = desk.live(Terms::SMALL).await;
    let second = desk.live(Terms::SMALL).await;
    // A line that no program can parse.
    run_sql!(
        desk.world.db,
        "UPDATE schedule_lines SET status = 'forgotten' WHERE period = 3
            AND facility_id = (SELECT id FROM facilities WHERE facility_ref = $1)",
        &first
    );
    desk.go_to("2026-03-02");
    assert_eq!(run(&desk).await, report(1, 1));
    assert_eq!(desk.facility(&second).await.status, FacilityStatus::Overdue);
}

async fn two_servers_at_once_mark_once(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    desk.live(Terms::SMALL).await;
    desk.go_to("2026-03-02");
    let other = desk.world.server(service::context::Settings::default());
    let (jobs, other_jobs) = (desk.world.service.jobs(), other.jobs());
    let (first, second) = tokio::join!(jobs.run(EVALUATE), other_jobs.run(EVALUATE));
    let done: usize =
        [first, second].into_iter().filter_map(|it| it.unwrap()).map(|it| it.done).sum();
    assert_eq!(done, 1);
}

/// A change of the grace days has the effect of the nightly job immediately.
async fn other_days_of_grace_count_at_once(db: TestDatabase) {
    let desk = CreditDesk::on(db, "2026-01-31").await;
    let small = desk.live(Terms::SMALL).await;
    let lost = desk.live(Terms::SMALL).await;
    let facilities = desk.world.service.facilities();
    facilities.stop_accrual(&desk.shariah, &lost, because("Lost")).await.unwrap();
    desk.go_to("2026-03-02");
    assert_eq!(run(&desk).await, report(2, 0));
    for (grace_days, status, line) in [
        (10, FacilityStatus::Active, LineStatus::Pending),
        (0, FacilityStatus::Overdue, LineStatus::Overdue),
    ] {
        let patch = OrganizationPatch { grace_days: Some(grace_days), ..Default::default() };
        desk.world.service.organizations().change(&desk.world.admin, patch).await.unwrap();
        let facility = desk.facility(&small).await;
        assert_eq!(facility.status, status);
        assert_eq!(facility.arrears.is_zero(), grace_days == 10);
        assert_eq!(desk.lines(&small).await[0].status, line);
        assert_eq!(desk.facility(&lost).await.status, FacilityStatus::NonAccrual);
        assert_eq!(desk.lines(&lost).await[0].status, line);
        assert_eq!(run(&desk).await, report(0, 0));
    }
    let events = facilities.timeline(&desk.finance, &small).await.unwrap();
    let types: Vec<_> = events.iter().map(|it| it.event_type.known().unwrap()).take(3).collect();
    let (late, cleared) = (FacilityEventType::BecameOverdue, FacilityEventType::ArrearsCleared);
    assert_eq!(types.iter().filter(|it| **it == late).count(), 2);
    assert!(types.contains(&cleared));
}
