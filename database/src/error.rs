//! Database errors, and their conversion to errors that do not expose internals.

use std::fmt;

use shared::error::Error;
use sqlx::error::ErrorKind;
use sqlx::migrate::MigrateError;

/// The result of every database call.
pub type Result<T> = std::result::Result<T, DatabaseError>;

/// An error of the database or of its driver.
///
/// It converts to [`Error`] by `?`: the detail is logged, and the caller learns only whether a
/// retry may help. Its `Display` is for operators (the log and the command line).
#[derive(Debug)]
pub struct DatabaseError(sqlx::Error);

impl DatabaseError {
    /// Returns true if the statement violated a primary key or a unique index.
    ///
    /// On PostgreSQL a failed statement aborts the transaction: roll back, or write
    /// `ON CONFLICT DO NOTHING` and check the number of affected rows to continue.
    pub fn is_unique_violation(&self) -> bool {
        self.kind() == Some(ErrorKind::UniqueViolation)
    }

    /// Returns true if the statement referred to a row that does not exist, or deleted a row that
    /// is referred to.
    pub fn is_foreign_key_violation(&self) -> bool {
        self.kind() == Some(ErrorKind::ForeignKeyViolation)
    }

    /// Replaces a unique violation with an error for the user, for `map_err`.
    #[must_use]
    pub fn unique_or(self, meaning: Error) -> Error {
        if self.is_unique_violation() { meaning } else { self.into() }
    }

    fn kind(&self) -> Option<ErrorKind> {
        self.0.as_database_error().map(sqlx::error::DatabaseError::kind)
    }

    /// Returns true if a retry may help: the database is unavailable, busy, or aborted this
    /// transaction in favour of another.
    pub fn is_transient(&self) -> bool {
        match &self.0 {
            // A connection that breaks off during its handshake reports a protocol error.
            sqlx::Error::Io(_)
            | sqlx::Error::Protocol(_)
            | sqlx::Error::Tls(_)
            | sqlx::Error::PoolTimedOut
            | sqlx::Error::PoolClosed
            | sqlx::Error::WorkerCrashed
            | sqlx::Error::BeginFailed => true,
            sqlx::Error::Database(error) => {
                error.code().is_some_and(|code| is_transient_code(&code))
            }
            _ => false,
        }
    }
}

/// SQLSTATE classes 08 (connection), 40 (serialization, deadlock), 53 (resources), 57 (shutdown,
/// timeouts), 55P03 (lock not available), and 25006 and 0A000 (the server has become a replica) of
/// PostgreSQL are text of five characters; SQLite's are numbers whose low byte is 5 (busy), 6
/// (locked), 10 (disk error) or 13 (full).
fn is_transient_code(code: &str) -> bool {
    if code.len() == 5 {
        return matches!(&code[..2], "08" | "40" | "53" | "57")
            || matches!(code, "55P03" | "25006" | "0A000");
    }
    code.parse::<u32>().is_ok_and(|number| matches!(number & 0xff, 5 | 6 | 10 | 13))
}

impl From<sqlx::Error> for DatabaseError {
    fn from(error: sqlx::Error) -> Self {
        Self(error)
    }
}

impl From<MigrateError> for DatabaseError {
    fn from(error: MigrateError) -> Self {
        Self(error.into())
    }
}

impl From<DatabaseError> for Error {
    fn from(error: DatabaseError) -> Self {
        if error.is_transient() {
            tracing::warn!(%error, "the database did not answer in time");
            return Error::unavailable();
        }
        tracing::error!(%error, "the database refused a statement");
        Error::internal()
    }
}

impl fmt::Display for DatabaseError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let sqlx::Error::Migrate(error) = &self.0
            && let MigrateError::VersionMissing(version) = error.as_ref()
        {
            return write!(
                formatter,
                "it was changed by a later version of mizan (migration {version}): install that \
                 version, or go back to the backup made before"
            );
        }
        self.0.fmt(formatter)
    }
}

impl std::error::Error for DatabaseError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        Some(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::is_transient_code;

    #[test]
    fn transient_errors_are_distinguished_from_permanent_ones() {
        let transient = [
            ("SQLite: busy", "5"),
            ("SQLite: busy, stale snapshot", "517"),
            ("SQLite: locked", "6"),
            ("SQLite: the disk takes no more", "778"),
            ("SQLite: the disk is full", "13"),
            ("connection failure", "08006"),
            ("serialization failure", "40001"),
            ("deadlock", "40P01"),
            ("too many connections", "53300"),
            ("lock timeout", "55P03"),
            ("statement timeout", "57014"),
            ("shutdown", "57P01"),
            ("a write on a replica", "25006"),
            ("a transaction for writes on a replica", "0A000"),
        ];
        let permanent = [
            ("SQLite: error in the statement", "1"),
            ("SQLite: unique violation", "2067"),
            ("SQLite: read only", "8"),
            ("unique violation", "23505"),
            ("unknown column", "42703"),
        ];
        for (name, code) in transient {
            assert!(is_transient_code(code), "{name}");
        }
        for (name, code) in permanent {
            assert!(!is_transient_code(code), "{name}");
        }
    }
}
