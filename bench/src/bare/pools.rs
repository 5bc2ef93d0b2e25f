//! The pools of the bare handler, and the steps of the product run on them once more.

use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use service::database::recording::{Step, Values};
use service::database::{Plans, few_readers};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgArguments, PgConnectOptions, PgConnection, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteArguments, SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool,
    SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Postgres, Sqlite, Transaction};

use super::Effort;

/// As many as the product opens to PostgreSQL.
const CONNECTIONS_MAX: u32 = 16;
const WAIT_MAX: Duration = Duration::from_secs(5);

/// As many connections as the product has, with the same options, in pools of the driver.
#[derive(Clone, Debug)]
pub enum Pools {
    Sqlite { read: SqlitePool, write: SqlitePool },
    Postgres(PgPool),
}

enum Open {
    None,
    SqliteOnce(PoolConnection<Sqlite>),
    PostgresOnce(PoolConnection<Postgres>),
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
        let read = pool.max_connections(few_readers()).connect_with(readers).await?;
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

    /// Runs the statements in the transactions that the product ran them in.
    pub async fn replay(&self, steps: &[Step], effort: Effort) -> Result<()> {
        let mut open = Open::None;
        for step in steps {
            open = match step {
                Step::Begin => self.begin(open).await?,
                Step::Read(plans) => self.read(open, *plans).await?,
                Step::ReadOnce => self.read_once(open).await?,
                Step::Commit => open.commit().await?,
                Step::Statement { text, values, persistent } => {
                    open.run((text, values, *persistent), effort).await?;
                    open
                }
            };
        }
        Ok(())
    }

    async fn begin(&self, before: Open) -> Result<Open> {
        drop(before);
        Ok(match self {
            Self::Sqlite { write, .. } => Open::Sqlite(write.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
                Open::Postgres(pool.begin_with(begin).await?)
            }
        })
    }

    async fn read_once(&self, before: Open) -> Result<Open> {
        drop(before);
        Ok(match self {
            Self::Sqlite { read, .. } => Open::SqliteOnce(read.acquire().await?),
            Self::Postgres(pool) => Open::PostgresOnce(pool.acquire().await?),
        })
    }

    async fn read(&self, before: Open, plans: Plans) -> Result<Open> {
        drop(before);
        Ok(match self {
            Self::Sqlite { read, .. } => Open::Sqlite(read.begin().await?),
            Self::Postgres(pool) => Open::Postgres(pool.begin_with(plans.begin()).await?),
        })
    }
}

impl Open {
    async fn commit(self) -> Result<Self> {
        match self {
            Self::None | Self::SqliteOnce(_) | Self::PostgresOnce(_) => {
                bail!("nothing was begun")
            }
            Self::Sqlite(transaction) => transaction.commit().await?,
            Self::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(Self::None)
    }

    async fn run(
        &mut self,
        (text, values, persistent): (&str, &Values, bool),
        effort: Effort,
    ) -> Result<()> {
        let text = AssertSqlSafe(text.to_owned());
        match (self, values.clone()) {
            (Self::Sqlite(transaction), Values::Sqlite(values)) => {
                sqlite(&mut *transaction, (text, values, persistent), effort).await
            }
            (Self::SqliteOnce(connection), Values::Sqlite(values)) => {
                sqlite(&mut *connection, (text, values, persistent), effort).await
            }
            (Self::Postgres(transaction), Values::Postgres(values)) => {
                postgres(&mut *transaction, (text, values, persistent), effort).await
            }
            (Self::PostgresOnce(connection), Values::Postgres(values)) => {
                postgres(&mut *connection, (text, values, persistent), effort).await
            }
            (_, _) => bail!("a statement on no connection, or for another database"),
        }
    }
}

async fn sqlite(
    connection: &mut SqliteConnection,
    (text, values, persistent): (AssertSqlSafe<String>, SqliteArguments, bool),
    effort: Effort,
) -> Result<()> {
    let query = sqlx::query_with(text, values).persistent(persistent);
    let rows = query.fetch_all(connection).await;
    effort.look(rows.context("the statement fails")?)
}

async fn postgres(
    connection: &mut PgConnection,
    (text, values, persistent): (AssertSqlSafe<String>, PgArguments, bool),
    effort: Effort,
) -> Result<()> {
    let query = sqlx::query_with(text, values).persistent(persistent);
    let rows = query.fetch_all(connection).await;
    effort.look(rows.context("the statement fails")?)
}
