//! The schema is created once, even by concurrent servers.

use database::Db;
use database::test_support::TestDatabase;

async fn check(db: TestDatabase) {
    let pending = db.migrations_pending().await.unwrap();
    assert_eq!(pending[0].version, 1, "an empty database lacks every migration");

    let second = db.clone();
    let (first, second) = tokio::join!(db.migrate(), second.migrate());
    first.unwrap();
    second.unwrap();
    assert_eq!(db.migrations_pending().await.unwrap(), []);
}

#[tokio::test]
async fn sqlite_is_migrated_once() {
    check(TestDatabase::sqlite_empty().await).await;
}

#[tokio::test]
async fn postgres_is_migrated_once() {
    if let Some(db) = TestDatabase::postgres_empty().await {
        check(db).await;
    }
}

#[tokio::test]
async fn a_database_in_memory_is_seen_by_readers_and_writers() {
    let db = Db::connect("sqlite::memory:").await.unwrap();
    db.migrate().await.unwrap();
    assert_eq!(db.migrations_pending().await.unwrap(), []);
}

#[tokio::test]
async fn an_unknown_kind_of_database_is_refused() {
    let error = Db::connect("mysql://localhost/mizan").await.unwrap_err();
    let message = "the database URL must begin with sqlite: or postgres://";
    assert!(error.to_string().contains(message), "{error}");
}
