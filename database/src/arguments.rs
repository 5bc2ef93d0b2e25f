//! Bound values, in the format of the target database.

use sqlx::error::BoxDynError;
use sqlx::postgres::PgArguments;
use sqlx::sqlite::SqliteArguments;

use super::{Bind, Engine, Result};

/// The values of one statement. The first value that cannot be encoded is remembered and reported
/// when the statement is finished, so that binds can be chained.
#[derive(Debug)]
pub(super) struct Arguments {
    values: Values,
    failure: Option<BoxDynError>,
}

/// Values of one statement, in the format of the target database.
#[derive(Clone, Debug)]
pub enum Values {
    /// For SQLite.
    Sqlite(SqliteArguments),
    /// For PostgreSQL.
    Postgres(PgArguments),
}

impl Arguments {
    pub(super) fn new(engine: Engine) -> Self {
        Self::starting_with(match engine {
            Engine::Sqlite => Values::Sqlite(SqliteArguments::default()),
            Engine::Postgres => Values::Postgres(PgArguments::default()),
        })
    }

    pub(super) fn starting_with(values: Values) -> Self {
        Self { values, failure: None }
    }

    pub(super) fn add<'q>(&mut self, value: impl Bind<'q>) {
        use sqlx::Arguments as _;
        let added = match &mut self.values {
            Values::Sqlite(values) => values.add(value),
            Values::Postgres(values) => values.add(value),
        };
        if let Err(failure) = added {
            self.failure.get_or_insert(failure);
        }
    }

    fn len(&self) -> usize {
        use sqlx::Arguments as _;
        match &self.values {
            Values::Sqlite(values) => values.len(),
            Values::Postgres(values) => values.len(),
        }
    }

    /// The values, if there are exactly `expected`: SQLite would treat a missing one as NULL.
    pub(super) fn finish(self, expected: usize) -> Result<Values> {
        let count = self.len();
        if let Some(failure) = self.failure {
            return Err(sqlx::Error::Encode(failure).into());
        }
        if count != expected {
            let message = format!("the statement has {expected} placeholders, {count} are bound");
            return Err(sqlx::Error::InvalidArgument(message).into());
        }
        Ok(self.values)
    }
}
