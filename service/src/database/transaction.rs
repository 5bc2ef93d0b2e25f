//! Transactions: opened by `Db`, committed by their opener, rolled back when dropped.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use sqlx::pool::PoolConnection;
use sqlx::{PgConnection, Postgres, Sqlite, SqliteConnection, Transaction};

use super::readers::Reader;
use super::{Engine, Result, Statement};

/// An open transaction. Dropping it without [`Tx::commit`] rolls it back.
#[derive(Debug)]
#[must_use = "a transaction that is dropped is rolled back"]
pub struct Tx {
    pub(super) connection: Connection,
    statements: Arc<AtomicU64>,
}

#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(SqliteHeld),
    Postgres(PostgresHeld),
}

/// A connection to SQLite that is held until the [`Tx`] is dropped.
#[derive(Debug)]
pub(super) enum SqliteHeld {
    Writer(Transaction<'static, Sqlite>),
    Reader(Reader),
}

/// A connection to PostgreSQL that is held until the [`Tx`] is dropped.
#[derive(Debug)]
pub(super) enum PostgresHeld {
    /// For all statements of a transaction.
    Begun(Transaction<'static, Postgres>),
    /// For one read statement, without a transaction.
    Once(PoolConnection<Postgres>),
}

impl Tx {
    pub(super) fn new(connection: Connection, statements: Arc<AtomicU64>) -> Self {
        Self { connection, statements }
    }

    /// Prepares to run one static SQL text: `tx.sql(FIND).bind(id).optional::<StaffRow>()`.
    pub fn sql(&mut self, text: &'static str) -> Statement<'_> {
        Statement::new(self, text)
    }

    /// Commits the transaction.
    pub async fn commit(self) -> Result<()> {
        #[cfg(feature = "recording")]
        if super::recording::is_on() {
            super::recording::note(|| super::recording::Step::Commit);
            return Ok(());
        }
        match self.connection {
            Connection::Sqlite(SqliteHeld::Writer(transaction)) => transaction.commit().await?,
            Connection::Postgres(PostgresHeld::Begun(transaction)) => transaction.commit().await?,
            Connection::Sqlite(SqliteHeld::Reader(_))
            | Connection::Postgres(PostgresHeld::Once(_)) => {}
        }
        Ok(())
    }

    pub(crate) fn engine(&self) -> Engine {
        match self.connection {
            Connection::Sqlite(_) => Engine::Sqlite,
            Connection::Postgres(_) => Engine::Postgres,
        }
    }

    /// Returns true for a connection without a transaction, on which writes are refused.
    pub(super) fn is_look(&self) -> bool {
        matches!(self.connection, Connection::Postgres(PostgresHeld::Once(_)))
    }

    pub(super) fn count_statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }
}

impl SqliteHeld {
    /// The connection for a statement that starts now.
    pub(super) fn begin_statement(&mut self) -> &mut SqliteConnection {
        match self {
            Self::Writer(transaction) => transaction,
            Self::Reader(reader) => reader.begin_statement(),
        }
    }

    /// Marks the end of a statement without an error.
    pub(super) fn end_statement(&mut self) -> sqlx::Result<()> {
        match self {
            Self::Writer(_) => Ok(()),
            Self::Reader(reader) => reader.end_statement(),
        }
    }
}

impl Deref for PostgresHeld {
    type Target = PgConnection;

    fn deref(&self) -> &PgConnection {
        match self {
            Self::Begun(transaction) => transaction,
            Self::Once(connection) => connection,
        }
    }
}

impl DerefMut for PostgresHeld {
    fn deref_mut(&mut self) -> &mut PgConnection {
        match self {
            Self::Begun(transaction) => transaction,
            Self::Once(connection) => connection,
        }
    }
}

impl From<Transaction<'static, Sqlite>> for Connection {
    fn from(transaction: Transaction<'static, Sqlite>) -> Self {
        Self::Sqlite(SqliteHeld::Writer(transaction))
    }
}

impl From<Reader> for Connection {
    fn from(reader: Reader) -> Self {
        Self::Sqlite(SqliteHeld::Reader(reader))
    }
}

impl From<Transaction<'static, Postgres>> for Connection {
    fn from(transaction: Transaction<'static, Postgres>) -> Self {
        Self::Postgres(PostgresHeld::Begun(transaction))
    }
}

impl From<PoolConnection<Postgres>> for Connection {
    fn from(connection: PoolConnection<Postgres>) -> Self {
        Self::Postgres(PostgresHeld::Once(connection))
    }
}
