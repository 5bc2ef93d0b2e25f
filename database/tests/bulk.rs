//! Statements with many rows.

use database::Row;
use database::on_both;
use database::test_support::TestDatabase;
use uuid::Uuid;

use super::sample::{self, HOUSE, Sample};

const CHANGE_MANY: &str = "WITH given (id, note, amount, due, at, active) AS
    (VALUES {rows: UUID, TEXT, BIGINT, DATE, TIMESTAMPTZ, BOOLEAN})
    UPDATE sample
    SET note = given.note, amount = given.amount, due = given.due, at = given.at,
        active = given.active
    FROM given WHERE sample.organization_id = $1 AND sample.id = given.id";

const FIND_MANY: &str = "WITH wanted (id) AS (VALUES {rows: UUID})
    SELECT sample.id FROM sample JOIN wanted ON wanted.id = sample.id
    WHERE sample.organization_id = $1 ORDER BY sample.id";

on_both!(
    many_rows_are_added_by_one_statement,
    many_rows_are_changed_by_one_statement_also_to_null,
    many_rows_are_found_by_one_statement,
    only_rows_of_the_organization_are_changed,
    no_row_is_no_statement,
    rows_beyond_the_limit_of_a_statement_are_split,
    a_row_that_does_not_fit_the_marker_is_an_error,
    a_leading_placeholder_without_a_value_is_an_error,
    a_statement_without_a_marker_takes_no_rows
);

async fn many_rows_are_added_by_one_statement(db: TestDatabase) {
    sample::create(&db).await;
    let given: Vec<_> = (1..=500).map(Sample::empty).collect();

    let mut tx = db.begin().await.unwrap();
    let before = db.statements();
    assert_eq!(sample::add(&mut tx, &given).await.unwrap(), 500);
    assert_eq!(db.statements() - before, 1);
    tx.commit().await.unwrap();

    assert_eq!(sample::list(&db).await, given);
}

async fn change(db: &TestDatabase, organization: Uuid, samples: &[Sample]) -> u64 {
    let mut tx = db.begin().await.unwrap();
    let changed = tx
        .sql(CHANGE_MANY)
        .bind(organization)
        .rows(samples, |row, sample| {
            row.bind(sample.id)
                .bind(sample.note.as_deref())
                .bind(sample.amount)
                .bind(sample.due)
                .bind(sample.at)
                .bind(sample.active)
        })
        .execute()
        .await
        .unwrap();
    tx.commit().await.unwrap();
    changed
}

async fn many_rows_are_changed_by_one_statement_also_to_null(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    let orphan = |number| Sample { parent_id: None, ..Sample::full(number) };
    let old = [orphan(1), Sample::empty(2), orphan(3)];
    sample::add(&mut tx, &old).await.unwrap();
    tx.commit().await.unwrap();

    let new = [Sample::empty(1), orphan(2), Sample::empty(3)];
    let before = db.statements();
    assert_eq!(change(&db, HOUSE, &new).await, 3);
    assert_eq!(db.statements() - before, 1);
    assert_eq!(sample::list(&db).await, new);

    assert_eq!(change(&db, HOUSE, &[Sample::empty(2)]).await, 1);
    assert_eq!(sample::list(&db).await[1], Sample::empty(2));
}

async fn many_rows_are_found_by_one_statement(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[1, 2, 3].map(Sample::empty)).await.unwrap();

    let wanted = [3, 1, 9].map(Uuid::from_u128);
    let found = tx.sql(FIND_MANY).bind(HOUSE).rows(wanted, Row::bind);
    let found = found.all::<(Uuid,)>().await.unwrap();
    assert_eq!(found, [1, 3].map(|number| (Uuid::from_u128(number),)));
}

async fn only_rows_of_the_organization_are_changed(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[Sample::empty(1)]).await.unwrap();
    tx.commit().await.unwrap();

    assert_eq!(change(&db, Uuid::from_u128(2), &[Sample::full(1)]).await, 0);
    assert_eq!(sample::list(&db).await, [Sample::empty(1)]);
}

async fn no_row_is_no_statement(db: TestDatabase) {
    let mut tx = db.begin().await.unwrap();
    let before = db.statements();
    assert_eq!(sample::add(&mut tx, &[]).await.unwrap(), 0);
    assert_eq!(db.statements(), before);
}

async fn rows_beyond_the_limit_of_a_statement_are_split(db: TestDatabase) {
    sample::create(&db).await;
    let given: Vec<_> = (1..=9_000).map(Sample::empty).collect();

    let mut tx = db.begin().await.unwrap();
    let before = db.statements();
    assert_eq!(sample::add(&mut tx, &given).await.unwrap(), 9_000);
    assert!(db.statements() - before > 1);
    assert_eq!(sample::count(&mut tx).await, 9_000);
    tx.commit().await.unwrap();
    assert_eq!(change(&db, HOUSE, &given).await, 9_000);
}

async fn a_row_that_does_not_fit_the_marker_is_an_error(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    let rows = tx.sql(FIND_MANY).bind(HOUSE).rows([HOUSE], |row, id| row.bind(id).bind(id));
    let error = rows.all::<(Uuid,)>().await.unwrap_err();
    assert_eq!(error.to_string(), "the statement has 2 placeholders, 3 are bound");
}

async fn a_leading_placeholder_without_a_value_is_an_error(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    let error = tx.sql(FIND_MANY).rows([HOUSE], Row::bind).all::<(Uuid,)>().await.unwrap_err();
    assert_eq!(error.to_string(), "the statement has 1 placeholders, 0 are bound");
}

async fn a_statement_without_a_marker_takes_no_rows(db: TestDatabase) {
    let mut tx = db.begin().await.unwrap();
    let rows = tx.sql("SELECT 1").rows([HOUSE], Row::bind);
    let error = rows.execute().await.unwrap_err();
    assert_eq!(error.to_string(), "the statement has no marker {rows: type, …}");
}
