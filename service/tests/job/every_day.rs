//! The job and the badge over four years, or ten in the long form, with an employee who started on
//! every day of them.

use chrono::{Days, NaiveDate, TimeDelta};
use database::on_both;
use database::test_support::TestDatabase;
use shared::page::PageRequest;
use shared::probation::DueFilter;
use shared::staff::StaffQuery;
use uuid::Uuid;

use super::{DUE, World, starters};

on_both!(the_job_and_the_badge_agree_on_every_day_of_four_years);

const HIRE: &str = "INSERT INTO staff (organization_id, id, staff_number, name, email, role_key,
        employment_start_date, is_blocked, password_hash, password_scheme, password_version,
        password_change_required, created_at, updated_at, name_folded, name_sort_key,
        details_folded)
    SELECT organization_id, $2, $3, $3, $4, role_key, $5, FALSE, '', '', 0, FALSE, created_at,
        updated_at, name_folded, name_sort_key, details_folded
    FROM staff WHERE id = $1";

/// Four years have each date of the calendar, 29 February included.
fn days() -> u64 {
    if std::env::var_os("MIZAN_TEST_LONG").is_some() { 3_653 } else { 1_461 }
}

/// Hires an employee for every day from the first one on.
async fn hire_daily(world: &World, first: NaiveDate) {
    let mut tx = world.db.begin().await.unwrap();
    for day in 0..days() {
        let start = first + Days::new(day);
        let number = format!("D{start}");
        let email = format!("{start}@daily.example");
        let hired =
            tx.sql(HIRE).bind(world.employee.staff()).bind(Uuid::from_u128(1 + u128::from(day)));
        hired.bind(number).bind(email).bind(start).execute().await.unwrap();
    }
    tx.commit().await.unwrap();
}

async fn with_badge(world: &World) -> u64 {
    let page = PageRequest::new(1, 1);
    let query = StaffQuery { due: DueFilter::of(Some(true), None), page, ..StaffQuery::default() };
    world.service.staff().list(&world.hr, query).await.unwrap().pagination.total
}

async fn the_job_and_the_badge_agree_on_every_day_of_four_years(db: TestDatabase) {
    let world = World::new(db).await;
    starters(&world, &[]).await;
    hire_daily(&world, "2026-05-21".parse().unwrap()).await;
    let mut notified = 0;
    for day in 0..days() {
        let report = world.service.jobs().run(DUE).await.unwrap().unwrap();
        assert_eq!(report.failed, 0);
        notified += u64::try_from(report.done).unwrap();
        assert_eq!(with_badge(&world).await, notified, "day {day}");
        world.clock.advance(TimeDelta::days(1));
    }
    assert!(notified > days() - 5, "{notified}");
}
