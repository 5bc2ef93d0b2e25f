//! The bare handler: axum and sqlx, which run the statements that the product ran for a request
//! and answer the bytes that the product answered, with nothing in between.
//!
//! It stands at two addresses. At the one it looks at nothing that it reads, and its answer is
//! ready beforehand: no handler could be quicker. At the other it takes every value out of every
//! row and writes its answer as JSON, as a handler that had to find its answer would.

mod document;
mod row;

use std::collections::HashMap;
use std::hint::black_box;
use std::net::{Ipv4Addr, SocketAddr};
use std::str::FromStr;
use std::sync::{Arc, PoisonError, RwLock};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE};
use hyper::{HeaderMap, Method, StatusCode, Uri};
use service::database::Plans;
use service::database::recording::{Step, Values};
use sqlx::postgres::{PgConnectOptions, PgPool, PgPoolOptions};
use sqlx::sqlite::{
    SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous,
};
use sqlx::{AssertSqlSafe, Postgres, Sqlite, Transaction};
use tokio::net::TcpListener;

use crate::load::Call;
use document::Document;
use row::Cells;

/// As many as the product opens.
const CONNECTIONS_MAX: u32 = 16;
const WAIT_MAX: Duration = Duration::from_secs(5);

/// What the product did for one request.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub steps: Vec<Step>,
    pub status: StatusCode,
    pub body: Bytes,
}

/// What to do for a request, and what to answer.
#[derive(Debug)]
struct Answer {
    recorded: Recorded,
    document: Document,
}

type Answers = Arc<RwLock<HashMap<String, Arc<Answer>>>>;

/// A running bare handler.
#[derive(Debug)]
pub struct Bare {
    /// Where it looks at nothing that it reads.
    pub address: SocketAddr,
    /// Where it reads and writes.
    pub reading: SocketAddr,
    answers: Answers,
}

#[derive(Clone, Debug)]
struct Served {
    pools: Pools,
    answers: Answers,
    effort: Effort,
}

/// What the bare handler does besides running statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// Nothing.
    None,
    /// It reads rows and writes JSON.
    Reading,
}

impl Effort {
    /// Takes what a statement gave back.
    fn look(self, rows: Vec<impl Cells>) -> Result<()> {
        match self {
            Self::None => drop(rows),
            Self::Reading => {
                let cells = rows.iter().map(Cells::cells).collect::<Result<Vec<_>>>()?;
                drop(black_box(cells));
            }
        }
        Ok(())
    }
}

impl Bare {
    /// Starts to serve on a free port.
    pub async fn start(url: &str) -> Result<Self> {
        let (answers, pools) = (Answers::default(), Pools::open(url).await?);
        let serve = async |effort| {
            let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
            let address = listener.local_addr()?;
            let (pools, answers) = (pools.clone(), Arc::clone(&answers));
            let router =
                Router::new().fallback(answer).with_state(Served { pools, answers, effort });
            tokio::spawn(async move { axum::serve(listener, router).await });
            anyhow::Ok(address)
        };
        let (address, reading) = (serve(Effort::None).await?, serve(Effort::Reading).await?);
        Ok(Self { address, reading, answers })
    }

    /// What to answer from now on.
    ///
    /// Errors: an answer is no JSON.
    pub fn answer(&self, answers: impl IntoIterator<Item = (Call, Recorded)>) -> Result<()> {
        let answers = answers.into_iter().map(|(call, recorded)| {
            let token = call.token.unwrap_or_default();
            let document = Document::read(&recorded.body)?;
            let key = format!("{} {} Bearer {token}", call.method, call.path);
            Ok((key, Arc::new(Answer { recorded, document })))
        });
        let answers = answers.collect::<Result<_>>()?;
        *self.answers.write().unwrap_or_else(PoisonError::into_inner) = answers;
        Ok(())
    }
}

async fn answer(
    State(served): State<Served>,
    method: Method,
    uri: Uri,
    headers: HeaderMap,
    body: Bytes,
) -> std::result::Result<Response, (StatusCode, String)> {
    let refused = |status, error: &dyn std::fmt::Display| (status, error.to_string());
    if !body.is_empty() {
        serde_json::from_slice::<serde_json::Value>(&body)
            .map_err(|error| refused(StatusCode::BAD_REQUEST, &error))?;
    }
    let token = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok());
    let key = format!("{method} {uri} {}", token.unwrap_or_default());
    let answer = {
        let answers = served.answers.read().unwrap_or_else(PoisonError::into_inner);
        answers.get(&key).map(Arc::clone)
    };
    let answer = answer.ok_or_else(|| refused(StatusCode::NOT_FOUND, &key))?;
    let failed = |error: anyhow::Error| refused(StatusCode::INTERNAL_SERVER_ERROR, &error);
    served.pools.replay(&answer.recorded.steps, served.effort).await.map_err(failed)?;
    let body = match served.effort {
        Effort::None => answer.recorded.body.clone(),
        Effort::Reading => answer.document.write().map_err(failed)?,
    };
    let headers = [(CONTENT_TYPE, "application/json")];
    Ok((answer.recorded.status, headers, body).into_response())
}

/// The pools of the product, opened as the product opens them.
#[derive(Clone, Debug)]
enum Pools {
    Sqlite { read: SqlitePool, write: SqlitePool },
    Postgres(PgPool),
}

enum Open {
    None,
    Sqlite(Transaction<'static, Sqlite>),
    Postgres(Transaction<'static, Postgres>),
}

impl Pools {
    async fn open(url: &str) -> Result<Self> {
        if !url.starts_with("sqlite:") {
            let pool = PgPoolOptions::new()
                .acquire_timeout(WAIT_MAX)
                .max_connections(CONNECTIONS_MAX)
                .connect_with(PgConnectOptions::from_str(url)?)
                .await?;
            return Ok(Self::Postgres(pool));
        }
        let options = SqliteConnectOptions::from_str(url)?
            .synchronous(SqliteSynchronous::Full)
            .foreign_keys(true)
            .busy_timeout(WAIT_MAX)
            .journal_mode(SqliteJournalMode::Wal);
        let pool = SqlitePoolOptions::new()
            .acquire_timeout(WAIT_MAX)
            .test_before_acquire(false)
            .idle_timeout(None)
            .max_lifetime(None);
        let write = pool.clone().max_connections(1).connect_with(options.clone()).await?;
        let readers = options.pragma("query_only", "ON");
        let read = pool.max_connections(CONNECTIONS_MAX).connect_with(readers).await?;
        Ok(Self::Sqlite { read, write })
    }

    async fn replay(&self, steps: &[Step], effort: Effort) -> Result<()> {
        let mut open = Open::None;
        for step in steps {
            open = match step {
                Step::Begin => self.begin(open).await?,
                Step::Read(plans) => self.read(open, *plans).await?,
                Step::Commit => open.commit().await?,
                Step::Statement { text, values, persistent } => {
                    open.run((text, values, *persistent), effort).await?;
                    open
                }
            };
        }
        Ok(())
    }

    async fn begin(&self, before: Open) -> Result<Open> {
        drop(before);
        Ok(match self {
            Self::Sqlite { write, .. } => Open::Sqlite(write.begin_with("BEGIN IMMEDIATE").await?),
            Self::Postgres(pool) => {
                let begin = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE";
                Open::Postgres(pool.begin_with(begin).await?)
            }
        })
    }

    async fn read(&self, before: Open, plans: Plans) -> Result<Open> {
        drop(before);
        Ok(match self {
            Self::Sqlite { read, .. } => Open::Sqlite(read.begin().await?),
            Self::Postgres(pool) => Open::Postgres(pool.begin_with(plans.begin()).await?),
        })
    }
}

impl Open {
    async fn commit(self) -> Result<Self> {
        match self {
            Self::None => bail!("nothing was begun"),
            Self::Sqlite(transaction) => transaction.commit().await?,
            Self::Postgres(transaction) => transaction.commit().await?,
        }
        Ok(Self::None)
    }

    async fn run(
        &mut self,
        (text, values, persistent): (&str, &Values, bool),
        effort: Effort,
    ) -> Result<()> {
        let text = AssertSqlSafe(text.to_owned());
        match (self, values.clone()) {
            (Self::Sqlite(transaction), Values::Sqlite(values)) => {
                let query = sqlx::query_with(text, values).persistent(persistent);
                let rows = query.fetch_all(&mut **transaction).await;
                effort.look(rows.context("the statement fails")?)
            }
            (Self::Postgres(transaction), Values::Postgres(values)) => {
                let query = sqlx::query_with(text, values).persistent(persistent);
                let rows = query.fetch_all(&mut **transaction).await;
                effort.look(rows.context("the statement fails")?)
            }
            (_, _) => bail!("a statement outside a transaction, or for another database"),
        }
    }
}
