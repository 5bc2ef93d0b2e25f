//! Atomicity, snapshot reads, and serialized writers.

use database::on_both;
use database::test_support::TestDatabase;
use database::{Db, Engine};
use shared::error::{Code, Error};
use uuid::Uuid;

use super::sample::{self, HOUSE, Sample};

const RAISE: &str = "UPDATE sample SET amount = amount + 1 WHERE organization_id = $1 AND id = $2";
const LINK: &str = "UPDATE sample SET parent_id = $2 WHERE organization_id = $1";

on_both!(
    a_transaction_that_is_dropped_leaves_nothing,
    a_transaction_that_is_committed_stays,
    a_transaction_that_is_abandoned_midway_frees_its_connection,
    a_unique_violation_is_distinguished_from_other_errors,
    a_foreign_key_violation_is_distinguished_from_other_errors,
    a_second_organization_cannot_be_referred_to,
    writers_at_once_all_get_their_turn,
    a_reader_sees_one_state_while_a_writer_works,
    an_autocommit_read_begins_nothing,
    a_change_disguised_as_a_query_is_refused_by_the_database,
    only_statements_are_counted,
    the_database_answers_until_it_is_closed
);

async fn a_transaction_that_is_dropped_leaves_nothing(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[Sample::empty(1)]).await.unwrap();
    drop(tx);
    assert!(sample::list(&db).await.is_empty());
}

async fn a_transaction_that_is_committed_stays(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[Sample::empty(1)]).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(sample::list(&db).await, [Sample::empty(1)]);
}

async fn a_transaction_that_is_abandoned_midway_frees_its_connection(db: TestDatabase) {
    sample::create(&db).await;
    for number in 1..=20 {
        let work = async {
            let mut tx = db.begin().await.unwrap();
            sample::add(&mut tx, &[Sample::empty(number)]).await.unwrap();
            std::future::pending::<()>().await;
        };
        tokio::select! {
            () = work => unreachable!("the work never ends"),
            () = enough_turns(number) => {}
        }
    }
    let mut tx = db.begin().await.unwrap();
    assert_eq!(sample::count(&mut tx).await, 0);
}

/// Completes after the given number of scheduler turns: a client that disconnects at an arbitrary
/// moment.
async fn enough_turns(turns: u128) {
    for _ in 0..turns {
        tokio::task::yield_now().await;
    }
}

async fn a_unique_violation_is_distinguished_from_other_errors(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[Sample::empty(1)]).await.unwrap();
    let error = sample::add(&mut tx, &[Sample::empty(1)]).await.unwrap_err();
    assert!(error.is_unique_violation());
    assert!(!error.is_foreign_key_violation());

    let meaning = Error::conflict(Code::EmailTaken, "Someone has this e-mail address.");
    assert_eq!(error.unique_or(meaning.clone()), meaning);
}

async fn a_foreign_key_violation_is_distinguished_from_other_errors(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[Sample::empty(1)]).await.unwrap();
    let error = tx.sql(LINK).bind(HOUSE).bind(Uuid::from_u128(2)).execute().await.unwrap_err();
    assert!(error.is_foreign_key_violation());
    assert!(!error.is_unique_violation());

    let meaning = Error::conflict(Code::EmailTaken, "Someone has this e-mail address.");
    assert_eq!(error.unique_or(meaning), Error::internal());
}

async fn a_second_organization_cannot_be_referred_to(db: TestDatabase) {
    const ADD: &str = "INSERT INTO sample (organization_id, id, parent_id) VALUES ($1, $2, $3)";
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[Sample::empty(1)]).await.unwrap();

    let stranger = Uuid::from_u128(2);
    let own = Uuid::from_u128(1);
    let error = tx.sql(ADD).bind(stranger).bind(stranger).bind(own).execute().await.unwrap_err();
    assert!(error.is_foreign_key_violation());
}

async fn raise(db: Db) {
    let mut tx = db.begin().await.unwrap();
    let _seen: i64 = sample::count(&mut tx).await;
    assert_eq!(tx.sql(RAISE).bind(HOUSE).bind(HOUSE).execute().await.unwrap(), 1);
    tx.commit().await.unwrap();
}

async fn writers_at_once_all_get_their_turn(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    let start = Sample { amount: Some(0), ..Sample::empty(1) };
    sample::add(&mut tx, &[start]).await.unwrap();
    tx.commit().await.unwrap();

    let other = match db.engine() {
        Engine::Sqlite => Db::connect(&db.url()).await.unwrap(),
        Engine::Postgres => Db::clone(&db),
    };
    let writers =
        (0..40).map(|n| tokio::spawn(raise(if n % 2 == 0 { db.clone() } else { other.clone() })));
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(sample::list(&db).await[0].amount, Some(40));
}

async fn a_reader_sees_one_state_while_a_writer_works(db: TestDatabase) {
    sample::create(&db).await;
    let mut reader = db.read().await.unwrap();
    assert_eq!(sample::count(&mut reader).await, 0);

    let mut writer = db.begin().await.unwrap();
    sample::add(&mut writer, &[Sample::empty(1)]).await.unwrap();
    assert_eq!(sample::count(&mut reader).await, 0);
    assert!(sample::list(&db).await.is_empty());

    writer.commit().await.unwrap();
    assert_eq!(sample::count(&mut reader).await, 0);
    assert_eq!(sample::list(&db).await.len(), 1);
}

async fn an_autocommit_read_begins_nothing(db: TestDatabase) {
    sample::create(&db).await;
    let mut read = db.autocommit_read().await.unwrap();
    assert_eq!(sample::count(&mut read).await, 0);

    let mut writer = db.begin().await.unwrap();
    sample::add(&mut writer, &[Sample::empty(1)]).await.unwrap();
    writer.commit().await.unwrap();
    assert_eq!(sample::count(&mut read).await, 1);
}

async fn a_change_disguised_as_a_query_is_refused_by_the_database(db: TestDatabase) {
    const ADD: &str = "INSERT INTO sample (organization_id, id) VALUES ($1, $1) RETURNING id";
    sample::create(&db).await;
    let mut tx = db.read().await.unwrap();
    assert!(tx.sql(ADD).bind(HOUSE).scalar::<Uuid>().await.is_err());
    drop(tx);
    assert!(sample::list(&db).await.is_empty());
}

async fn only_statements_are_counted(db: TestDatabase) {
    sample::create(&db).await;
    let before = db.statements();
    let mut tx = db.clone().begin().await.unwrap();
    sample::count(&mut tx).await;
    sample::count(&mut tx).await;
    tx.commit().await.unwrap();
    assert_eq!(db.statements() - before, 2);
}

async fn the_database_answers_until_it_is_closed(db: TestDatabase) {
    db.ping().await.unwrap();
    db.close().await;
    let error = db.ping().await.unwrap_err();
    assert_eq!(Error::from(error), Error::unavailable());
}
