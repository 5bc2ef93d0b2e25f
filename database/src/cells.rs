//! Rows of any shape, for exports of whole records.

use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::types::chrono::{DateTime, NaiveDate, Utc};
use sqlx::{Column, Error, FromRow, Row, TypeInfo, ValueRef};
use uuid::Uuid;

/// The value of a column, without the type that a record would give it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// No value.
    Null,
    /// A truth value; SQLite has whole numbers in its place.
    Boolean(bool),
    /// A whole number.
    Integer(i64),
    /// A text, a date or a timestamp, both in the format of RFC 3339.
    Text(String),
    /// An id.
    Id(Uuid),
}

/// A row as the names and the values of its columns.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cells(pub Vec<(String, Cell)>);

impl FromRow<'_, SqliteRow> for Cells {
    fn from_row(row: &SqliteRow) -> Result<Self, Error> {
        let cell = |index| -> Result<Cell, Error> {
            let value = row.try_get_raw(index)?;
            if value.is_null() {
                return Ok(Cell::Null);
            }
            match value.type_info().name() {
                "INTEGER" => row.try_get(index).map(Cell::Integer),
                "TEXT" => row.try_get(index).map(Cell::Text),
                "BLOB" => row.try_get(index).map(Cell::Id),
                other => Err(unknown(other)),
            }
        };
        cells(row, cell)
    }
}

impl FromRow<'_, PgRow> for Cells {
    fn from_row(row: &PgRow) -> Result<Self, Error> {
        let cell = |index| -> Result<Cell, Error> {
            let value = row.try_get_raw(index)?;
            if value.is_null() {
                return Ok(Cell::Null);
            }
            match value.type_info().name() {
                "BOOL" => row.try_get(index).map(Cell::Boolean),
                "INT8" => row.try_get(index).map(Cell::Integer),
                "TEXT" => row.try_get(index).map(Cell::Text),
                "UUID" => row.try_get(index).map(Cell::Id),
                "DATE" => Ok(Cell::Text(row.try_get::<NaiveDate, _>(index)?.to_string())),
                "TIMESTAMPTZ" => {
                    Ok(Cell::Text(row.try_get::<DateTime<Utc>, _>(index)?.to_rfc3339()))
                }
                other => Err(unknown(other)),
            }
        };
        cells(row, cell)
    }
}

fn cells<R: Row>(row: &R, cell: impl Fn(usize) -> Result<Cell, Error>) -> Result<Cells, Error> {
    let columns = row.columns().iter();
    let cells = columns.map(|it| Ok((it.name().to_owned(), cell(it.ordinal())?)));
    cells.collect::<Result<_, Error>>().map(Cells)
}

fn unknown(kind: &str) -> Error {
    Error::Decode(format!("a cell has the type {kind}").into())
}
