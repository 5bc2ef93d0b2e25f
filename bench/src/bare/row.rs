//! Decoding of rows value by value, independent of the query.

use anyhow::{Result, bail};
use chrono::{DateTime, NaiveDate, Utc};
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Row, TypeInfo, ValueRef};
use uuid::Uuid;

/// A decoded value.
#[derive(Debug, PartialEq)]
pub(super) enum Cell {
    Null,
    Flag(bool),
    Whole(i64),
    Text(String),
    Bytes(Vec<u8>),
    Id(Uuid),
    Day(NaiveDate),
    Moment(DateTime<Utc>),
}

/// A row whose values can be decoded.
pub(super) trait Cells {
    /// All values, in the order of the columns.
    ///
    /// Errors: a value has an unsupported type.
    fn cells(&self) -> Result<Vec<Cell>>;
}

impl Cells for SqliteRow {
    fn cells(&self) -> Result<Vec<Cell>> {
        (0..self.len()).map(|place| of_sqlite(self, place)).collect()
    }
}

impl Cells for PgRow {
    fn cells(&self) -> Result<Vec<Cell>> {
        (0..self.len()).map(|place| of_postgres(self, place)).collect()
    }
}

/// Ids are bytes and dates are text here: a handler may keep them in this form.
fn of_sqlite(row: &SqliteRow, place: usize) -> Result<Cell> {
    let value = row.try_get_raw(place)?;
    if value.is_null() {
        return Ok(Cell::Null);
    }
    let kind = value.type_info();
    Ok(match kind.name() {
        "INTEGER" => Cell::Whole(row.try_get(place)?),
        "BOOLEAN" => Cell::Flag(row.try_get(place)?),
        "TEXT" => Cell::Text(row.try_get(place)?),
        "BLOB" => Cell::Bytes(row.try_get(place)?),
        other => bail!("a value is {other}"),
    })
}

fn of_postgres(row: &PgRow, place: usize) -> Result<Cell> {
    let value = row.try_get_raw(place)?;
    if value.is_null() {
        return Ok(Cell::Null);
    }
    let kind = value.type_info();
    Ok(match kind.name() {
        "INT8" => Cell::Whole(row.try_get(place)?),
        "INT4" => Cell::Whole(row.try_get::<i32, _>(place)?.into()),
        "BOOL" => Cell::Flag(row.try_get(place)?),
        "TEXT" | "VARCHAR" => Cell::Text(row.try_get(place)?),
        "BYTEA" => Cell::Bytes(row.try_get(place)?),
        "UUID" => Cell::Id(row.try_get(place)?),
        "DATE" => Cell::Day(row.try_get(place)?),
        "TIMESTAMPTZ" => Cell::Moment(row.try_get(place)?),
        other => bail!("a value is {other}"),
    })
}

#[cfg(test)]
mod tests {
    use sqlx::{Connection, SqliteConnection};

    use super::*;

    #[tokio::test]
    async fn every_kind_of_value_is_taken_out() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let row = sqlx::query("SELECT NULL, 7, 'word', x'0102'");
        let row = row.fetch_one(&mut connection).await.unwrap();
        let text = Cell::Text("word".to_owned());
        let expected = [Cell::Null, Cell::Whole(7), text, Cell::Bytes(vec![1, 2])];
        assert_eq!(row.cells().unwrap(), expected);
    }

    #[tokio::test]
    async fn a_value_of_a_kind_that_is_not_known_is_an_error() {
        let mut connection = SqliteConnection::connect("sqlite::memory:").await.unwrap();
        let row = sqlx::query("SELECT 0.5").fetch_one(&mut connection).await.unwrap();
        assert!(row.cells().is_err());
    }
}
