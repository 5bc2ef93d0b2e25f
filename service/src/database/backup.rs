//! A copy of a live database.

use sqlx::Executor as _;

use super::{Db, Pools, Result};

const COPY: &str = "VACUUM INTO $1";

impl Db {
    /// Copies a SQLite database into a new file, as of one moment, while others go on working.
    ///
    /// Errors: the file exists, or the database is PostgreSQL, which brings a tool of its own.
    pub async fn backup(&self, file: &str) -> Result<()> {
        match &self.pools {
            Pools::Sqlite { write, .. } => {
                write.execute(sqlx::query(COPY).bind(file)).await?;
                Ok(())
            }
            Pools::Postgres(_) => {
                let message = "a PostgreSQL database is copied with pg_dump";
                Err(sqlx::Error::Configuration(message.into()).into())
            }
        }
    }
}
