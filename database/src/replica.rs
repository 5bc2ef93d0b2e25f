//! Reads on a replica of PostgreSQL, once it has replayed everything that was committed before.

use std::str::FromStr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use sqlx::postgres::{PgConnectOptions, PgConnection, PgPool};
use sqlx::{Executor, Row as _};

use super::connect::{PoolSettings, pool_options, postgres_options, set_limits};
use super::{Db, Pools, ReadTx, Result};
use crate::Access;

/// The end of the log of the primary: everything committed so far is before it.
const END: &str = "SELECT CAST(pg_current_wal_insert_lsn() - CAST('0/0' AS PG_LSN) AS BIGINT)";
/// The part of that log which the replica has replayed; null if it is no replica.
const REPLAYED: &str = "SELECT CAST(pg_last_wal_replay_lsn() - CAST('0/0' AS PG_LSN) AS BIGINT)";
/// The same for a primary and its replicas.
const CLUSTER: &str = "SELECT system_identifier FROM pg_control_system()";

/// The maximum waiting time for a replica to catch up, and the interval at which it is asked.
const LAG_MAX: Duration = Duration::from_millis(50);
const INTERVAL: Duration = Duration::from_millis(2);
/// The maximum waiting time for a connection.
const WAIT_MAX: Duration = Duration::from_millis(500);
/// The time for which a replica is left alone after an error.
const REST: Duration = Duration::from_secs(5);

/// A replica of the database.
#[derive(Debug)]
pub(super) struct Replica {
    pool: PgPool,
    reads: AtomicU64,
    rests_until: Mutex<Option<Instant>>,
}

impl Db {
    /// The same database, with a replica for [`Db::read_on_replica`]. The replica may be
    /// unavailable, now or later.
    ///
    /// Errors: the database is not PostgreSQL, or the address is invalid.
    pub async fn with_replica(&self, url: &str, settings: PoolSettings) -> Result<Self> {
        let Pools::Postgres(primary) = &self.pools else {
            let message = "only PostgreSQL has replicas";
            return Err(sqlx::Error::Configuration(message.into()).into());
        };
        let cluster: i64 = number(primary, CLUSTER).await?.unwrap_or_default();
        let keeps_session = self.keeps_session;
        let settings = PoolSettings { wait_max: WAIT_MAX, ..settings };
        let pool = pool_options(settings).after_connect(move |connection, _| {
            Box::pin(async move {
                require_cluster(connection, cluster).await?;
                if keeps_session { set_limits(connection).await } else { Ok(()) }
            })
        });
        let options = postgres_options(PgConnectOptions::from_str(url)?, settings);
        let pool = pool.connect_lazy_with(options);
        let replica = Replica { pool, reads: AtomicU64::default(), rests_until: Mutex::default() };
        Ok(Self { replica: Some(replica.into()), ..self.clone() })
    }

    /// Opens a read transaction that sees everything committed before this call: on the replica if
    /// it has replayed all of that, and on the database itself otherwise. Finding out takes two
    /// round trips, which long queries are worth.
    pub async fn read_on_replica(&self) -> Result<ReadTx> {
        let (Some(replica), Pools::Postgres(primary)) = (&self.replica, &self.pools) else {
            return self.read().await;
        };
        if replica.rests() {
            return self.read().await;
        }
        let end = number(primary, END).await?.unwrap_or(i64::MAX);
        let opened = async {
            if !replica.catches_up(end).await? {
                return Ok(None);
            }
            self.begin_on(&replica.pool, Access::Read).await.map(Some)
        };
        match opened.await {
            Ok(Some(transaction)) => {
                replica.reads.fetch_add(1, Ordering::Relaxed);
                Ok(self.transaction(transaction.into(), Access::Read))
            }
            Ok(None) => self.read().await,
            Err(error) => {
                tracing::warn!(%error, "the replica does not answer: the primary is used");
                replica.rest();
                self.read().await
            }
        }
    }

    /// The number of transactions on the replica; none without one.
    pub fn replica_reads(&self) -> Option<u64> {
        self.replica.as_ref().map(|replica| replica.reads.load(Ordering::Relaxed))
    }
}

impl Replica {
    /// Waits until the log is replayed up to its former end; returns false if that takes too long.
    async fn catches_up(&self, end: i64) -> Result<bool> {
        let since = Instant::now();
        while number(&self.pool, REPLAYED).await?.is_none_or(|replayed| replayed < end) {
            if since.elapsed() > LAG_MAX {
                return Ok(false);
            }
            tokio::time::sleep(INTERVAL).await;
        }
        Ok(true)
    }

    fn rests(&self) -> bool {
        let until = self.rests_until.lock().unwrap_or_else(PoisonError::into_inner);
        until.is_some_and(|until| Instant::now() < until)
    }

    fn rest(&self) {
        let until = Instant::now().checked_add(REST);
        *self.rests_until.lock().unwrap_or_else(PoisonError::into_inner) = until;
    }

    pub(super) async fn close(&self) {
        self.pool.close().await;
    }
}

/// The number in the first column. The query is not prepared, so that it may run through a pooler.
async fn number(
    executor: impl Executor<'_, Database = sqlx::Postgres>,
    text: &'static str,
) -> Result<Option<i64>> {
    Ok(sqlx::raw_sql(text).fetch_one(executor).await?.try_get(0)?)
}

async fn require_cluster(connection: &mut PgConnection, cluster: i64) -> sqlx::Result<()> {
    let row = sqlx::raw_sql(CLUSTER).fetch_one(connection).await?;
    if row.try_get::<i64, _>(0)? != cluster {
        return Err(sqlx::Error::Configuration("it is a replica of another database".into()));
    }
    Ok(())
}
