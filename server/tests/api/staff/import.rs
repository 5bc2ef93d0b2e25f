//! /api/staff/import.

use http::Method;

use crate::support::{Reply, World};

const HEADER: &str = "staffNumber,name,email,employmentStartDate\n";

async fn import(world: &World, query: &str, media: &str, csv: String) -> Reply {
    let path = format!("/api/staff/import{query}");
    world.request(Method::POST, &path).by("hr").text(media, csv).send().await
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
    let bytes = world.request(Method::POST, path).by("hr").text("text/csv", vec![0xff, 0xfe]);
    bytes.send().await.refused(400, "VALIDATION_FAILED");
}

const ROW: &str = "N-1,Nadia,nadia@amanah.example,2026-05-21\n";

async fn file(world: &World, bytes: Vec<u8>) -> Reply {
    let request = world.request(Method::POST, "/api/staff/import?dryRun=true").by("hr");
    request.text("text/csv", bytes).send().await
}

#[tokio::test]
async fn a_table_is_read_in_each_encoding_and_with_each_separator() {
    let world = World::sqlite().await;
    let text = format!("{HEADER}{ROW},,,\n");
    let semicolons = text.replace(',', ";");
    let wide: Vec<u16> = semicolons.encode_utf16().collect();
    for bytes in [
        text.clone().into_bytes(),
        [&[0xef, 0xbb, 0xbf], semicolons.as_bytes()].concat(),
        format!("sep=;\r\n{semicolons}").into_bytes(),
        text.replace(',', "\t").into_bytes(),
        [0xff, 0xfe].into_iter().chain(wide.iter().flat_map(|it| it.to_le_bytes())).collect(),
        [0xfe, 0xff].into_iter().chain(wide.iter().flat_map(|it| it.to_be_bytes())).collect(),
    ] {
        let result = file(&world, bytes).await.expect(200);
        assert_eq!((&result["created"], &result["errorCount"]), (&1.into(), &0.into()));
    }
}

#[tokio::test]
async fn another_encoding_is_named() {
    let world = World::sqlite().await;
    let arabic = [HEADER.as_bytes(), b"N-1,\xdd\xc7\xd8\xe3\xc9,n@amanah.example,2026-05-21\n"];
    let reply = file(&world, arabic.concat()).await;
    assert!(reply.text.contains("Windows-1256"), "{}", reply.text);
    reply.refused(400, "VALIDATION_FAILED");
    let media = "text/csv; charset=windows-1252";
    let reply = import(&world, "", media, format!("{HEADER}{ROW}")).await;
    assert!(reply.text.contains("windows-1252"), "{}", reply.text);
    reply.refused(400, "VALIDATION_FAILED");
}

#[tokio::test]
async fn a_file_that_would_lose_a_row_or_a_cell_is_refused_with_its_line() {
    let world = World::sqlite().await;
    for (csv, line) in [
        (format!("{HEADER}{ROW}N-2,\"Omar,o@amanah.example,2026-05-21\nN-3,x,y,z\n"), "Line 3"),
        (format!("{HEADER}{}", ROW.replace("Nadia", "Nadia, Treasury")), "Line 2"),
        (format!("name,{HEADER}x,{ROW}"), "Line 1"),
    ] {
        let reply = import(&world, "?dryRun=true", "text/csv", csv).await;
        assert!(reply.text.contains(line), "{}", reply.text);
        reply.refused(400, "VALIDATION_FAILED");
    }
}

#[tokio::test]
async fn columns_that_are_not_known_are_named() {
    let world = World::sqlite().await;
    let csv = format!("confirmationDate,manager,{HEADER}2026-06-01,X,{ROW}");
    let result = import(&world, "?dryRun=true", "text/csv", csv).await.expect(200);
    assert_eq!(result["ignoredColumns"], serde_json::json!(["confirmationDate", "manager"]));
}

#[tokio::test]
async fn a_file_of_the_documented_size_is_taken() {
    let world = World::sqlite().await;
    let row = |n: usize| {
        let title = "\u{623}".repeat(200);
        format!("n{n},Name,n{n}@amanah.example,2026-05-21,{title}\n")
    };
    let rows: String = (0..5_000).map(row).collect();
    let csv = format!("staffNumber,name,email,employmentStartDate,jobTitle\n{rows}");
    assert!(csv.len() > 2 * 1024 * 1024);
    let result = import(&world, "?dryRun=true", "text/csv", csv).await.expect(200);
    assert_eq!(result["created"], 5_000);
}
