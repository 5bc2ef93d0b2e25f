//! How SQLite was built, and the connections that read from it.

use std::thread::available_parallelism;

use service::database::Db;
use service::database::test_support::TestDatabase;

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
async fn plans_are_kept_whatever_the_values() {
    assert!(is_built_with("ENABLE_QPSG").await, "{CONFIGURATION}");
}

#[tokio::test]
async fn readers_that_are_held_for_long_hold_up_nobody_else() {
    let db = TestDatabase::sqlite().await;
    let few = 2 * available_parallelism().unwrap().get();
    let mut held = Vec::new();
    for _ in 0..few + 2 {
        let mut tx = db.read().await.unwrap();
        tx.sql("SELECT 1").scalar::<i64>().await.unwrap();
        held.push(tx);
    }
    db.ping().await.unwrap();
    drop(held);
}
