//! Read connections of SQLite.
//!
//! Each has a thread and a cache of its own. The primary connections are reused last-in, first-out,
//! which keeps processor caches warm; cycling through many connections would not. Overflow
//! connections serve requests while the primary ones are held for long, by reports or downloads.
//!
//! The driver's pool checks whether a connection is alive, in a separate task, each time it is
//! returned. Here only connections that may be damaged are checked.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::thread::available_parallelism;
use std::time::Duration;

use deadpool::unmanaged::{Object, Pool};
use futures::future::{BoxFuture, try_join_all};
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteConnection, SqlitePool, SqlitePoolOptions, SqliteTransactionManager,
};
use sqlx::{ConnectOptions, Connection, Error, Result, SqlSafeStr, Sqlite};
use sqlx_core::transaction::TransactionManager;
use tokio::time::timeout;

/// The waiting time for a primary connection before an overflow connection is used: longer than a
/// page takes.
const PATIENCE: Duration = Duration::from_millis(20);

const BEGIN: &str = "BEGIN";

#[derive(Clone, Debug)]
pub(super) struct Readers {
    few: Pool<Kept>,
    others: SqlitePool,
    options: Arc<SqliteConnectOptions>,
}

/// A primary connection.
#[derive(Debug)]
struct Kept {
    connection: SqliteConnection,
    /// False from the start of a statement until its successful end.
    is_sound: bool,
}

/// A connection that reads until it is dropped.
#[derive(Debug)]
pub(super) struct Reader {
    connection: Lent,
    is_begun: bool,
}

#[derive(Debug)]
enum Lent {
    Few(Object<Kept>),
    Other(PoolConnection<Sqlite>),
}

impl Readers {
    /// Opens the primary connections; overflow connections are opened on demand, at most
    /// `others_max`.
    pub async fn open(
        pool: SqlitePoolOptions,
        options: SqliteConnectOptions,
        others_max: u32,
    ) -> Result<Self> {
        let few = try_join_all((0..few()).map(|_| Kept::open(&options))).await?;
        let others = pool.max_connections(others_max).connect_lazy_with(options.clone());
        Ok(Self { few: Pool::from(few), others, options: Arc::new(options) })
    }

    /// Acquires a connection for one statement. Boxed, because the future is part of every reading
    /// future.
    pub fn acquire(&self) -> BoxFuture<'_, Result<Reader>> {
        Box::pin(async {
            let connection = match timeout(PATIENCE, self.sound()).await {
                Ok(kept) => Lent::Few(kept?),
                Err(_) => Lent::Other(self.others.acquire().await?),
            };
            Ok(Reader { connection, is_begun: false })
        })
    }

    async fn sound(&self) -> Result<Object<Kept>> {
        loop {
            let mut kept = self.few.get().await.map_err(|_| Error::PoolClosed)?;
            if kept.is_sound {
                return Ok(kept);
            }
            // An abandoned statement runs to its end.
            let options = Arc::clone(&self.options);
            tokio::spawn(async move { kept.mend(&options).await });
        }
    }

    /// A connection with a transaction.
    pub fn begin(&self) -> BoxFuture<'_, Result<Reader>> {
        Box::pin(async {
            for _ in 0..self.few.status().size {
                let mut reader = self.acquire().await?;
                match reader.begin().await {
                    Ok(()) => return Ok(reader),
                    // An earlier transaction could not be rolled back: try another connection.
                    Err(Error::InvalidSavePointStatement | Error::WorkerCrashed) => {}
                    Err(error) => return Err(error),
                }
            }
            let mut reader = self.acquire().await?;
            reader.begin().await?;
            Ok(reader)
        })
    }

    /// Closes all connections, waiting for those in use.
    pub async fn close(&self) {
        for _ in 0..self.few.status().size {
            let Ok(kept) = self.few.remove().await else { break };
            // Closing also disposes of a damaged connection.
            let _ = kept.connection.close().await;
        }
        self.few.close();
        self.others.close().await;
    }
}

impl Kept {
    async fn open(options: &SqliteConnectOptions) -> Result<Self> {
        Ok(Self { connection: options.connect().await?, is_sound: true })
    }

    /// Reopens the connection unless it is alive without an open transaction.
    async fn mend(&mut self, options: &SqliteConnectOptions) -> Result<()> {
        // A dropped transaction is rolled back in the background; the ping waits for that.
        let is_alive = self.connection.ping().await.is_ok();
        if !is_alive || self.connection.is_in_transaction() {
            self.connection = options.connect().await?;
        }
        self.is_sound = true;
        Ok(())
    }
}

impl Reader {
    async fn begin(&mut self) -> Result<()> {
        SqliteTransactionManager::begin(self.begin_statement(), Some(BEGIN.into_sql_str())).await?;
        self.is_begun = true;
        self.end_statement()
    }

    /// The connection for a statement that starts now.
    pub fn begin_statement(&mut self) -> &mut SqliteConnection {
        if let Lent::Few(kept) = &mut self.connection {
            kept.is_sound = false;
        }
        self
    }

    /// Marks the end of a statement without an error. After an error, or a future dropped before
    /// this call, the connection has to be checked.
    ///
    /// Errors: the statement ran in an earlier caller's transaction that should have been rolled
    /// back.
    pub fn end_statement(&mut self) -> Result<()> {
        if let Lent::Few(kept) = &mut self.connection {
            if !self.is_begun && kept.connection.is_in_transaction() {
                let message = "a transaction before this statement could not be undone";
                return Err(Error::Protocol(message.to_owned()));
            }
            kept.is_sound = true;
        }
        Ok(())
    }
}

impl Drop for Reader {
    fn drop(&mut self) {
        if self.is_begun {
            SqliteTransactionManager::start_rollback(self);
        }
    }
}

impl Deref for Reader {
    type Target = SqliteConnection;

    fn deref(&self) -> &SqliteConnection {
        match &self.connection {
            Lent::Few(kept) => &kept.connection,
            Lent::Other(connection) => connection,
        }
    }
}

impl DerefMut for Reader {
    fn deref_mut(&mut self) -> &mut SqliteConnection {
        match &mut self.connection {
            Lent::Few(kept) => &mut kept.connection,
            Lent::Other(connection) => connection,
        }
    }
}

/// Two for each processor: one runs while the request of the other is being transferred.
pub fn few() -> u32 {
    available_parallelism().ok().and_then(|it| u32::try_from(it.get()).ok()).unwrap_or(1) * 2
}

#[cfg(test)]
mod tests {
    use super::super::Pools;
    use super::super::test_support::TestDatabase;
    use super::*;

    const LENGTH: &str = "SELECT COUNT(*) FROM organizations";
    const ADD: &str = "INSERT INTO organizations (id, name, time_zone, currency,
            customer_mfa_required, separate_shariah_approver, grace_days, non_accrual_days,
            created_at)
        VALUES (zeroblob(16), 'Amanah', 'UTC', 'USD', 0, 0, 5, 90, '2026-01-01T00:00:00+00:00')";

    async fn database_whose_transactions_could_not_be_ended() -> TestDatabase {
        let db = TestDatabase::sqlite().await;
        let Pools::Sqlite { read, .. } = &db.pools else { panic!("a database of SQLite") };
        let mut left_open = Vec::new();
        for _ in 0..few() {
            let mut reader = read.begin().await.unwrap();
            sqlx::query(LENGTH).execute(&mut *reader).await.unwrap();
            reader.is_begun = false;
            left_open.push(reader);
        }
        drop(left_open);
        let mut tx = db.begin().await.unwrap();
        tx.sql(ADD).execute().await.unwrap();
        tx.commit().await.unwrap();
        db
    }

    #[tokio::test]
    async fn a_transaction_that_could_not_be_ended_is_read_in_no_more() {
        let db = database_whose_transactions_could_not_be_ended().await;
        for _ in 0..few() {
            let length: i64 = db.read().await.unwrap().sql(LENGTH).scalar().await.unwrap();
            assert_eq!(length, 1);
        }
    }

    #[tokio::test]
    async fn a_look_into_a_transaction_that_could_not_be_ended_is_refused() {
        let db = database_whose_transactions_could_not_be_ended().await;
        let mut refused = 0;
        for _ in 0..2 * few() {
            match db.read_once().await.unwrap().sql(LENGTH).scalar::<i64>().await {
                Ok(length) => assert_eq!(length, 1),
                Err(_) => refused += 1,
            }
        }
        assert!(refused <= few(), "a connection is looked at after the first refusal");
        let length: i64 = db.read_once().await.unwrap().sql(LENGTH).scalar().await.unwrap();
        assert_eq!(length, 1);
    }
}
