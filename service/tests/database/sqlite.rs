//! How SQLite was built.

use service::database::Db;

const IS_BUILT_WITH: &str = "SELECT sqlite_compileoption_used($1)";

#[tokio::test]
async fn no_lock_is_shared_by_all_connections() {
    let db = Db::connect("sqlite::memory:").await.unwrap();
    let mut tx = db.read().await.unwrap();
    for (option, is_meant) in [("DEFAULT_MEMSTATUS=0", true), ("ENABLE_MEMORY_MANAGEMENT", false)] {
        let is_used: bool = tx.sql(IS_BUILT_WITH).bind(option).scalar().await.unwrap();
        assert_eq!(is_used, is_meant, "{option}: .cargo/config.toml says how SQLite is built");
    }
}
