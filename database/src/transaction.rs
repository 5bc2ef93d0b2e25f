//! Transactions: opened by `Db`, committed by their opener, rolled back when dropped.
//!
//! A transaction may be limited to one organization by [`ReadTx::limited_to`]. The organization is
//! then bound as `$1` of each of its statements, so that no statement can be run for another one.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use futures::future::BoxFuture;
use shared::id::OrganizationId;
use sqlx::pool::PoolConnection;
use sqlx::{Database, Executor, Postgres, Sqlite, Transaction};
use uuid::Uuid;

use super::rows::{Row, Rows};
use super::statement::{Read, Write};
use super::{Commit, Engine, Observer, Result, Sql, Statement};

const GENERIC_PLANS: &str = "SET LOCAL plan_cache_mode = force_generic_plan";
const ANY_PLANS: &str = "SET LOCAL plan_cache_mode = auto";

/// A transaction that runs queries, of all organizations or within a [`Scope`].
#[derive(Debug)]
pub struct ReadTx<S = ()> {
    session: Session,
    scope: S,
}

/// A transaction that also runs changes. Dropping it without [`WriteTx::commit`] rolls it back.
/// It can be used wherever a [`ReadTx`] is expected.
#[derive(Debug)]
#[must_use = "a transaction that is dropped is rolled back"]
pub struct WriteTx<S = ()>(ReadTx<S>);

/// The scope of a transaction: nothing, or the organization to which its statements are limited.
pub trait Scope: Copy {
    /// The id of the organization, `$1` of every statement.
    fn organization(self) -> Option<Uuid>;
}

impl Scope for () {
    fn organization(self) -> Option<Uuid> {
        None
    }
}

impl Scope for OrganizationId {
    fn organization(self) -> Option<Uuid> {
        Some(self.0)
    }
}

/// The connection of a transaction, and everything that its statements share.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) connection: Connection,
    /// True if the connection may keep prepared statements.
    pub(super) keeps_statements: bool,
    statements: Arc<AtomicU64>,
    pub(super) observer: Option<Arc<dyn Observer>>,
    has_generic_plans: bool,
}

#[derive(Debug)]
pub(super) enum Connection {
    Sqlite(HeldConnection<Sqlite>),
    Postgres(HeldConnection<Postgres>),
}

/// A connection that is held until the transaction is dropped.
#[derive(Debug)]
pub(super) enum HeldConnection<D: Database> {
    /// For all statements of a transaction.
    Transaction(Transaction<'static, D>),
    /// For one query, without a transaction.
    Autocommit(PoolConnection<D>),
}

impl ReadTx {
    pub(super) fn new(
        connection: Connection,
        keeps_statements: bool,
        statements: Arc<AtomicU64>,
        observer: Option<Arc<dyn Observer>>,
    ) -> Self {
        let has_generic_plans = false;
        let session =
            Session { connection, keeps_statements, statements, observer, has_generic_plans };
        Self { session, scope: () }
    }

    /// The same transaction, limited to one organization.
    pub fn limited_to(self, organization: OrganizationId) -> ReadTx<OrganizationId> {
        ReadTx { session: self.session, scope: organization }
    }
}

impl<S: Scope> ReadTx<S> {
    /// Prepares to run one declared query: `tx.sql(FIND).bind(id).optional::<StaffRow>()`. Within
    /// an organization, `$1` is already bound.
    pub fn sql(&mut self, sql: impl Into<Sql>) -> Statement<'_, Read> {
        let scope = self.scope;
        self.global(sql).within(scope)
    }

    /// Prepares to run one declared query that is not limited to the organization of the
    /// transaction, or binds it itself.
    pub fn global(&mut self, sql: impl Into<Sql>) -> Statement<'_, Read> {
        Statement::new(&mut self.session, sql.into())
    }

    /// The database in use.
    pub fn engine(&self) -> Engine {
        self.session.engine()
    }
}

impl ReadTx<OrganizationId> {
    /// The organization to which the transaction is limited.
    pub fn organization(&self) -> OrganizationId {
        self.scope
    }
}

impl WriteTx {
    pub(super) fn new(transaction: ReadTx) -> Self {
        Self(transaction)
    }

    /// The same transaction, limited to one organization.
    pub fn limited_to(self, organization: OrganizationId) -> WriteTx<OrganizationId> {
        WriteTx(self.0.limited_to(organization))
    }
}

impl WriteTx<OrganizationId> {
    /// Prepares to insert one row per item with the marker `{rows: type, …}`. The first column of
    /// each row, the organization, is already bound.
    pub fn insert<T>(
        &mut self,
        sql: impl Into<Sql>,
        items: impl IntoIterator<Item = T>,
        mut bind: impl FnMut(Row, T) -> Row,
    ) -> Rows<'_, Write> {
        let organization = self.organization();
        self.global(sql).rows(items, |row, item| bind(row.bind(organization), item))
    }
}

impl<S: Scope> WriteTx<S> {
    /// Prepares to run one declared statement: `tx.sql(DELETE).bind(id).execute()`. Within an
    /// organization, `$1` is already bound.
    pub fn sql(&mut self, sql: impl Into<Sql>) -> Statement<'_, Write> {
        let scope = self.0.scope;
        self.global(sql).within(scope)
    }

    /// Prepares to run one declared statement that is not limited to the organization of the
    /// transaction, or binds it itself.
    pub fn global(&mut self, sql: impl Into<Sql>) -> Statement<'_, Write> {
        Statement::new(&mut self.0.session, sql.into())
    }

    /// Commits the transaction.
    pub fn commit(self) -> BoxFuture<'static, Result<()>> {
        Box::pin(async move {
            let session = self.0.session;
            if let Some(observer) = &session.observer {
                match observer.commit() {
                    Commit::Proceed => {}
                    Commit::Discard => return Ok(()),
                }
            }
            match session.connection {
                Connection::Sqlite(held) => held.commit().await?,
                Connection::Postgres(held) => held.commit().await?,
            }
            Ok(())
        })
    }
}

impl Session {
    /// The database in use.
    pub(super) fn engine(&self) -> Engine {
        match self.connection {
            Connection::Sqlite(_) => Engine::Sqlite,
            Connection::Postgres(_) => Engine::Postgres,
        }
    }

    pub(super) fn count_statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    /// Switches generic plans of PostgreSQL on or off for the rest of the transaction.
    pub(super) async fn use_generic_plans(&mut self, is_on: bool) -> Result<()> {
        if let Connection::Postgres(HeldConnection::Transaction(transaction)) = &mut self.connection
            && self.has_generic_plans != is_on
        {
            transaction.execute(if is_on { GENERIC_PLANS } else { ANY_PLANS }).await?;
            self.has_generic_plans = is_on;
        }
        Ok(())
    }
}

impl<S> Deref for WriteTx<S> {
    type Target = ReadTx<S>;

    fn deref(&self) -> &ReadTx<S> {
        &self.0
    }
}

impl<S> DerefMut for WriteTx<S> {
    fn deref_mut(&mut self) -> &mut ReadTx<S> {
        &mut self.0
    }
}

impl<D: Database> HeldConnection<D> {
    async fn commit(self) -> sqlx::Result<()> {
        match self {
            Self::Transaction(transaction) => transaction.commit().await,
            Self::Autocommit(_) => Ok(()),
        }
    }

    pub(super) fn connection(&mut self) -> &mut D::Connection {
        match self {
            Self::Transaction(transaction) => transaction,
            Self::Autocommit(connection) => connection,
        }
    }
}

impl From<Transaction<'static, Sqlite>> for Connection {
    fn from(transaction: Transaction<'static, Sqlite>) -> Self {
        Self::Sqlite(HeldConnection::Transaction(transaction))
    }
}

impl From<PoolConnection<Sqlite>> for Connection {
    fn from(connection: PoolConnection<Sqlite>) -> Self {
        Self::Sqlite(HeldConnection::Autocommit(connection))
    }
}

impl From<Transaction<'static, Postgres>> for Connection {
    fn from(transaction: Transaction<'static, Postgres>) -> Self {
        Self::Postgres(HeldConnection::Transaction(transaction))
    }
}

impl From<PoolConnection<Postgres>> for Connection {
    fn from(connection: PoolConnection<Postgres>) -> Self {
        Self::Postgres(HeldConnection::Autocommit(connection))
    }
}
