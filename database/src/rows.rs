//! Statements with many rows, so that their number does not grow with the rows.

use std::marker::PhantomData;

use futures::future::BoxFuture;

use super::arguments::{Arguments, Values};
use super::statement::{Read, Ready, Write, highest_placeholder};
use super::transaction::Session;
use super::{Bind, Binding, Engine, Record, Result};

/// Values per statement: SQLite accepts 32,766 and PostgreSQL 65,535, but SQLite searches its
/// parameters linearly, so that fewer at a time are faster.
const VALUES_MAX: usize = 8_000;

/// A statement whose text has the marker `{rows: type, …}`, filled with one row per item.
///
/// The marker is placed where a list of rows is expected, and names the PostgreSQL type of each
/// column:
///
/// ```sql
/// INSERT INTO item (organization_id, id, weight) VALUES {rows: UUID, UUID, BIGINT}
///
/// WITH given (id, weight) AS (VALUES {rows: UUID, BIGINT})
/// UPDATE item SET weight = given.weight FROM given
/// WHERE item.organization_id = $1 AND item.id = given.id
/// ```
///
/// Without items no statement runs. More rows than fit into one statement are split over several.
#[derive(Debug)]
#[must_use = "a statement does nothing until it is finished, for instance by `execute`"]
pub struct Rows<'t, A = Read> {
    session: &'t mut Session,
    chunks: Result<Vec<(String, Values)>>,
    access: PhantomData<A>,
}

/// One row of a [`Rows`]: bind its values in the order of the marker's types.
#[derive(Debug)]
pub struct Row(Arguments);

impl Row {
    /// Binds the next column of the row.
    #[must_use = "return the row with all its values bound"]
    pub fn bind<'q>(mut self, value: impl Bind<'q>) -> Self {
        self.0.add(value);
        self
    }
}

impl Binding for Row {
    fn bind<'q>(self, value: impl Bind<'q>) -> Self {
        Row::bind(self, value)
    }
}

impl<'t, A> Rows<'t, A> {
    pub(super) fn new<T>(
        session: &'t mut Session,
        text: &'static str,
        leading: Arguments,
        items: impl IntoIterator<Item = T>,
        bind: impl FnMut(Row, T) -> Row,
    ) -> Self {
        let engine = session.engine();
        let chunks =
            Template::parse(text).and_then(|template| template.fill(engine, leading, items, bind));
        Self { session, chunks, access: PhantomData }
    }
}

impl<'t, A: Send + 't> Rows<'t, A> {
    /// All returned rows.
    pub fn all<R: Record + 't>(self) -> BoxFuture<'t, Result<Vec<R>>> {
        Box::pin(async move {
            let mut found = Vec::new();
            for (text, values) in self.chunks? {
                found.extend(Ready::composed(self.session, text, values).all::<R>().await?);
            }
            Ok(found)
        })
    }
}

impl<'t> Rows<'t, Write> {
    /// Runs a change and returns the number of affected rows.
    pub fn execute(self) -> BoxFuture<'t, Result<u64>> {
        Box::pin(async move {
            let mut touched = 0;
            for (text, values) in self.chunks? {
                touched += Ready::composed(self.session, text, values).execute().await?;
            }
            Ok(touched)
        })
    }
}

/// A parsed text with a `{rows: …}` marker.
struct Template {
    before: &'static str,
    types: Vec<&'static str>,
    after: &'static str,
    /// Placeholders of the text itself; those of the rows follow them.
    leading: usize,
}

impl Template {
    fn parse(text: &'static str) -> Result<Self> {
        let parts = text.split_once("{rows:").and_then(|(before, rest)| {
            let (types, after) = rest.split_once('}')?;
            let types = types.split(',').map(str::trim).collect();
            Some(Self { before, types, after, leading: highest_placeholder(text) })
        });
        let message = "the statement has no marker {rows: type, …}";
        parts.ok_or_else(|| sqlx::Error::InvalidArgument(message.to_owned()).into())
    }

    /// Binds all items and composes the text of each required statement.
    fn fill<T>(
        &self,
        engine: Engine,
        leading: Arguments,
        items: impl IntoIterator<Item = T>,
        mut bind: impl FnMut(Row, T) -> Row,
    ) -> Result<Vec<(String, Values)>> {
        let leading = leading.finish(self.leading)?;
        let width = self.types.len();
        let rows_max = (VALUES_MAX.saturating_sub(self.leading) / width).max(1);

        let mut chunks = Vec::new();
        let mut items = items.into_iter().peekable();
        while items.peek().is_some() {
            let mut arguments = Arguments::starting_with(leading.clone());
            let mut rows = 0;
            for item in items.by_ref().take(rows_max) {
                Row(arguments) = bind(Row(arguments), item);
                rows += 1;
            }
            let values = arguments.finish(self.leading + rows * width)?;
            chunks.push((self.text(engine, rows), values));
        }
        Ok(chunks)
    }

    /// The text for the given number of rows.
    fn text(&self, engine: Engine, rows: usize) -> String {
        let width = self.types.len();
        let row = |row: usize| {
            let start = self.leading + row * width + 1;
            let columns = (start..).zip(&self.types).map(|(n, kind)| match engine {
                Engine::Sqlite => format!("?{n}"),
                Engine::Postgres => format!("CAST(${n} AS {kind})"),
            });
            format!("({})", columns.collect::<Vec<_>>().join(", "))
        };
        let rows = (0..rows).map(row).collect::<Vec<_>>().join(", ");
        format!("{}{rows}{}", self.before, self.after)
    }
}

/// The text with its marker, if any, replaced by a single row.
#[cfg(any(test, feature = "test-support"))]
pub(super) fn with_one_row(text: &'static str, engine: Engine) -> String {
    Template::parse(text).map_or_else(|_| text.to_owned(), |template| template.text(engine, 1))
}
