//! The bare handler: axum and sqlx, which run the statements that the product ran for a request
//! and answer the bytes that the product answered, with nothing in between.

use std::collections::HashMap;
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

type Answers = Arc<RwLock<HashMap<String, Arc<Recorded>>>>;

/// A running bare handler.
#[derive(Debug)]
pub struct Bare {
    pub address: SocketAddr,
    answers: Answers,
}

#[derive(Clone, Debug)]
struct Served {
    pools: Pools,
    answers: Answers,
}

impl Bare {
    /// Starts to serve on a free port.
    pub async fn start(url: &str) -> Result<Self> {
        let answers = Answers::default();
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).await?;
        let address = listener.local_addr()?;
        let served = Served { pools: Pools::open(url).await?, answers: Arc::clone(&answers) };
        let router = Router::new().fallback(answer).with_state(served);
        tokio::spawn(async move { axum::serve(listener, router).await });
        Ok(Self { address, answers })
    }

    /// What to answer from now on.
    pub fn answer(&self, answers: impl IntoIterator<Item = (Call, Recorded)>) {
        let answers = answers.into_iter().map(|(call, recorded)| {
            let token = call.token.unwrap_or_default();
            (format!("{} {} Bearer {token}", call.method, call.path), Arc::new(recorded))
        });
        let answers = answers.collect();
        *self.answers.write().unwrap_or_else(PoisonError::into_inner) = answers;
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
    let recorded = {
        let answers = served.answers.read().unwrap_or_else(PoisonError::into_inner);
        answers.get(&key).map(Arc::clone)
    };
    let recorded = recorded.ok_or_else(|| refused(StatusCode::NOT_FOUND, &key))?;
    served
        .pools
        .replay(&recorded.steps)
        .await
        .map_err(|error| refused(StatusCode::INTERNAL_SERVER_ERROR, &error))?;
    let headers = [(CONTENT_TYPE, "application/json")];
    Ok((recorded.status, headers, recorded.body.clone()).into_response())
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
            .synchronous(SqliteSynchronous::Normal)
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

    async fn replay(&self, steps: &[Step]) -> Result<()> {
        let mut open = Open::None;
        for step in steps {
            open = match step {
                Step::Begin => self.begin(open).await?,
                Step::Read(plans) => self.read(open, *plans).await?,
                Step::Commit => open.commit().await?,
                Step::Statement { text, values, persistent } => {
                    open.run(text, values, *persistent).await?;
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

    async fn run(&mut self, text: &str, values: &Values, persistent: bool) -> Result<()> {
        let text = AssertSqlSafe(text.to_owned());
        match (self, values.clone()) {
            (Self::Sqlite(transaction), Values::Sqlite(values)) => {
                let query = sqlx::query_with(text, values).persistent(persistent);
                drop(query.fetch_all(&mut **transaction).await.context("the statement fails")?);
            }
            (Self::Postgres(transaction), Values::Postgres(values)) => {
                let query = sqlx::query_with(text, values).persistent(persistent);
                drop(query.fetch_all(&mut **transaction).await.context("the statement fails")?);
            }
            (_, _) => bail!("a statement outside a transaction, or for another database"),
        }
        Ok(())
    }
}
