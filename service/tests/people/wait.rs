//! Saves during the import of a long table wait briefly and succeed.

use std::time::{Duration, Instant};

use database::on_both;
use database::test_support::TestDatabase;
use shared::patch::Patch;
use shared::staff::{ImportResult, StaffPatch};

use crate::support::World;

on_both!(others_save_while_a_thousand_people_are_imported);

fn table(people: usize) -> String {
    let row = |n| format!("W{n},Person {n},w{n}@x.example,BILAL,2026-03-01\n");
    let headings = "staffNumber,name,email,lineManager,employmentStartDate\n";
    headings.to_owned() + &(0..people).map(row).collect::<String>()
}

/// Imports the given number of people while another user saves repeatedly: returns the result and
/// the duration of each save.
async fn import_beside_saves(world: &World, people: usize) -> (ImportResult, Vec<Duration>) {
    let (service, hr) = (world.service.clone(), world.hr.clone());
    let table = table(people);
    let import =
        tokio::spawn(async move { service.staff().import(&hr, table.as_bytes(), false).await });
    let mut saves = Vec::new();
    while !import.is_finished() {
        let start = Instant::now();
        let job_title = Patch::Value(format!("Analyst {}", saves.len()));
        let patch = StaffPatch { job_title, ..StaffPatch::default() };
        let employee = world.employee.staff();
        world.service.staff().change(&world.admin, employee, patch).await.unwrap();
        saves.push(start.elapsed());
        tokio::task::yield_now().await;
    }
    (import.await.unwrap().unwrap(), saves)
}

async fn others_save_while_a_thousand_people_are_imported(db: TestDatabase) {
    let world = World::new(db).await;
    let (result, saves) = import_beside_saves(&world, 1_000).await;
    assert_eq!(result.created, 1_000);
    assert!(!saves.is_empty());
}

async fn measure(db: TestDatabase) {
    let world = World::new(db).await;
    let engine = world.db.engine();
    let start = Instant::now();
    let (result, mut saves) = import_beside_saves(&world, 5_000).await;
    let whole = start.elapsed();
    saves.sort_unstable();
    let longest = saves.last().unwrap();
    println!(
        "{engine:?}: {} people in {whole:.2?}; {} saves beside it, the longest {longest:.2?}",
        result.created,
        saves.len(),
    );
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "a benchmark: run it alone, with --ignored --nocapture"]
async fn how_long_a_save_waits_for_an_import_of_five_thousand() {
    measure(TestDatabase::sqlite().await).await;
    if let Some(db) = TestDatabase::postgres().await {
        measure(db).await;
    }
}
