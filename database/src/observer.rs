//! Observation of the calls to a database, for measurements.

use std::fmt::Debug;

use super::Values;

/// Receives each call to a database. [`super::Db::observed_by`] attaches it.
pub trait Observer: Debug + Send + Sync {
    /// A connection was acquired, or a transaction opened.
    fn begin(&self, access: Access);

    /// A statement is about to run, with these values; `is_prepared` if it is kept prepared.
    fn statement(&self, text: &str, values: &Values, is_prepared: bool);

    /// A transaction is about to be committed.
    fn commit(&self) -> Commit;
}

/// The way in which a connection is used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// A write transaction.
    Write,
    /// A read transaction.
    Read,
    /// A single query without a transaction.
    Autocommit,
}

impl Access {
    /// The statement that begins such a transaction on PostgreSQL.
    pub const fn begin(self) -> &'static str {
        match self {
            Self::Write => "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE",
            Self::Read => "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
            Self::Autocommit => "",
        }
    }
}

/// An observer's decision about a commit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Commit {
    /// Commits.
    Proceed,
    /// Rolls back while the caller is told that the transaction was committed.
    Discard,
}
