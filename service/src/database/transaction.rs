//! Transactions: opened by `Db`, committed where they were opened, rolled back when dropped.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::{Postgres, Sqlite, Transaction};

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
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
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
            Connection::Sqlite(transaction) => transaction.commit().await?,
            Connection::Postgres(transaction) => transaction.commit().await?,
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

impl From<Transaction<'static, Sqlite>> for Connection {
    fn from(transaction: Transaction<'static, Sqlite>) -> Self {
        Self::Sqlite(transaction)
    }
}

impl From<Transaction<'static, Postgres>> for Connection {
    fn from(transaction: Transaction<'static, Postgres>) -> Self {
        Self::Postgres(transaction)
    }
}
