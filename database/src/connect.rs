//! Connecting: the options and pools of each database.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Executor};

use super::{Db, Pools, Result};

/// The maximum waiting time for another process that writes to the file of SQLite.
const BUSY_MAX: Duration = Duration::from_secs(5);

/// Limits for every PostgreSQL connection of the service (not for migrations).
const POSTGRES_SESSION: &str = "SET lock_timeout = '5s'; SET statement_timeout = '30s'; \
     SET idle_in_transaction_session_timeout = '60s'";

/// Fails on a replica, to which a proxy may lead for a moment after the loss of a primary.
const PRIMARY_ONLY: &str = "BEGIN READ WRITE; COMMIT";

/// The same limits for one transaction, if its connection keeps no settings.
pub(super) const POSTGRES_TRANSACTION: &str = "SET LOCAL lock_timeout = '5s'; \
     SET LOCAL statement_timeout = '30s'; SET LOCAL idle_in_transaction_session_timeout = '60s'";

/// The pools of connections to a database, and the statements that each connection keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PoolSettings {
    /// The maximum number of connections to PostgreSQL, or of read connections to SQLite, which
    /// has one more for writes.
    pub connections_max: u32,
    /// The maximum waiting time for a free connection.
    pub wait_max: Duration,
    /// PostgreSQL: the time after which an unused connection is closed; `None` for never.
    pub idle_max: Option<Duration>,
    /// PostgreSQL: the time after which a connection is replaced; `None` for never.
    pub lifetime_max: Option<Duration>,
    /// The maximum number of prepared statements that a connection keeps. With 0, nothing on a
    /// connection to PostgreSQL outlives a transaction: `PgBouncer` may run each one on another
    /// connection.
    pub statement_cache: u16,
}

impl Default for PoolSettings {
    fn default() -> Self {
        Self {
            connections_max: 16,
            wait_max: Duration::from_secs(5),
            idle_max: Some(Duration::from_mins(10)),
            lifetime_max: Some(Duration::from_mins(30)),
            statement_cache: 100,
        }
    }
}

impl Db {
    /// Connects to `sqlite:path` (created when missing; its directory must exist), to
    /// `sqlite::memory:` or to `postgres://user:password@host/database`.
    pub async fn connect(url: &str) -> Result<Self> {
        Self::connect_with(url, PoolSettings::default()).await
    }

    /// Connects with other settings of its pools.
    pub async fn connect_with(url: &str, settings: PoolSettings) -> Result<Self> {
        if url.starts_with("sqlite:") {
            // Full: a committed transaction is on disk. Normal would lose the last transactions in
            // a power failure.
            let options = SqliteConnectOptions::from_str(url)?;
            let options = options.synchronous(SqliteSynchronous::Full);
            Self::open_sqlite(options, settings).await
        } else if url.starts_with("postgres://") || url.starts_with("postgresql://") {
            let options = PgConnectOptions::from_str(url)?;
            Self::open_postgres(options, settings).await
        } else {
            let message = "the database URL must begin with sqlite: or postgres://";
            Err(sqlx::Error::Configuration(message.into()).into())
        }
    }

    pub(super) async fn open_sqlite(
        options: SqliteConnectOptions,
        settings: PoolSettings,
    ) -> Result<Self> {
        let options = options
            .create_if_missing(true)
            .foreign_keys(true)
            .busy_timeout(BUSY_MAX)
            .statement_cache_capacity(settings.statement_cache.into())
            .journal_mode(SqliteJournalMode::Wal);
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(settings.wait_max)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None)
            .before_acquire(|connection, _| Box::pin(is_free(connection)));

        let write = pool.clone().max_connections(1).connect_with(options.clone()).await?;
        let read = pool.max_connections(settings.connections_max);
        let read = read.connect_with(options.pragma("query_only", "ON")).await?;
        Ok(Self::over(Pools::Sqlite { read, write }))
    }

    pub(super) async fn open_postgres(
        options: PgConnectOptions,
        settings: PoolSettings,
    ) -> Result<Self> {
        let keeps_session = settings.statement_cache > 0;
        let pool = pool_options(settings);
        let pool = if keeps_session {
            pool.after_connect(|connection, _| {
                Box::pin(async move {
                    set_limits(connection).await?;
                    connection.execute(PRIMARY_ONLY).await.map(drop)
                })
            })
        } else {
            pool
        };
        let options = postgres_options(options, settings);
        let pool = pool.connect_with(options).await?;
        Ok(Self { keeps_session, ..Self::over(Pools::Postgres(pool)) })
    }
}

/// `PgBouncer` refuses the digits of floats as a parameter; the service reads no floats.
pub(super) fn postgres_options(
    options: PgConnectOptions,
    settings: PoolSettings,
) -> PgConnectOptions {
    options.extra_float_digits(None).statement_cache_capacity(settings.statement_cache.into())
}

pub(super) fn pool_options(settings: PoolSettings) -> PgPoolOptions {
    PgPoolOptions::new()
        .acquire_timeout(settings.wait_max)
        .max_connections(settings.connections_max)
        .idle_timeout(settings.idle_max)
        .max_lifetime(settings.lifetime_max)
}

pub(super) async fn set_limits(connection: &mut PgConnection) -> sqlx::Result<()> {
    connection.execute(POSTGRES_SESSION).await.map(drop)
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
