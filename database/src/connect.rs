//! Connecting: the options and pools of each database.

use std::str::FromStr;
use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{Connection, Executor};

use super::{Db, Pools, Result};

/// The maximum waiting time for a free connection, a lock or an unresponsive server.
const WAIT_MAX: Duration = Duration::from_secs(5);

/// Connections to PostgreSQL, or read connections to SQLite.
const CONNECTIONS_MAX: u32 = 16;

/// Limits for every PostgreSQL connection of the service (not for migrations).
const POSTGRES_SESSION: &str = "SET lock_timeout = '5s'; SET statement_timeout = '30s'; \
     SET idle_in_transaction_session_timeout = '60s'";

impl Db {
    /// Connects to `sqlite:path` (created when missing; its directory must exist), to
    /// `sqlite::memory:` or to `postgres://user:password@host/database`.
    pub async fn connect(url: &str) -> Result<Self> {
        Self::connect_with(url, CONNECTIONS_MAX).await
    }

    /// Connects with at most `connections_max` connections for PostgreSQL, or read connections for
    /// SQLite.
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

    pub(super) async fn open_sqlite(
        options: SqliteConnectOptions,
        readers_max: u32,
    ) -> Result<Self> {
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
        let read = pool.max_connections(readers_max);
        let read = read.connect_with(options.pragma("query_only", "ON")).await?;
        Ok(Self::over(Pools::Sqlite { read, write }))
    }

    pub(super) async fn open_postgres(
        options: PgConnectOptions,
        connections_max: u32,
    ) -> Result<Self> {
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
