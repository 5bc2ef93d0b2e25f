//! One statement: its text, its bound values, and the ways to run it.

use std::future::ready;
use std::marker::PhantomData;

use futures::TryStreamExt;
use futures::future::BoxFuture;
use sqlx::{AssertSqlSafe, Encode, Postgres, SqlSafeStr, SqlStr, Sqlite, Type};

use super::arguments::{Arguments, Values};
use super::record::{Record, Value};
use super::rows::{Row, Rows};
use super::transaction::{Connection, Scope, Session};
use super::{Engine, Plan, Result, Sql};

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

/// A statement, or a row of one, to which values are bound one after the other.
pub trait Binding: Sized {
    /// Binds the next value.
    #[must_use = "a value is bound to the result"]
    fn bind<'q>(self, value: impl Bind<'q>) -> Self;
}

/// Marks statements of a read transaction.
#[derive(Debug)]
pub enum Read {}

/// Marks statements of a write transaction, which may be executed as changes.
#[derive(Debug)]
pub enum Write {}

/// A statement under construction: bind its values in the order `$1`, `$2`, …, then run it.
#[derive(Debug)]
#[must_use = "a statement does nothing until it is finished, for instance by `execute`"]
pub struct Statement<'t, A = Read> {
    session: &'t mut Session,
    sql: Sql,
    arguments: Arguments,
    access: PhantomData<A>,
}

impl<'t, A> Statement<'t, A> {
    pub(super) fn new(session: &'t mut Session, sql: Sql) -> Self {
        let arguments = Arguments::new(session.engine());
        Self { session, sql, arguments, access: PhantomData }
    }

    /// Binds the organization of the scope, if it has one.
    pub(super) fn within(self, scope: impl Scope) -> Self {
        match scope.organization() {
            Some(organization) => self.bind(organization),
            None => self,
        }
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
    ) -> Rows<'t, A> {
        Rows::new(self.session, self.sql.text, self.arguments, items, bind)
    }
}

impl<'t, A: Send + 't> Statement<'t, A> {
    /// The first row, or `None`.
    pub fn optional<R: Record>(self) -> BoxFuture<'t, Result<Option<R>>> {
        Box::pin(async move { self.ready().await?.optional().await })
    }

    /// The first row; a missing one is a programming error, so use it where a row must exist.
    pub async fn one<R: Record>(self) -> Result<R> {
        Ok(self.optional().await?.ok_or(sqlx::Error::RowNotFound)?)
    }

    /// All rows. The statement itself must bound their number.
    pub fn all<R: Record + 't>(self) -> BoxFuture<'t, Result<Vec<R>>> {
        Box::pin(async move { self.ready().await?.all().await })
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

    async fn ready(self) -> Result<Ready<'t>> {
        let values = self.arguments.finish(highest_placeholder(self.sql.text))?;
        let is_prepared = match self.sql.plan {
            Plan::Prepared => true,
            Plan::Generic => {
                self.session.use_generic_plans(true).await?;
                true
            }
            Plan::PerValue => {
                self.session.use_generic_plans(false).await?;
                self.session.engine() == Engine::Sqlite
            }
        };
        let is_prepared = is_prepared && self.session.keeps_statements;
        Ok(Ready { session: self.session, text: self.sql.text.into_sql_str(), values, is_prepared })
    }
}

impl<A> Binding for Statement<'_, A> {
    fn bind<'q>(self, value: impl Bind<'q>) -> Self {
        Statement::bind(self, value)
    }
}

impl<'t> Statement<'t, Write> {
    /// Runs a change and returns the number of affected rows.
    pub fn execute(self) -> BoxFuture<'t, Result<u64>> {
        Box::pin(async move { self.ready().await?.execute().await })
    }
}

/// A statement with all its values bound.
pub(super) struct Ready<'t> {
    session: &'t mut Session,
    text: SqlStr,
    values: Values,
    is_prepared: bool,
}

/// Evaluates the same expression for the database of the transaction.
macro_rules! dispatch {
    ($ready:ident, |$query:ident, $connection:ident| $run:expr) => {{
        $ready.session.count_statement();
        if let Some(observer) = &$ready.session.observer {
            observer.statement($ready.text.as_str(), &$ready.values, $ready.is_prepared);
        }
        match (&mut $ready.session.connection, $ready.values) {
            (Connection::Sqlite(held), Values::Sqlite(values)) => {
                let $query = sqlx::query_with($ready.text, values).persistent($ready.is_prepared);
                let $connection = held.connection();
                $run
            }
            (Connection::Postgres(held), Values::Postgres(values)) => {
                let $query = sqlx::query_with($ready.text, values).persistent($ready.is_prepared);
                let $connection = held.connection();
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
    pub(super) fn composed(session: &'t mut Session, text: String, values: Values) -> Self {
        let text = AssertSqlSafe(text).into_sql_str();
        Self { session, text, values, is_prepared: false }
    }

    async fn optional<R: Record>(self) -> Result<Option<R>> {
        dispatch!(self, |query, connection| {
            let row = query.fetch_optional(connection).await?;
            Ok(row.map(|row| R::from_row(&row)).transpose()?)
        })
    }

    /// Converts and releases each row as it arrives, while its memory is in the cache.
    pub(super) async fn all<R: Record>(self) -> Result<Vec<R>> {
        dispatch!(self, |query, connection| {
            let rows = query.fetch(connection);
            Ok(rows.and_then(|row| ready(R::from_row(&row))).try_collect().await?)
        })
    }

    pub(super) async fn execute(self) -> Result<u64> {
        dispatch!(self, |query, connection| Ok(query.execute(connection).await?.rows_affected()))
    }
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
