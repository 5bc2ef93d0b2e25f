//! One statement: its text, its bound values, and the ways to run it.

use futures::{Stream, TryStreamExt};
use sqlx::{AssertSqlSafe, Encode, Postgres, SqlSafeStr, SqlStr, Sqlite, Type};

use super::arguments::{Arguments, Values};
use super::record::{Record, Source, Value};
use super::rows::{Row, Rows};
use super::transaction::Connection;
use super::{Engine, Result, Tx};

/// The initial capacity for rows: no more than a page usually has.
const PAGE: usize = 32;

/// A value that both databases can bind: text, whole numbers, `bool`, `Uuid`, `NaiveDate`,
/// `DateTime<Utc>`, bytes, and options and references of these.
pub trait Bind<'q>:
    Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}

impl<'q, T> Bind<'q> for T where
    T: Encode<'q, Sqlite> + Type<Sqlite> + Encode<'q, Postgres> + Type<Postgres>
{
}

/// A statement under construction: bind its values in the order `$1`, `$2`, …, then run it.
#[derive(Debug)]
#[must_use = "a statement does nothing until it is finished, for instance by `execute`"]
pub struct Statement<'t> {
    tx: &'t mut Tx,
    text: &'static str,
    arguments: Arguments,
}

impl<'t> Statement<'t> {
    pub(super) fn new(tx: &'t mut Tx, text: &'static str) -> Self {
        let arguments = Arguments::new(tx.engine());
        Self { tx, text, arguments }
    }

    /// Binds the next placeholder.
    pub fn bind<'q>(mut self, value: impl Bind<'q>) -> Self {
        self.arguments.add(value);
        self
    }

    /// Fills the marker `{rows: type, …}` of the text with one row per item; the values bound
    /// before stay `$1`, `$2`, …. See [`Rows`].
    pub fn rows<T>(
        self,
        items: impl IntoIterator<Item = T>,
        bind: impl FnMut(Row, T) -> Row,
    ) -> Rows<'t> {
        Rows::new(self.tx, self.text, self.arguments, items, bind)
    }

    /// The first row, or `None`.
    pub async fn optional<R: Record>(self) -> Result<Option<R>> {
        self.ready()?.optional().await
    }

    /// The first row; a missing one is a programming error, so use it where a row must exist.
    pub async fn one<R: Record>(self) -> Result<R> {
        Ok(self.optional().await?.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// All rows. The statement itself must bound their number.
    pub async fn all<R: Record>(self) -> Result<Vec<R>> {
        self.ready()?.all().await
    }

    /// The first column of the one row, for instance of a count.
    pub async fn scalar<V: Value>(self) -> Result<V> {
        let (value,) = self.one::<(V,)>().await?;
        Ok(value)
    }

    /// The first column of every row.
    pub async fn scalars<V: Value>(self) -> Result<Vec<V>> {
        let rows = self.all::<(V,)>().await?;
        Ok(rows.into_iter().map(|(value,)| value).collect())
    }

    /// Runs a write and returns the number of affected rows.
    pub async fn execute(self) -> Result<u64> {
        self.ready()?.execute().await
    }

    fn ready(self) -> Result<Ready<'t>> {
        let values = self.arguments.finish(highest_placeholder(self.text))?;
        let persistent = self.tx.engine() == Engine::Sqlite || !has_optional_filter(self.text);
        Ok(Ready { tx: self.tx, text: self.text.into_sql_str(), values, persistent })
    }
}

/// Returns true if the statement has an optional filter, as in `$2 IS NULL OR name = $2`.
///
/// PostgreSQL may use a generic plan for a prepared statement from its sixth execution on. It
/// assumes that such a filter is highly selective, and then scans a whole table for each page. A
/// statement that is not prepared is planned for its values.
fn has_optional_filter(text: &str) -> bool {
    text.contains(" IS NULL OR ")
}

/// A statement with all its values bound.
pub(super) struct Ready<'t> {
    tx: &'t mut Tx,
    text: SqlStr,
    values: Values,
    persistent: bool,
}

/// Evaluates the same expression for the database of the transaction.
macro_rules! dispatch {
    ($ready:ident, |$query:ident, $connection:ident| $run:expr) => {{
        $ready.tx.count_statement();
        #[cfg(feature = "recording")]
        super::recording::note(|| super::recording::Step::Statement {
            text: $ready.text.as_str().to_owned(),
            values: $ready.values.clone(),
            persistent: $ready.persistent,
        });
        match (&mut $ready.tx.connection, $ready.values) {
            (Connection::Sqlite(held), Values::Sqlite(values)) => {
                let $query = sqlx::query_with($ready.text, values).persistent($ready.persistent);
                let $connection = held.begin_statement();
                let answer = $run;
                held.end_statement()?;
                answer
            }
            (Connection::Postgres(held), Values::Postgres(values)) => {
                let $query = sqlx::query_with($ready.text, values).persistent($ready.persistent);
                let $connection = &mut **held;
                $run
            }
            (Connection::Sqlite(_), Values::Postgres(_))
            | (Connection::Postgres(_), Values::Sqlite(_)) => {
                unreachable!("a transaction makes the arguments of its own statements")
            }
        }
    }};
}

impl<'t> Ready<'t> {
    /// A text composed from a static one; it is not kept in the cache of prepared statements,
    /// because its length depends on the number of rows.
    pub(super) fn composed(tx: &'t mut Tx, text: String, values: Values) -> Self {
        let text = AssertSqlSafe(text).into_sql_str();
        Self { tx, text, values, persistent: false }
    }

    async fn optional<R: Record>(self) -> Result<Option<R>> {
        dispatch!(self, |query, connection| {
            let row = query.fetch_optional(connection).await?;
            Ok(row.map(|row| row.record(&row.places::<R>()?)).transpose()?)
        })
    }

    pub(super) async fn all<R: Record>(self) -> Result<Vec<R>> {
        dispatch!(self, |query, connection| Ok(read_all(query.fetch(connection)).await?))
    }

    pub(super) async fn execute(self) -> Result<u64> {
        if self.tx.is_look() {
            let message = "a look does not write: open a transaction with `begin`";
            return Err(sqlx::Error::InvalidArgument(message.to_owned()).into());
        }
        dispatch!(self, |query, connection| Ok(query.execute(connection).await?.rows_affected()))
    }
}

/// Each row is converted and released as it arrives, while its memory is in the cache.
async fn read_all<S: Source, R: Record>(
    mut rows: impl Stream<Item = sqlx::Result<S>> + Unpin,
) -> sqlx::Result<Vec<R>> {
    let Some(first) = rows.try_next().await? else { return Ok(Vec::new()) };
    let places = first.places::<R>()?;
    let mut records = Vec::with_capacity(PAGE);
    records.push(first.record(&places)?);
    drop(first);
    while let Some(row) = rows.try_next().await? {
        records.push(row.record(&places)?);
    }
    Ok(records)
}

/// The `n` of the highest `$n` in the text.
pub(super) fn highest_placeholder(text: &str) -> usize {
    text.split('$')
        .skip(1)
        .filter_map(|rest| {
            let end = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
            rest[..end].parse().ok()
        })
        .max()
        .unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use crate::database::test_support::TestDatabase;

    #[tokio::test]
    async fn postgres_plans_a_statement_with_optional_filters_for_its_values() {
        let Some(db) = TestDatabase::postgres().await else { return };
        let mut tx = db.read().await.unwrap();
        let find = "SELECT name FROM organizations WHERE ($1 IS NULL OR name = $1)";
        let plain = "SELECT name FROM organizations WHERE name = $1";
        for _ in 0..6 {
            tx.sql(find).bind(None::<&str>).scalars::<String>().await.unwrap();
            tx.sql(plain).bind("Amanah").scalars::<String>().await.unwrap();
        }
        let kept = "SELECT statement FROM pg_prepared_statements
            WHERE statement LIKE 'SELECT name FROM organizations%'";
        assert_eq!(tx.sql(kept).scalars::<String>().await.unwrap(), [plain]);
    }
}
