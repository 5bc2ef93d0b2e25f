//! Transactions: opened by `Db`, committed by their opener, rolled back when dropped.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Executor, Postgres, Sqlite, Transaction};

use super::statement::{Read, Write};
use super::{Commit, Engine, Observer, Result, Sql, Statement};

const GENERIC_PLANS: &str = "SET LOCAL plan_cache_mode = force_generic_plan";
const ANY_PLANS: &str = "SET LOCAL plan_cache_mode = auto";

/// A transaction that runs queries.
#[derive(Debug)]
pub struct ReadTx {
    pub(super) connection: Connection,
    statements: Arc<AtomicU64>,
    pub(super) observer: Option<Arc<dyn Observer>>,
    has_generic_plans: bool,
}

/// A transaction that also runs changes. Dropping it without [`WriteTx::commit`] rolls it back.
/// It can be used wherever a [`ReadTx`] is expected.
#[derive(Debug)]
#[must_use = "a transaction that is dropped is rolled back"]
pub struct WriteTx(ReadTx);

#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(Held<Sqlite>),
    Postgres(Held<Postgres>),
}

/// A connection that is held until the transaction is dropped.
#[derive(Debug)]
pub(super) enum Held<D: Database> {
    /// For all statements of a transaction.
    Transaction(Transaction<'static, D>),
    /// For one query, without a transaction.
    Autocommit(PoolConnection<D>),
}

impl ReadTx {
    pub(super) fn new(
        connection: Connection,
        statements: Arc<AtomicU64>,
        observer: Option<Arc<dyn Observer>>,
    ) -> Self {
        Self { connection, statements, observer, has_generic_plans: false }
    }

    /// Prepares to run one declared query: `tx.sql(FIND).bind(id).optional::<StaffRow>()`.
    pub fn sql(&mut self, sql: impl Into<Sql>) -> Statement<'_, Read> {
        Statement::new(self, sql.into())
    }

    /// The database in use.
    pub fn engine(&self) -> Engine {
        match self.connection {
            Connection::Sqlite(_) => Engine::Sqlite,
            Connection::Postgres(_) => Engine::Postgres,
        }
    }

    pub(super) fn count_statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    /// Switches generic plans of PostgreSQL on or off for the rest of the transaction.
    pub(super) async fn use_generic_plans(&mut self, is_on: bool) -> Result<()> {
        if let Connection::Postgres(Held::Transaction(transaction)) = &mut self.connection
            && self.has_generic_plans != is_on
        {
            transaction.execute(if is_on { GENERIC_PLANS } else { ANY_PLANS }).await?;
            self.has_generic_plans = is_on;
        }
        Ok(())
    }
}

impl WriteTx {
    pub(super) fn new(transaction: ReadTx) -> Self {
        Self(transaction)
    }

    /// Prepares to run one declared statement: `tx.sql(DELETE).bind(id).execute()`.
    pub fn sql(&mut self, sql: impl Into<Sql>) -> Statement<'_, Write> {
        Statement::new(&mut self.0, sql.into())
    }

    /// Commits the transaction.
    pub async fn commit(self) -> Result<()> {
        if let Some(observer) = &self.0.observer {
            match observer.commit() {
                Commit::Proceed => {}
                Commit::Discard => return Ok(()),
            }
        }
        match self.0.connection {
            Connection::Sqlite(held) => held.commit().await?,
            Connection::Postgres(held) => held.commit().await?,
        }
        Ok(())
    }
}

impl Deref for WriteTx {
    type Target = ReadTx;

    fn deref(&self) -> &ReadTx {
        &self.0
    }
}

impl DerefMut for WriteTx {
    fn deref_mut(&mut self) -> &mut ReadTx {
        &mut self.0
    }
}

impl<D: Database> Held<D> {
    async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Transaction(transaction) => transaction.commit().await,
            Self::Autocommit(_) => Ok(()),
        }
    }

    pub(super) fn connection(&mut self) -> &mut D::Connection {
        match self {
            Self::Transaction(transaction) => transaction,
            Self::Autocommit(connection) => connection,
        }
    }
}

impl From<Transaction<'static, Sqlite>> for Connection {
    fn from(transaction: Transaction<'static, Sqlite>) -> Self {
        Self::Sqlite(Held::Transaction(transaction))
    }
}

impl From<PoolConnection<Sqlite>> for Connection {
    fn from(connection: PoolConnection<Sqlite>) -> Self {
        Self::Sqlite(Held::Autocommit(connection))
    }
}

impl From<Transaction<'static, Postgres>> for Connection {
    fn from(transaction: Transaction<'static, Postgres>) -> Self {
        Self::Postgres(Held::Transaction(transaction))
    }
}

impl From<PoolConnection<Postgres>> for Connection {
    fn from(connection: PoolConnection<Postgres>) -> Self {
        Self::Postgres(Held::Autocommit(connection))
    }
}
