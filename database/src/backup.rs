//! A copy of a live database.

use std::fs::{OpenOptions, remove_file};
use std::path::Path;

use sqlx::Executor as _;

use super::{Db, Pools, Result};

const COPY: &str = "VACUUM INTO $1";

impl Db {
    /// Copies a SQLite database into a new file, as of one moment, while other transactions
    /// continue. Only the user of the process may read the file.
    ///
    /// Errors: the file exists, or the database is PostgreSQL, which has its own tool.
    pub async fn backup(&self, file: &str) -> Result<()> {
        match &self.pools {
            Pools::Sqlite { write, .. } => {
                create(Path::new(file)).map_err(|error| {
                    sqlx::Error::Configuration(format!("{file} cannot be made: {error}").into())
                })?;
                let copied = write.execute(sqlx::query(COPY).bind(file)).await;
                if copied.is_err() {
                    // A partial file must not be mistaken for a backup.
                    drop(remove_file(file));
                }
                copied?;
                Ok(())
            }
            Pools::Postgres(_) => {
                let message = "a PostgreSQL database is copied with pg_dump";
                Err(sqlx::Error::Configuration(message.into()).into())
            }
        }
    }
}

/// SQLite accepts an existing file as long as it is empty.
fn create(file: &Path) -> std::io::Result<()> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(file).map(drop)
}
