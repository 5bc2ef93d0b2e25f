//! Values are stored and read back unchanged, and mistakes in a statement are errors.

use database::on_both;
use database::test_support::TestDatabase;
use shared::error::{Code, Error};
use uuid::Uuid;

use super::sample::{self, HOUSE, Sample};

const ADD: &str = "INSERT INTO sample (organization_id, id, note) VALUES ($1, $2, $3)";
const NOTE: &str = "SELECT note FROM sample WHERE organization_id = $1 AND id = $2";
const FILTER: &str = "SELECT id FROM sample WHERE organization_id = $1
    AND ($2 IS NULL OR amount = $2) AND ($3 IS NULL OR LOWER(note) LIKE $3) ORDER BY id";

on_both!(
    every_kind_of_value_comes_back_as_it_was,
    a_filter_that_is_not_given_lets_every_row_through,
    a_missing_row_is_none_where_it_may_be_missing,
    a_placeholder_without_a_value_is_an_error,
    a_value_without_a_placeholder_is_an_error,
    an_error_reveals_nothing_about_the_database
);

async fn every_kind_of_value_comes_back_as_it_was(db: TestDatabase) {
    sample::create(&db).await;
    let given = [Sample::full(1), Sample::empty(2)];

    let mut tx = db.begin().await.unwrap();
    assert_eq!(sample::add(&mut tx, &given).await.unwrap(), 2);
    tx.commit().await.unwrap();

    assert_eq!(sample::list(&db).await, given);
}

async fn a_filter_that_is_not_given_lets_every_row_through(db: TestDatabase) {
    sample::create(&db).await;
    let rich = Sample { amount: Some(7), note: Some("Rich".to_owned()), ..Sample::empty(2) };
    let mut tx = db.begin().await.unwrap();
    sample::add(&mut tx, &[Sample::empty(1), rich.clone()]).await.unwrap();

    let mut filter = async |amount: Option<i64>, like: Option<&str>| {
        let statement = tx.sql(FILTER).bind(HOUSE).bind(amount).bind(like);
        statement.scalars::<Uuid>().await.unwrap()
    };
    assert_eq!(filter(None, None).await.len(), 2);
    assert_eq!(filter(Some(7), None).await, [rich.id]);
    assert_eq!(filter(None, Some("ri%")).await, [rich.id]);
    assert!(filter(Some(8), Some("ri%")).await.is_empty());
}

async fn a_missing_row_is_none_where_it_may_be_missing(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.read().await.unwrap();
    let found = tx.sql(NOTE).bind(HOUSE).bind(HOUSE).optional::<(String,)>().await.unwrap();
    assert_eq!(found, None);
    assert!(tx.sql(NOTE).bind(HOUSE).bind(HOUSE).scalar::<String>().await.is_err());
}

async fn a_placeholder_without_a_value_is_an_error(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    let error = tx.sql(ADD).bind(HOUSE).bind(HOUSE).execute().await.unwrap_err();
    assert_eq!(error.to_string(), "the statement has 3 placeholders, 2 are bound");
}

async fn a_value_without_a_placeholder_is_an_error(db: TestDatabase) {
    sample::create(&db).await;
    let mut tx = db.begin().await.unwrap();
    let error = tx.sql(NOTE).bind(HOUSE).bind(HOUSE).bind("x").execute().await.unwrap_err();
    assert_eq!(error.to_string(), "the statement has 2 placeholders, 3 are bound");
}

async fn an_error_reveals_nothing_about_the_database(db: TestDatabase) {
    let mut tx = db.begin().await.unwrap();
    let error = Error::from(tx.sql(NOTE).bind(HOUSE).bind(HOUSE).execute().await.unwrap_err());
    assert_eq!(error.code(), Code::InternalError);
    assert!(!format!("{error:?}").contains("sample"));
}
