//! Conversion of rows to records, by column name.

use database::FromRow;
use database::on_both;
use database::test_support::TestDatabase;

on_both!(
    fields_are_found_by_name_whatever_the_order_of_the_columns,
    a_record_within_a_record_takes_the_columns_of_its_names,
    a_column_that_is_not_there_is_named,
    a_number_that_does_not_fit_is_an_error,
    an_undecodable_value_is_an_error_that_names_its_column,
);

#[derive(Debug, PartialEq, FromRow)]
struct Amounts {
    paid: i64,
    owed: i64,
}

#[derive(Debug, PartialEq, FromRow)]
struct Line {
    #[sqlx(rename = "type")]
    kind: String,
    #[sqlx(flatten)]
    amounts: Amounts,
    #[sqlx(try_from = "i64")]
    period: u8,
}

async fn fields_are_found_by_name_whatever_the_order_of_the_columns(db: TestDatabase) {
    let mut tx = db.read().await.unwrap();
    for text in [
        "SELECT CAST(1 AS BIGINT) AS paid, CAST(2 AS BIGINT) AS owed",
        "SELECT CAST(2 AS BIGINT) AS owed, CAST(1 AS BIGINT) AS paid",
        "SELECT CAST(2 AS BIGINT) AS owed, CAST(3 AS BIGINT) AS other, CAST(1 AS BIGINT) AS paid",
    ] {
        let expected = Amounts { paid: 1, owed: 2 };
        assert_eq!(tx.sql(text).all::<Amounts>().await.unwrap(), [expected], "{text}");
        let first: Amounts = tx.sql(text).one().await.unwrap();
        assert_eq!(first, Amounts { paid: 1, owed: 2 }, "{text}");
    }
}

async fn a_record_within_a_record_takes_the_columns_of_its_names(db: TestDatabase) {
    let mut tx = db.read().await.unwrap();
    let text = "SELECT CAST(2 AS BIGINT) AS owed, CAST(7 AS BIGINT) AS period,
        CAST('open' AS TEXT) AS type, CAST(1 AS BIGINT) AS paid";
    let line: Line = tx.sql(text).one().await.unwrap();
    let amounts = Amounts { paid: 1, owed: 2 };
    assert_eq!(line, Line { kind: "open".to_owned(), amounts, period: 7 });
}

async fn a_column_that_is_not_there_is_named(db: TestDatabase) {
    let mut tx = db.read().await.unwrap();
    let error = tx.sql("SELECT CAST(1 AS BIGINT) AS paid").one::<Amounts>().await.unwrap_err();
    assert!(format!("{error:?}").contains("owed"), "{error:?}");
}

async fn a_number_that_does_not_fit_is_an_error(db: TestDatabase) {
    let mut tx = db.read().await.unwrap();
    let text = "SELECT CAST('open' AS TEXT) AS type, CAST(1 AS BIGINT) AS paid,
        CAST(2 AS BIGINT) AS owed, CAST(256 AS BIGINT) AS period";
    let error = tx.sql(text).one::<Line>().await.unwrap_err();
    assert!(format!("{error:?}").contains("period"), "{error:?}");
}

async fn an_undecodable_value_is_an_error_that_names_its_column(db: TestDatabase) {
    let mut tx = db.read().await.unwrap();
    let text = "SELECT CAST(1 AS BIGINT) AS paid, CAST('two' AS TEXT) AS owed";
    let error = tx.sql(text).one::<Amounts>().await.unwrap_err();
    assert!(format!("{error:?}").contains("owed"), "{error:?}");
}
