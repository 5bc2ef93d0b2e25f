//! Transactions: opened by `Db`, committed where they were opened, rolled back when dropped.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::pool::PoolConnection;
use sqlx::{Database, Postgres, Sqlite, Transaction};

use super::{Engine, Result, Statement};

/// An open transaction. Dropping it without [`Tx::commit`] undoes everything it did.
#[derive(Debug)]
#[must_use = "a transaction that is dropped is rolled back"]
pub struct Tx {
    pub(super) connection: Connection,
    statements: Arc<AtomicU64>,
}

#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(Held<Sqlite>),
    Postgres(Held<Postgres>),
}

/// A connection that is held until the [`Tx`] is dropped.
#[derive(Debug)]
pub(super) enum Held<D: Database> {
    /// For all statements of a transaction.
    Begun(Transaction<'static, D>),
    /// For one statement that reads, with nothing around it.
    Once(PoolConnection<D>),
}

impl Tx {
    pub(super) fn new(connection: Connection, statements: Arc<AtomicU64>) -> Self {
        Self { connection, statements }
    }

    /// Prepares to run one static SQL text: `tx.sql(FIND).bind(id).optional::<StaffRow>()`.
    pub fn sql(&mut self, text: &'static str) -> Statement<'_> {
        Statement::new(self, text)
    }

    /// Makes everything that this transaction did permanent.
    pub async fn commit(self) -> Result<()> {
        #[cfg(feature = "recording")]
        if super::recording::is_on() {
            super::recording::note(|| super::recording::Step::Commit);
            return Ok(());
        }
        match self.connection {
            Connection::Sqlite(held) => held.commit().await?,
            Connection::Postgres(held) => held.commit().await?,
        }
        Ok(())
    }

    pub(crate) fn engine(&self) -> Engine {
        match self.connection {
            Connection::Sqlite(_) => Engine::Sqlite,
            Connection::Postgres(_) => Engine::Postgres,
        }
    }

    pub(super) fn count_statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }
}

impl<D: Database> Held<D> {
    async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Begun(transaction) => transaction.commit().await,
            Self::Once(_) => Ok(()),
        }
    }
}

impl<D: Database> Deref for Held<D> {
    type Target = D::Connection;

    fn deref(&self) -> &D::Connection {
        match self {
            Self::Begun(transaction) => transaction,
            Self::Once(connection) => connection,
        }
    }
}

impl<D: Database> DerefMut for Held<D> {
    fn deref_mut(&mut self) -> &mut D::Connection {
        match self {
            Self::Begun(transaction) => transaction,
            Self::Once(connection) => connection,
        }
    }
}

impl From<Transaction<'static, Sqlite>> for Connection {
    fn from(transaction: Transaction<'static, Sqlite>) -> Self {
        Self::Sqlite(Held::Begun(transaction))
    }
}

impl From<Transaction<'static, Postgres>> for Connection {
    fn from(transaction: Transaction<'static, Postgres>) -> Self {
        Self::Postgres(Held::Begun(transaction))
    }
}

impl From<PoolConnection<Sqlite>> for Connection {
    fn from(connection: PoolConnection<Sqlite>) -> Self {
        Self::Sqlite(Held::Once(connection))
    }
}

impl From<PoolConnection<Postgres>> for Connection {
    fn from(connection: PoolConnection<Postgres>) -> Self {
        Self::Postgres(Held::Once(connection))
    }
}
