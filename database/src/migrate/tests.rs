//! Effects of migrations on a database in use.

use uuid::Uuid;

use super::super::test_support::TestDatabase;
use super::{POSTGRES, Pools, SQLITE};

const BEFORE_HEADS: i64 = 15;

async fn migrate_to(db: &TestDatabase, version: i64) {
    match &db.pools {
        Pools::Sqlite { write, .. } => SQLITE.run_to(version, write).await.unwrap(),
        Pools::Postgres(pool) => POSTGRES.run_to(version, pool).await.unwrap(),
    }
}

/// The migration records the end of a log that was sealed before ends were recorded.
async fn the_end_of_each_log_is_noted(db: TestDatabase) {
    migrate_to(&db, BEFORE_HEADS).await;
    let seals = [(1, 1, "a"), (1, 2, "b"), (1, 3, "c"), (2, 1, "d")];
    let mut tx = db.begin().await.unwrap();
    let text = "INSERT INTO audit_seals (organization_id, sequence, entry_id, hash)
        VALUES ($1, $2, $3, $4)";
    for (number, (organization, sequence, hash)) in (1..).zip(seals) {
        let seal = tx.sql(text).bind(Uuid::from_u128(organization)).bind(i64::from(sequence));
        seal.bind(Uuid::from_u128(number)).bind(hash).execute().await.unwrap();
    }
    tx.commit().await.unwrap();

    db.migrate().await.unwrap();
    let text = "SELECT sequence, hash FROM audit_heads ORDER BY organization_id";
    let heads: Vec<(i64, String)> = db.read().await.unwrap().sql(text).all().await.unwrap();
    assert_eq!(heads, [(3, "c".to_owned()), (1, "d".to_owned())]);
}

#[tokio::test]
async fn the_end_of_each_log_of_sqlite_is_noted() {
    the_end_of_each_log_is_noted(TestDatabase::sqlite_empty().await).await;
}

#[tokio::test]
async fn the_end_of_each_log_of_postgres_is_noted() {
    if let Some(db) = TestDatabase::postgres_empty().await {
        the_end_of_each_log_is_noted(db).await;
    }
}
