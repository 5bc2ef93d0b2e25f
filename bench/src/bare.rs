//! The bare handler: axum and sqlx, which run the same statements as Mizan for a request and return
//! the same bytes, without anything in between.
//!
//! It is served at two addresses. At the first one it decodes no values, and its response is
//! prepared in advance: no handler could be faster. At the second one it decodes every value of
//! every row and encodes its response as JSON, like a handler that has to compute the response.

mod document;
mod pools;
mod row;

use std::collections::HashMap;
use std::hint::black_box;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::{Arc, PoisonError, RwLock};

use anyhow::Result;
use axum::Router;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use hyper::header::{AUTHORIZATION, CONTENT_TYPE};
use hyper::{HeaderMap, Method, StatusCode, Uri};
use tokio::net::TcpListener;

use crate::load::Call;
use crate::recorder::Step;
use document::Document;
use pools::Pools;
use row::Cells;

/// The recorded database calls and the response for one request.
#[derive(Clone, Debug)]
pub struct Recorded {
    pub steps: Vec<Step>,
    pub status: StatusCode,
    pub body: Bytes,
}

/// The recorded data of a request, with its response as a tree.
#[derive(Debug)]
struct Answer {
    recorded: Recorded,
    document: Document,
}

type Answers = Arc<RwLock<HashMap<String, Arc<Answer>>>>;

/// A running bare handler.
#[derive(Debug)]
pub struct Bare {
    /// The address at which it decodes nothing.
    pub address: SocketAddr,
    /// The address at which it decodes and encodes.
    pub reading: SocketAddr,
    answers: Answers,
    pools: Pools,
}

#[derive(Clone, Debug)]
struct Served {
    pools: Pools,
    answers: Answers,
    effort: Effort,
}

/// The work of the bare handler, apart from running statements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Effort {
    /// No decoding or encoding.
    None,
    /// Decodes rows and encodes JSON.
    Reading,
}

impl Effort {
    /// Processes the rows of a statement.
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
    /// Serves on two free ports.
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
        Ok(Self { address, reading, answers, pools })
    }

    /// Closes the connections: a database that is removed while it is open still occupies the disk.
    pub async fn close(&self) {
        self.pools.close().await;
    }

    /// Sets the recorded requests and their responses.
    ///
    /// Errors: a response is not JSON.
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
