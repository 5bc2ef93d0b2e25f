//! The connection pools of the bare handler, and the replay of recorded steps.

use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use database::{Access, Values};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool,
    SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Postgres, Sqlite, Transaction};

use super::Effort;
use crate::recorder::Step;

/// The same number as in Mizan.
const CONNECTIONS_MAX: u32 = 16;
const WAIT_MAX: Duration = Duration::from_secs(5);

/// Pools of sqlx with the same options and number of connections as in Mizan.
#[derive(Clone, Debug)]
pub enum Pools {
    Sqlite { read: SqlitePool, write: SqlitePool },
    Postgres(PgPool),
}

enum Open {
    None,
    SqliteAutocommit(PoolConnection<Sqlite>),
    PostgresAutocommit(PoolConnection<Postgres>),
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Pools {
    pub async fn open(url: &str) -> Result<Self> {
        if !url.starts_with("sqlite:") {
            let pool = PgPoolOptions::new()
                .acquire_timeout(WAIT_MAX)
                .max_connections(CONNECTIONS_MAX)
                .connect_with(PgConnectOptions::from_str(url)?)
                .await?;
            return Ok(Self::Postgres(pool));
        }
        let options = SqliteConnectOptions::from_str(url)?
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(WAIT_MAX)
            .journal_mode(SqliteJournalMode::Wal);
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(WAIT_MAX)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None);
        let write = pool.clone().max_connections(1).connect_with(options.clone()).await?;
        let readers = options.pragma("query_only", "ON");
        let read = pool.max_connections(CONNECTIONS_MAX).connect_with(readers).await?;
        Ok(Self::Sqlite { read, write })
    }

    pub async fn close(&self) {
        match self {
            Self::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Self::Postgres(pool) => pool.close().await,
        }
    }

    /// Runs the statements in the same transactions as Mizan.
    pub async fn replay(&self, steps: &[Step], effort: Effort) -> Result<()> {
        let mut open = Open::None;
        for step in steps {
            open = match step {
                Step::Begin(access) => self.begin(open, *access).await?,
                Step::Commit => open.commit().await?,
                Step::Statement { text, values, is_prepared } => {
                    open.run((text, values, *is_prepared), effort).await?;
                    open
                }
            };
        }
        Ok(())
    }

    async fn begin(&self, before: Open, access: Access) -> Result<Open> {
        drop(before);
        Ok(match (self, access) {
            (Self::Sqlite { write, .. }, Access::Write) => {
                Open::Sqlite(write.begin_with("BEGIN IMMEDIATE").await?)
            }
            (Self::Sqlite { read, .. }, Access::Read) => Open::Sqlite(read.begin().await?),
            (Self::Sqlite { read, .. }, Access::Autocommit) => {
                Open::SqliteAutocommit(read.acquire().await?)
            }
            (Self::Postgres(pool), Access::Write | Access::Read) => {
                Open::Postgres(pool.begin_with(access.begin()).await?)
            }
            (Self::Postgres(pool), Access::Autocommit) => {
                Open::PostgresAutocommit(pool.acquire().await?)
            }
        })
    }
}

impl Open {
    async fn commit(self) -> Result<Self> {
        match self {
            Self::None | Self::SqliteAutocommit(_) | Self::PostgresAutocommit(_) => {
                bail!("nothing was begun")
            }
            Self::Sqlite(transaction) => transaction.commit().await?,
            Self::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(Self::None)
    }

    async fn run(
        &mut self,
        (text, values, is_prepared): (&str, &Values, bool),
        effort: Effort,
    ) -> Result<()> {
        let text = AssertSqlSafe(text.to_owned());
        match (self, values.clone()) {
            (Self::Sqlite(transaction), Values::Sqlite(values)) => {
                sqlite(&mut *transaction, (text, values, is_prepared), effort).await
            }
            (Self::SqliteAutocommit(connection), Values::Sqlite(values)) => {
                sqlite(&mut *connection, (text, values, is_prepared), effort).await
            }
            (Self::Postgres(transaction), Values::Postgres(values)) => {
                postgres(&mut *transaction, (text, values, is_prepared), effort).await
            }
            (Self::PostgresAutocommit(connection), Values::Postgres(values)) => {
                postgres(&mut *connection, (text, values, is_prepared), effort).await
            }
            (_, _) => bail!("a statement on no connection, or for another database"),
        }
    }
}

async fn sqlite(
    connection: &mut SqliteConnection,
    (text, values, is_prepared): (AssertSqlSafe<String>, SqliteArguments, bool),
    effort: Effort,
) -> Result<()> {
    let query = sqlx::query_with(text, values).persistent(is_prepared);
    let rows = query.fetch_all(connection).await;
    effort.look(rows.context("the statement fails")?)
}

async fn postgres(
    connection: &mut PgConnection,
    (text, values, is_prepared): (AssertSqlSafe<String>, PgArguments, bool),
    effort: Effort,
) -> Result<()> {
    let query = sqlx::query_with(text, values).persistent(is_prepared);
    let rows = query.fetch_all(connection).await;
    effort.look(rows.context("the statement fails")?)
}
