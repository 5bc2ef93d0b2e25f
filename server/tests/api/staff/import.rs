//! /api/staff/import.

use http::Method;

use crate::support::{Reply, World};

const HEADER: &str = "staffNumber,name,email,employmentStartDate\n";

async fn import(world: &World, query: &str, media: &str, csv: String) -> Reply {
    let path = format!("/api/staff/import{query}");
    world.ask(Method::POST, &path).by("hr").text(media, csv).send().await
}

#[tokio::test]
async fn a_dry_run_counts_and_writes_nothing() {
    let world = World::sqlite().await;
    let csv = format!("{HEADER}N-1,Nadia,nadia@amanah.example,2026-05-21\n");
    let before = world.snapshot().await;
    let dry = import(&world, "?dryRun=true", "text/csv", csv.clone()).await.expect(200);
    assert_eq!(dry["created"], 1);
    assert!(world.snapshot().await == before);
    let made = import(&world, "", "text/csv; charset=utf-8", csv).await.expect(200);
    assert_eq!(made["created"], 1);
}

#[tokio::test]
async fn one_bad_line_keeps_all_of_them_out() {
    let world = World::sqlite().await;
    let csv = format!(
        "{HEADER}N-1,Nadia,nadia@amanah.example,2026-05-21\nN-2,Omar,not-an-address,2026-05-21\n"
    );
    let reply = import(&world, "", "text/csv", csv).await.expect(200);
    assert_eq!((&reply["created"], &reply["errors"][0]["line"]), (&0.into(), &3.into()));
    let found = world.get("hr", "/api/staff?q=nadia").await.expect(200);
    assert_eq!(found["pagination"]["total"], 0);
}

#[tokio::test]
async fn only_csv_of_a_sensible_size_is_taken() {
    let world = World::sqlite().await;
    let csv = || HEADER.to_owned();
    import(&world, "", "application/json", csv()).await.refused(415, "UNSUPPORTED_MEDIA_TYPE");
    import(&world, "", "text/csv", "a\0b".to_owned()).await.refused(400, "VALIDATION_FAILED");
    import(&world, "?dryRun=perhaps", "text/csv", csv()).await.refused(400, "VALIDATION_FAILED");
    let large = "x".repeat(5 * 1024 * 1024 + 1);
    import(&world, "", "text/csv", large).await.refused(413, "PAYLOAD_TOO_LARGE");
    let path = "/api/staff/import";
    let bytes = world.ask(Method::POST, path).by("hr").text("text/csv", vec![0xff, 0xfe]);
    bytes.send().await.refused(400, "VALIDATION_FAILED");
}
