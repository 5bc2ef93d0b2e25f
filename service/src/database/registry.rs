//! Every statement of the service, so that a test can show each to both databases.

use sqlx::{AssertSqlSafe, Executor, SqlSafeStr};

use super::{Db, Pools, Result, rows};

/// Declares the SQL texts of a repository, and collects them in `STATEMENTS` beside them.
///
/// ```ignore
/// statements! {
///     FIND = "SELECT id, name FROM department WHERE organization_id = $1 AND id = $2";
///     ADD = "INSERT INTO department (organization_id, id, name) VALUES ($1, $2, $3)";
/// }
/// ```
macro_rules! statements {
    ($($(#[$meta:meta])* $name:ident = $text:expr;)+) => {
        $($(#[$meta])* const $name: &str = $text;)+

        /// Name and text of every statement of this module.
        pub(crate) const STATEMENTS: &[(&str, &str)] =
            &[$((concat!(module_path!(), "::", stringify!($name)), $name),)+];
    };
}

pub(crate) use statements;

impl Db {
    /// Has the database parse and type-check a statement without running it.
    pub async fn prepare(&self, text: &'static str) -> Result<()> {
        let text = AssertSqlSafe(rows::example(text, self.engine())).into_sql_str();
        match &self.pools {
            Pools::Sqlite { write, .. } => write.prepare(text).await.map(drop)?,
            Pools::Postgres(pool) => pool.prepare(text).await.map(drop)?,
        }
        Ok(())
    }
}
