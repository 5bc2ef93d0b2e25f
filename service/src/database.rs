//! One SQL text for two databases: SQLite (embedded, the default) and PostgreSQL.
//!
//! [`Db`] opens transactions, [`Tx`] runs statements, and nothing outside this module depends on
//! the database in use. Statements are static text with `$1`, `$2`, … as placeholders:
//!
//! ```ignore
//! let mut tx = db.begin().await?;
//! let staff = tx.sql(FIND).bind(organization).bind(id).optional::<StaffRow>().await?;
//! tx.commit().await?;
//! ```

mod arguments;
mod backup;
mod error;
mod migrate;
mod readers;
mod record;
#[cfg(feature = "recording")]
pub mod recording;
mod registry;
mod rows;
mod statement;
#[cfg(any(test, feature = "test-support"))]
pub mod test_support;
mod transaction;
#[cfg(test)]
pub(crate) mod walks;

use std::str::FromStr;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePool, SqlitePoolOptions,
    SqliteSynchronous,
};
use sqlx::{Connection, Executor};

pub use ::record::Record;
pub use error::{DatabaseError, Result};
use readers::Readers;
#[cfg(feature = "recording")]
pub use readers::few as few_readers;
pub(crate) use record::record_of;
pub use record::{Cells, Column, Found, Places, Read, Reading, Record, Value};
pub(crate) use registry::statements;
pub use rows::{Row, Rows};
pub use statement::{Bind, Statement};
pub use transaction::Tx;

/// The maximum waiting time for a free connection, a lock or an unresponsive server.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// Limits for every PostgreSQL connection of the service (not for migrations).
const POSTGRES_SESSION: &str = "SET lock_timeout = '5s'; SET statement_timeout = '30s'; \
     SET idle_in_transaction_session_timeout = '60s'";

/// The database in use. Only migrations, tests, `check` and locks depend on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Engine {
    /// Embedded, in one file.
    Sqlite,
    /// A server with the PostgreSQL protocol.
    Postgres,
}

/// A connected database; clones share its pools and its statement counter.
#[derive(Clone, Debug)]
pub struct Db {
    pools: Pools,
    statements: Arc<AtomicU64>,
}

/// SQLite allows one writer: its pool of one connection makes writers queue instead of failing.
#[derive(Clone, Debug)]
enum Pools {
    Sqlite { read: Readers, write: SqlitePool },
    Postgres(PgPool),
}

impl Db {
    /// Connects to `sqlite:path` (created when missing; its directory must exist), to
    /// `sqlite::memory:` or to `postgres://user:password@host/database`.
    pub async fn connect(url: &str) -> Result<Self> {
        Self::connect_with(url, 16).await
    }

    /// Connects with at most `connections_max` connections for PostgreSQL, or overflow read
    /// connections for SQLite.
    pub async fn connect_with(url: &str, connections_max: u32) -> Result<Self> {
        if url.starts_with("sqlite:") {
            // Full: a committed transaction is on disk. Normal would lose the last transactions in
            // a power failure.
            let options = SqliteConnectOptions::from_str(url)?;
            let options = options.synchronous(SqliteSynchronous::Full);
            Self::open_sqlite(options, connections_max).await
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(url)?;
            Self::open_postgres(options, connections_max).await
        } else {
            let message = "the database URL must begin with sqlite: or postgres://";
            Err(sqlx::Error::Configuration(message.into()).into())
        }
    }

    async fn open_sqlite(options: SqliteConnectOptions, readers_max: u32) -> Result<Self> {
        let options = options
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(WAIT_MAX)
            .journal_mode(SqliteJournalMode::Wal);
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(WAIT_MAX)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
            .before_acquire(|connection, _| Box::pin(is_free(connection)));

        let write = pool.clone().max_connections(1).connect_with(options.clone()).await?;
        let read = Readers::open(pool, options.pragma("query_only", "ON"), readers_max).await?;
        Ok(Self::over(Pools::Sqlite { read, write }))
    }

    async fn open_postgres(options: PgConnectOptions, connections_max: u32) -> Result<Self> {
        let pool = PgPoolOptions::new()
            .acquire_timeout(WAIT_MAX)
            .max_connections(connections_max)
            .after_connect(|connection, _| {
                Box::pin(async move { connection.execute(POSTGRES_SESSION).await.map(drop) })
            })
            .connect_with(options)
            .await?;
        Ok(Self::over(Pools::Postgres(pool)))
    }

    fn over(pools: Pools) -> Self {
        Self { pools, statements: Arc::default() }
    }

    /// Opens a write transaction. On SQLite it holds the only write connection, so keep it short
    /// and never open a second one inside it.
    pub async fn begin(&self) -> Result<Tx> {
        #[cfg(feature = "recording")]
        recording::note(|| recording::Step::Begin);
        let connection = match &self.pools {
            Pools::Sqlite { write, .. } => write.begin_with("BEGIN IMMEDIATE").await?.into(),
            Pools::Postgres(pool) => pool.begin_with(BEGIN_POSTGRES).await?.into(),
        };
        Ok(Tx::new(connection, Arc::clone(&self.statements)))
    }

    /// Opens a read transaction: all its statements see one state of the data, and it never waits
    /// for writers. Both databases refuse writes in it.
    pub async fn read(&self) -> Result<Tx> {
        self.read_with(Plans::Weighed).await
    }

    /// The same for statements whose plan does not depend on their values: PostgreSQL plans each of
    /// them once per connection. It would otherwise consider a custom plan for the given values,
    /// which takes three times as long as reading a page.
    pub async fn read_with_kept_plans(&self) -> Result<Tx> {
        self.read_with(Plans::Kept).await
    }

    async fn read_with(&self, plans: Plans) -> Result<Tx> {
        #[cfg(feature = "recording")]
        recording::note(|| recording::Step::Read(plans));
        let connection = match &self.pools {
            Pools::Sqlite { read, .. } => read.begin().await?.into(),
            Pools::Postgres(pool) => pool.begin_with(plans.begin()).await?.into(),
        };
        Ok(Tx::new(connection, Arc::clone(&self.statements)))
    }

    /// Takes a connection for a single read statement without a transaction: a statement by itself
    /// sees one state of the data. This saves two round trips to the database. A write is refused.
    pub async fn read_once(&self) -> Result<Tx> {
        #[cfg(feature = "recording")]
        recording::note(|| recording::Step::ReadOnce);
        let connection = match &self.pools {
            Pools::Sqlite { read, .. } => read.acquire().await?.into(),
            Pools::Postgres(pool) => pool.acquire().await?.into(),
        };
        Ok(Tx::new(connection, Arc::clone(&self.statements)))
    }

    /// Fails unless the database responds.
    pub async fn ping(&self) -> Result<()> {
        match &self.pools {
            Pools::Sqlite { read, .. } => {
                read.acquire().await?.execute("SELECT 1").await.map(drop)?;
            }
            Pools::Postgres(pool) => pool.execute("SELECT 1").await.map(drop)?,
        }
        Ok(())
    }

    /// The number of statements run so far through this database and its clones; opening and
    /// closing transactions does not count.
    pub fn statements(&self) -> u64 {
        self.statements.load(Ordering::Relaxed)
    }

    /// The database in use.
    pub fn engine(&self) -> Engine {
        match self.pools {
            Pools::Sqlite { .. } => Engine::Sqlite,
            Pools::Postgres(_) => Engine::Postgres,
        }
    }

    /// Closes every connection; open transactions may finish first.
    pub async fn close(&self) {
        match &self.pools {
            Pools::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }
}

/// Returns true if no transaction is open on the connection. After a disk error SQLite has rolled
/// back the transaction by itself; the driver cannot roll it back again and considers it open
/// forever.
async fn is_free(connection: &mut SqliteConnection) -> sqlx::Result<bool> {
    if connection.is_in_transaction() {
        // A dropped transaction is rolled back in the background; the ping waits for that.
        connection.ping().await?;
    }
    Ok(!connection.is_in_transaction())
}

const BEGIN_POSTGRES: &str = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";

/// The planning of statements in a read transaction on PostgreSQL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Plans {
    /// For the given values, if PostgreSQL estimates a benefit.
    Weighed,
    /// Once per connection.
    Kept,
}

impl Plans {
    /// The statement that begins such a transaction on PostgreSQL.
    pub const fn begin(self) -> &'static str {
        match self {
            Self::Weighed => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Self::Kept => {
                "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; \
                 SET LOCAL plan_cache_mode = force_generic_plan"
            }
        }
    }
}
