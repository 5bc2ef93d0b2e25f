//! Time and memory of the job over a very large number of people.

use std::time::Instant;

use database::test_support::TestDatabase;

use super::{DUE, World};

/// More than any single organization employs.
const MANY: u32 = 100_000;

const HIRE_MANY: &str = "INSERT INTO staff (organization_id, id, staff_number, name, email,
        role_key, employment_start_date, is_blocked, password_hash, password_scheme,
        password_version, password_change_required, created_at, updated_at, name_folded,
        name_sort_key, details_folded)
    SELECT organization_id, gen_random_uuid(), 'N' || number, 'Person ' || number,
        'n' || number || '@many.example', role_key, employment_start_date, FALSE, '', '', 0,
        FALSE, created_at, updated_at, name_folded, name_sort_key, details_folded
    FROM staff, generate_series(1, $2) AS number WHERE id = $1";

/// Resets the peak memory.
fn forget_peak() {
    std::fs::write("/proc/self/clear_refs", "5").unwrap();
}

/// The peak memory since the reset, in KiB.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

async fn measure(people: u32) {
    let Some(db) = TestDatabase::postgres().await else { return };
    let world = World::new(db).await;
    let mut tx = world.db.begin().await.unwrap();
    let hired = tx.sql(HIRE_MANY).bind(world.employee.staff()).bind(i64::from(people));
    assert_eq!(hired.execute().await.unwrap(), u64::from(people));
    tx.commit().await.unwrap();
    forget_peak();
    let (before, start) = (peak(), Instant::now());
    let report = world.service.jobs().run(DUE).await.unwrap().unwrap();
    let (time, after) = (start.elapsed(), peak());
    assert!(report.done >= usize::try_from(people).unwrap(), "{report:?}");
    println!(
        "{} people in {time:.1?}; peak memory {} MiB, {} MiB more than before",
        report.done,
        after / 1024,
        (after - before) / 1024,
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a benchmark: run it alone, with --ignored --nocapture, against PostgreSQL"]
async fn a_hundred_thousand_people_are_processed_in_a_minute_and_in_little_memory() {
    for people in [MANY / 10, MANY] {
        measure(people).await;
    }
}
