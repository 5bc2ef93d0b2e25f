//! One SQL text for two databases: SQLite (embedded, the default) and PostgreSQL.
//!
//! [`Db`] opens transactions: a [`ReadTx`] runs queries, a [`WriteTx`] also runs changes and
//! commits. Nothing outside this crate depends on the database in use. Statements are declared
//! with [`statements!`] as static text with `$1`, `$2`, … as placeholders:
//!
//! ```ignore
//! let mut tx = db.read().await?.limited_to(organization);
//! let staff = tx.sql(FIND).bind(id).optional::<StaffRow>().await?;
//! ```
//!
//! Transactions and statements return boxed futures. Otherwise, the compiler would prove for every
//! handler again that all parts of their futures are `Send`.

mod arguments;
mod backup;
mod cells;
mod connect;
mod declaration;
mod error;
#[cfg(any(test, feature = "test-support"))]
pub mod full_scans;
mod migrate;
mod observer;
mod record;
mod replica;
mod rows;
mod statement;
#[cfg(any(test, feature = "test-support"))]
pub mod test_support;
mod transaction;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use connect::POSTGRES_TRANSACTION;
use futures::future::BoxFuture;
use replica::Replica;
use sqlx::postgres::{PgPool, Postgres};
use sqlx::sqlite::SqlitePool;
use sqlx::{AssertSqlSafe, Executor as _, Transaction};

pub use arguments::Values;
pub use cells::{Cell, Cells};
pub use connect::PoolSettings;
pub use declaration::{Plan, Sql};
pub use error::{DatabaseError, Result};
pub use migrate::{Change, Effect, PendingMigration};
pub use observer::{Access, Commit, Observer};
pub use record::{Record, Value};
pub use rows::{Row, Rows};
pub use sqlx::FromRow;
pub use statement::{Bind, Binding, Statement};
pub use transaction::{ReadTx, Scope, WriteTx};

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
    replica: Option<Arc<Replica>>,
    /// False if nothing on a connection may outlive a transaction: limits are set for each
    /// transaction, and no statement is kept.
    keeps_session: bool,
    statements: Arc<AtomicU64>,
    observer: Option<Arc<dyn Observer>>,
}

/// SQLite allows one writer: its pool of one connection makes writers queue instead of failing.
#[derive(Clone, Debug)]
enum Pools {
    Sqlite { read: SqlitePool, write: SqlitePool },
    Postgres(PgPool),
}

impl Db {
    fn over(pools: Pools) -> Self {
        Self {
            pools,
            replica: None,
            keeps_session: true,
            statements: Arc::default(),
            observer: None,
        }
    }

    /// The same database, whose calls are reported to the observer.
    #[must_use]
    pub fn observed_by(&self, observer: Arc<dyn Observer>) -> Self {
        Self { observer: Some(observer), ..self.clone() }
    }

    /// Opens a write transaction. On SQLite it holds the only write connection, so keep it short
    /// and never open a second one inside it.
    pub fn begin(&self) -> BoxFuture<'_, Result<WriteTx>> {
        Box::pin(async move {
            let connection = match &self.pools {
                Pools::Sqlite { write, .. } => write.begin_with("BEGIN IMMEDIATE").await?.into(),
                Pools::Postgres(pool) => self.begin_on(pool, Access::Write).await?.into(),
            };
            Ok(WriteTx::new(self.transaction(connection, Access::Write)))
        })
    }

    /// Opens a read transaction: all its statements see one state of the data, and it never waits
    /// for writers. Both databases refuse writes in it.
    pub fn read(&self) -> BoxFuture<'_, Result<ReadTx>> {
        Box::pin(async move {
            let connection = match &self.pools {
                Pools::Sqlite { read, .. } => read.begin().await?.into(),
                Pools::Postgres(pool) => self.begin_on(pool, Access::Read).await?.into(),
            };
            Ok(self.transaction(connection, Access::Read))
        })
    }

    /// Acquires a connection for a single query without a transaction: a statement by itself sees
    /// one state of the data. Saves two round trips to the database.
    pub fn autocommit_read(&self) -> BoxFuture<'_, Result<ReadTx>> {
        Box::pin(async move {
            let connection = match &self.pools {
                Pools::Sqlite { read, .. } => read.acquire().await?.into(),
                Pools::Postgres(pool) if self.keeps_session => pool.acquire().await?.into(),
                // Outside a transaction, the parts of a statement may reach different connections.
                Pools::Postgres(pool) => self.begin_on(pool, Access::Read).await?.into(),
            };
            Ok(self.transaction(connection, Access::Autocommit))
        })
    }

    async fn begin_on(
        &self,
        pool: &PgPool,
        access: Access,
    ) -> Result<Transaction<'static, Postgres>> {
        let begin = access.begin();
        if self.keeps_session {
            return Ok(pool.begin_with(begin).await?);
        }
        Ok(pool.begin_with(AssertSqlSafe(format!("{begin}; {POSTGRES_TRANSACTION}"))).await?)
    }

    fn transaction(&self, connection: transaction::Connection, access: Access) -> ReadTx {
        if let Some(observer) = &self.observer {
            observer.begin(access);
        }
        let statements = Arc::clone(&self.statements);
        ReadTx::new(connection, self.keeps_session, statements, self.observer.clone())
    }

    /// Fails unless the database responds.
    pub async fn ping(&self) -> Result<()> {
        match &self.pools {
            Pools::Sqlite { read, .. } => read.execute("SELECT 1").await.map(drop)?,
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
        if let Some(replica) = &self.replica {
            replica.close().await;
        }
        match &self.pools {
            Pools::Sqlite { read, write } => {
                read.close().await;
                write.close().await;
            }
            Pools::Postgres(pool) => pool.close().await,
        }
    }
}
