//! Build options of SQLite, and its read connections.

use std::time::Duration;

use database::Db;
use database::test_support::{CONNECTIONS_MAX, TestDatabase};
use tokio::time::timeout;

const CONFIGURATION: &str = ".cargo/config.toml says how SQLite is built";
const IS_BUILT_WITH: &str = "SELECT sqlite_compileoption_used($1)";

async fn is_built_with(option: &str) -> bool {
    let db = Db::connect("sqlite::memory:").await.unwrap();
    let mut tx = db.read().await.unwrap();
    tx.sql(IS_BUILT_WITH).bind(option).scalar().await.unwrap()
}

#[tokio::test]
async fn no_lock_is_shared_by_all_connections() {
    assert!(is_built_with("DEFAULT_MEMSTATUS=0").await, "{CONFIGURATION}");
    assert!(!is_built_with("ENABLE_MEMORY_MANAGEMENT").await, "{CONFIGURATION}");
}

#[tokio::test]
async fn plans_are_reused_for_all_values() {
    assert!(is_built_with("ENABLE_QPSG").await, "{CONFIGURATION}");
}

#[tokio::test]
async fn readers_that_are_held_for_long_hold_up_nobody_else() {
    let db = TestDatabase::sqlite().await;
    let mut held = Vec::new();
    for _ in 1..CONNECTIONS_MAX {
        let mut tx = db.read().await.unwrap();
        tx.sql("SELECT 1").scalar::<i64>().await.unwrap();
        held.push(tx);
    }
    db.ping().await.unwrap();
    drop(held);
}

#[tokio::test]
async fn a_statement_that_was_given_up_holds_up_nobody_else() {
    let db = TestDatabase::sqlite().await;
    let long = "WITH RECURSIVE numbers (n) AS
            (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000000)
        SELECT COUNT(*) FROM numbers";
    let mut tx = db.read().await.unwrap();
    let given_up = timeout(Duration::from_millis(50), tx.sql(long).scalar::<i64>());
    given_up.await.unwrap_err();
    drop(tx);
    for _ in 0..10 {
        timeout(Duration::from_secs(2), db.ping()).await.unwrap().unwrap();
    }
}
