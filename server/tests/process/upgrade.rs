//! Upgrades of a database of an earlier version.

use database::on_both;
use database::test_support::TestDatabase;
use tokio::process::Command;

use super::program::{Folder, Server};

on_both!(what_an_earlier_version_did_not_store_is_filled_in_by_a_migration_and_by_a_start,);

const FOUNDING: [&str; 7] = [
    "init",
    "--organization",
    "Amanah",
    "--admin-name",
    "Ömer",
    "--admin-email",
    "omer@amanah.example",
];
const EMPTY: &str =
    "UPDATE staff SET name_folded = NULL, name_sort_key = NULL, details_folded = NULL";
const FOUND: &str = "SELECT COUNT(*) FROM staff
    WHERE name_folded = 'omer' AND name_sort_key IS NOT NULL AND details_folded LIKE '%omer@%'";

async fn count(db: &TestDatabase) -> i64 {
    db.read().await.unwrap().sql(FOUND).scalar().await.unwrap()
}

async fn empty(db: &TestDatabase) {
    let mut tx = db.begin().await.unwrap();
    tx.sql(EMPTY).execute().await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(count(db).await, 0);
}

async fn what_an_earlier_version_did_not_store_is_filled_in_by_a_migration_and_by_a_start(
    db: TestDatabase,
) {
    let folder = Folder::new();
    let command = |arguments: &[&str]| -> Command {
        let mut command = folder.command(arguments);
        command.env("DATABASE_URL", db.url());
        command
    };
    assert!(command(&FOUNDING).output().await.unwrap().status.success());
    empty(&db).await;
    assert!(command(&["migrate"]).output().await.unwrap().status.success());
    assert_eq!(count(&db).await, 1);
    empty(&db).await;
    let _server = Server::start_by(command(&["serve"])).await;
    assert_eq!(count(&db).await, 1);
}
