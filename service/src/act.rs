//! Use cases on behalf of a caller: a transaction cannot be opened before the permission is asked.

use std::ops::{Deref, DerefMut};

use chrono::{DateTime, NaiveDate, Utc};
use serde::Serialize;
use serde::de::DeserializeOwned;
use shared::error::Result;
use shared::event::{EventData, EventType};
use shared::id::{OrganizationId, StaffId};

use crate::audit::{self, Entry};
use crate::caller::Caller;
pub use crate::caller::Permitted;
use crate::context::Context;
use crate::event;
use crate::idempotency::{self, Request};
pub(crate) use crate::transaction::{ReadTx, WriteTx};

impl Context {
    /// Opens a transaction that runs queries within the organization of the caller.
    pub(crate) async fn read(&self, caller: Permitted<'_>) -> Result<ReadTx> {
        self.read_within(caller.organization()).await
    }

    /// The same for long queries, which run on a replica if there is one that sees everything
    /// committed so far.
    pub(crate) async fn read_on_replica(&self, caller: Permitted<'_>) -> Result<ReadTx> {
        Ok(self.db.read_on_replica().await?.limited_to(caller.organization()))
    }

    /// The same for a single query, without a transaction.
    pub(crate) async fn autocommit_read(&self, caller: Permitted<'_>) -> Result<ReadTx> {
        Ok(self.db.autocommit_read().await?.limited_to(caller.organization()))
    }

    /// Opens a transaction for a change on behalf of the caller.
    pub(crate) async fn act<'a>(&'a self, caller: Permitted<'a>) -> Result<Act<'a>> {
        let tx = self.begin_within(caller.organization()).await?;
        Ok(Act { tx, context: self, caller: caller.caller(), request: None })
    }

    /// Opens a transaction that runs queries, where there is no caller: for sign-in, customers and
    /// daily jobs.
    pub(crate) async fn read_within(&self, organization: OrganizationId) -> Result<ReadTx> {
        Ok(self.db.read().await?.limited_to(organization))
    }

    /// Opens a transaction for a change where there is no caller.
    pub(crate) async fn begin_within(&self, organization: OrganizationId) -> Result<WriteTx> {
        Ok(self.db.begin().await?.limited_to(organization))
    }
}

/// A change on behalf of a caller: its transaction, with everything that it records. It can be
/// used wherever a [`WriteTx`] or a [`ReadTx`] is expected; dropping it rolls it back.
#[derive(Debug)]
#[must_use = "an act that is dropped is rolled back"]
pub(crate) struct Act<'a> {
    tx: WriteTx,
    context: &'a Context,
    caller: &'a Caller,
    /// The request whose idempotency key is claimed.
    request: Option<Box<Request>>,
}

impl<'a> Act<'a> {
    /// The caller.
    pub(crate) fn caller(&self) -> &'a Caller {
        self.caller
    }

    /// The caller and the current time, as the record of a change carries them.
    pub(crate) fn stamp(&self) -> (StaffId, DateTime<Utc>) {
        (self.caller.staff(), self.now())
    }

    /// The current time.
    pub(crate) fn now(&self) -> DateTime<Utc> {
        self.context.now()
    }

    /// Today, in the time zone of the organization.
    pub(crate) fn today(&self) -> NaiveDate {
        self.context.today(self.caller.time_zone())
    }

    /// Writes an entry of the audit log: one statement.
    pub(crate) async fn audit(&mut self, entry: Entry<'_>) -> Result<()> {
        audit::record(&mut self.tx, self.context, self.caller, entry).await
    }

    /// Writes entries of the audit log: no more statements than for one.
    pub(crate) async fn audit_each(
        &mut self,
        entries: impl IntoIterator<Item = Entry<'_>>,
    ) -> Result<()> {
        audit::record_each(&mut self.tx, self.context, self.caller, entries).await
    }

    /// Writes an event for integrators: one statement. The act has locked the record before.
    pub(crate) async fn event(
        &mut self,
        event_type: EventType,
        data: impl Into<EventData>,
    ) -> Result<()> {
        event::record(&mut self.tx, self.context, event_type, &data.into()).await
    }

    /// Claims the idempotency key of the caller, if any, for an action and its input; returns the
    /// recorded response of a repetition.
    ///
    /// Errors: 409 `IDEMPOTENCY_KEY_REUSED` when the key belongs to a different request.
    pub(crate) async fn repeated<T: DeserializeOwned>(
        &mut self,
        action: &str,
        input: &impl Serialize,
    ) -> Result<Option<T>> {
        self.request = Request::of(self.caller, action, input)?.map(Box::new);
        idempotency::begin(&mut self.tx, self.context, self.request.as_deref()).await
    }

    /// Records the response under the claimed key, commits, and returns the response.
    pub(crate) async fn respond<T: Serialize>(mut self, response: T) -> Result<T> {
        idempotency::keep(&mut self.tx, self.request.as_deref(), &response).await?;
        self.commit().await?;
        Ok(response)
    }

    /// The same for a response with a secret, such as a temporary password, which is encrypted.
    pub(crate) async fn respond_with_secret<T: Serialize>(mut self, response: T) -> Result<T> {
        let request = self.request.as_deref();
        idempotency::store_secret_response(&mut self.tx, self.context, request, &response).await?;
        self.commit().await?;
        Ok(response)
    }

    /// Commits the transaction.
    pub(crate) async fn commit(self) -> Result<()> {
        Ok(self.tx.commit().await?)
    }

    /// Rolls the transaction back, for a preview: nothing that it has written remains.
    pub(crate) fn roll_back(self) {
        drop(self);
    }
}

impl Deref for Act<'_> {
    type Target = WriteTx;

    fn deref(&self) -> &WriteTx {
        &self.tx
    }
}

impl DerefMut for Act<'_> {
    fn deref_mut(&mut self) -> &mut WriteTx {
        &mut self.tx
    }
}
