//! Failures that only a database server can cause.

use database::test_support::TestDatabase;
use database::{Db, PoolSettings, WriteTx};
use shared::error::Error;
use uuid::Uuid;

use super::sample::{self, HOUSE, Sample};

const HANG_UP: &str = "SELECT pg_terminate_backend(pg_backend_pid())";
const TOUCH: &str = "UPDATE sample SET amount = 1 WHERE organization_id = $1 AND id = $2";

#[tokio::test]
async fn a_lost_connection_is_unavailable_and_the_next_one_works() {
    let Some(db) = TestDatabase::postgres().await else { return };
    let mut tx = db.begin().await.unwrap();
    let error = tx.sql(HANG_UP).scalar::<bool>().await.unwrap_err();
    assert_eq!(Error::from(error), Error::unavailable());
    drop(tx);
    db.begin().await.unwrap().commit().await.unwrap();
}

#[tokio::test]
async fn a_connection_lost_while_idle_is_replaced() {
    let Some(db) = TestDatabase::postgres().await else { return };
    let settings = PoolSettings { connections_max: 1, ..PoolSettings::default() };
    let other = Db::connect_with(&db.url(), settings).await.unwrap();
    let others = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid()";
    let mut tx = db.begin().await.unwrap();
    assert_eq!(tx.sql(others).scalars::<bool>().await.unwrap(), [true]);
    other.ping().await.unwrap();
}

#[tokio::test]
async fn without_a_statement_cache_limits_and_statements_end_with_the_transaction() {
    let Some(db) = TestDatabase::postgres().await else { return };
    let limit = "SELECT current_setting('lock_timeout') WHERE $1";
    let kept = "SELECT count(*) FROM pg_prepared_statements WHERE $1";
    let settings = PoolSettings { connections_max: 1, ..PoolSettings::default() };
    for (statement_cache, expected) in [(100, 2), (0, 0)] {
        let settings = PoolSettings { statement_cache, ..settings };
        let db = Db::connect_with(&db.url(), settings).await.unwrap();
        let mut tx = db.read().await.unwrap();
        assert_eq!(tx.sql(limit).bind(true).scalar::<String>().await.unwrap(), "5s");
        drop(tx);
        let mut tx = db.autocommit_read().await.unwrap();
        assert_eq!(tx.sql(limit).bind(true).scalar::<String>().await.unwrap(), "5s");
        assert_eq!(tx.sql(kept).bind(true).scalar::<i64>().await.unwrap(), expected);
    }
}

#[tokio::test]
async fn of_two_writers_that_wait_for_each_other_one_gives_way() {
    let Some(db) = TestDatabase::postgres().await else { return };
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[1, 2].map(Sample::empty)).await.unwrap();
    tx.commit().await.unwrap();

    let mut first = db.begin().await.unwrap();
    let mut second = db.begin().await.unwrap();
    touch(&mut first, 1).await.unwrap();
    touch(&mut second, 2).await.unwrap();

    let first = async move { touch(&mut first, 2).await };
    let second = async move { touch(&mut second, 1).await };
    let (first, second) = tokio::join!(first, second);
    let ((Ok(()), Err(loser)) | (Err(loser), Ok(()))) = (first, second) else {
        panic!("exactly one of the two gives way");
    };
    assert_eq!(Error::from(loser), Error::unavailable());
}

async fn touch(tx: &mut WriteTx, number: u128) -> database::Result<()> {
    tx.sql(TOUCH).bind(HOUSE).bind(Uuid::from_u128(number)).execute().await.map(drop)
}
