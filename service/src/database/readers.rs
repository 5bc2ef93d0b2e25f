//! The connections of SQLite that read.
//!
//! Each has a thread and a cache of its own, and the pool hands them out by turns: a few that are
//! always at work find in the caches of the processor what they need, which many by turns do not.
//! Others stand by for when those few are held for long, by reports or by downloads.

use std::thread::available_parallelism;
use std::time::Duration;

use futures::future::BoxFuture;
use sqlx::pool::PoolConnection;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool, SqlitePoolOptions};
use sqlx::{Result, Sqlite, Transaction};
use tokio::time::timeout;

/// How long to wait for one of the few before another helps out: longer than a page takes.
const PATIENCE: Duration = Duration::from_millis(20);

#[derive(Clone, Debug)]
pub(super) struct Readers {
    few: SqlitePool,
    others: SqlitePool,
}

impl Readers {
    /// Opens the first of the few; the rest are opened when they are needed, of the others at
    /// most `others_max`.
    pub async fn open(
        pool: SqlitePoolOptions,
        options: SqliteConnectOptions,
        others_max: u32,
    ) -> Result<Self> {
        let few = pool.clone().max_connections(few()).connect_with(options.clone()).await?;
        let others = pool.max_connections(others_max).connect_lazy_with(options);
        Ok(Self { few, others })
    }

    /// A connection for one statement. In a box, because whoever reads carries this future along.
    pub fn acquire(&self) -> BoxFuture<'_, Result<PoolConnection<Sqlite>>> {
        Box::pin(async {
            match timeout(PATIENCE, self.few.acquire()).await {
                Ok(acquired) => acquired,
                Err(_) => self.others.acquire().await,
            }
        })
    }

    /// A connection with a transaction.
    pub fn begin(&self) -> BoxFuture<'_, Result<Transaction<'static, Sqlite>>> {
        Box::pin(async { Transaction::begin(self.acquire().await?, None).await })
    }

    pub async fn close(&self) {
        self.few.close().await;
        self.others.close().await;
    }
}

/// Two for each processor: one runs while the request of the other is on its way.
pub fn few() -> u32 {
    available_parallelism().ok().and_then(|it| u32::try_from(it.get()).ok()).unwrap_or(1) * 2
}
