//! Conversion of rows to records: the columns of the fields are looked up by name, once per
//! statement.

use std::error::Error as StdError;
use std::slice::Iter;

use sqlx::error::BoxDynError;
use sqlx::postgres::PgRow;
use sqlx::sqlite::SqliteRow;
use sqlx::{Decode, Error, Postgres, Row, Sqlite, Type};

pub use sqlx::Column;

/// A value that both databases can return as a column.
pub trait Value:
    for<'r> Decode<'r, Sqlite>
    + Type<Sqlite>
    + for<'r> Decode<'r, Postgres>
    + Type<Postgres>
    + Send
    + Unpin
{
}

impl<T> Value for T where
    T: for<'r> Decode<'r, Sqlite>
        + Type<Sqlite>
        + for<'r> Decode<'r, Postgres>
        + Type<Postgres>
        + Send
        + Unpin
{
}

/// A row that both databases can return: `#[derive(Record)]`, whose fields are found by column
/// name, or a tuple of the first columns.
pub trait Record: Sized + Send + Unpin {
    /// Finds the columns, in the order in which [`Record::read`] reads them.
    fn find<C: Column>(places: &mut Places<'_, C>) -> Found;

    /// Reads the values from a row.
    fn read<R: Cells>(row: &mut Reading<'_, R>) -> Read<Self>;
}

/// The result of a search for a column.
pub type Found = Result<(), Error>;

/// The result of reading a record.
pub type Read<T> = Result<T, Error>;

/// The positions of a record's columns.
#[derive(Debug)]
pub struct Places<'r, C> {
    columns: &'r [C],
    found: Vec<usize>,
}

impl<C: Column> Places<'_, C> {
    /// Finds the column of that name. Fields are mostly in the order of the columns, so that the
    /// next one is tried first.
    ///
    /// Errors: there is no such column.
    pub fn find(&mut self, name: &str) -> Found {
        let next = self.found.last().map_or(0, |last| last + 1).min(self.columns.len());
        let (before, after) = self.columns.split_at(next);
        let is_named = |column: &C| column.name() == name;
        let place = after.iter().position(is_named).map(|place| next + place);
        let place = place.or_else(|| before.iter().position(is_named));
        self.found.push(place.ok_or_else(|| Error::ColumnNotFound(name.to_owned()))?);
        Ok(())
    }

    /// Takes the first columns, regardless of their names.
    fn first(&mut self, count: usize) {
        self.found.extend(0..count);
    }
}

/// A row that returns values by the position of their column.
pub trait Cells {
    /// The value at a position.
    ///
    /// Errors: there is no such column, or it has a different type.
    fn cell<V: Value>(&self, place: usize) -> Read<V>;

    /// The name of the column at a position.
    fn name(&self, place: usize) -> &str;
}

/// A row whose values are read one by one.
#[derive(Debug)]
pub struct Reading<'r, R> {
    row: &'r R,
    places: Iter<'r, usize>,
}

impl<R: Cells> Reading<'_, R> {
    /// The next value.
    ///
    /// Errors: the column has a different type.
    pub fn value<V: Value>(&mut self) -> Read<V> {
        let place = self.place()?;
        self.cell(place)
    }

    /// The next value, converted to another type.
    ///
    /// Errors: the column has a different type, or its value does not fit the other type.
    pub fn converted<V: Value, T: TryFrom<V>>(&mut self) -> Read<T>
    where
        T::Error: StdError + Send + Sync + 'static,
    {
        let place = self.place()?;
        T::try_from(self.cell(place)?).map_err(|error| self.undecoded(place, error.into()))
    }

    fn cell<V: Value>(&self, place: usize) -> Read<V> {
        self.row.cell(place).map_err(|error| match error {
            Error::ColumnDecode { source, .. } => self.undecoded(place, source),
            other => other,
        })
    }

    fn undecoded(&self, place: usize, source: BoxDynError) -> Error {
        Error::ColumnDecode { index: self.row.name(place).to_owned(), source }
    }

    fn place(&mut self) -> Read<usize> {
        let missing = || Error::ColumnNotFound("more are read than were looked for".to_owned());
        self.places.next().copied().ok_or_else(missing)
    }
}

macro_rules! rows {
    ($($row:ty),*) => {$(
        impl Cells for $row {
            fn cell<V: Value>(&self, place: usize) -> Read<V> {
                self.try_get(place)
            }

            fn name(&self, place: usize) -> &str {
                self.columns().get(place).map_or("", Column::name)
            }
        }

        impl Source for $row {
            fn places<T: Record>(&self) -> Read<Vec<usize>> {
                let mut places = Places { columns: self.columns(), found: Vec::new() };
                T::find(&mut places)?;
                Ok(places.found)
            }
        }
    )*};
}

/// A row with access to its column names.
pub(super) trait Source: Cells {
    /// The positions of a record's columns in this row and in all other rows of its statement.
    fn places<T: Record>(&self) -> Read<Vec<usize>>;

    /// The record, from the positions that [`Source::places`] found.
    fn record<T: Record>(&self, places: &[usize]) -> Read<T>
    where
        Self: Sized,
    {
        T::read(&mut Reading { row: self, places: places.iter() })
    }
}

rows!(SqliteRow, PgRow);

/// Implements `Record` for a type outside of this crate: lists its fields, each with the type of
/// its column, and the name of the column if it differs.
macro_rules! record_of {
    ($record:ident { $($field:ident: $kind:ty $(= $column:literal)?),+ $(,)? }) => {
        impl $crate::database::Record for $record {
            fn find<C: $crate::database::Column>(
                places: &mut $crate::database::Places<'_, C>,
            ) -> $crate::database::Found {
                $(places.find($crate::database::record_of!(@name $field $($column)?))?;)+
                Ok(())
            }

            fn read<R: $crate::database::Cells>(
                row: &mut $crate::database::Reading<'_, R>,
            ) -> $crate::database::Read<Self> {
                Ok(Self { $($field: row.converted::<$kind, _>()?),+ })
            }
        }
    };
    (@name $field:ident) => { stringify!($field) };
    (@name $field:ident $column:literal) => { $column };
}

pub(crate) use record_of;

macro_rules! tuples {
    ($(($($value:ident),+) = $count:literal;)*) => {$(
        impl<$($value: Value),+> Record for ($($value,)+) {
            fn find<C: Column>(places: &mut Places<'_, C>) -> Found {
                places.first($count);
                Ok(())
            }

            fn read<R: Cells>(row: &mut Reading<'_, R>) -> Read<Self> {
                Ok(($(row.value::<$value>()?,)+))
            }
        }
    )*};
}

tuples! {
    (T1) = 1;
    (T1, T2) = 2;
    (T1, T2, T3) = 3;
    (T1, T2, T3, T4) = 4;
    (T1, T2, T3, T4, T5) = 5;
    (T1, T2, T3, T4, T5, T6) = 6;
}
