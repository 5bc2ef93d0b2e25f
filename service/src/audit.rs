//! The audit log: an entry in the transaction of each change, a chain of seals after it.

mod chain;
mod commitment;
mod export;
mod name;
mod repo;
mod seal;

use chrono::{DateTime, Utc};
use shared::Result;
use shared::audit::{AuditAction, AuditEntry, AuditQuery};
pub use shared::audit::{AuditFinding, Category, FindingKind};
use shared::id::{ApiTokenId, AuditEntryId, OrganizationId, StaffId};
use shared::page::{Page, cursor};
use shared::permission::Permission;

use crate::caller::{Caller, RequestContext};
use crate::clock::start_of_day;
use crate::context::{Context, use_cases};
use crate::transaction::WriteTx;

/// An audit entry to be written. `fields` are field names; values, added by [`change`], are only
/// included if they are not secret and affect the accounts. No part of it may be the name or the
/// address of a person: an erasure covers only those of the actor.
#[derive(Clone, Debug)]
pub struct Entry<'f> {
    /// The action; it determines the subject area.
    pub action: AuditAction,
    /// The kind of record.
    pub entity_type: &'static str,
    /// The record.
    pub entity_id: Option<String>,
    /// The changed fields.
    pub fields: &'f [&'f str],
}

/// A field with its old and its new value, as in `closedThrough=→2026-01-31`. Spaces, which
/// separate the fields of an entry, become underscores.
pub(crate) fn change(field: &str, before: Option<&str>, after: Option<&str>) -> String {
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    format!("{field}={before}→{after}").replace(char::is_whitespace, "_")
}

/// The actor of an audit entry.
#[derive(Clone, Debug)]
pub(crate) struct Actor<'a> {
    pub organization: OrganizationId,
    pub id: Option<StaffId>,
    pub name: &'a str,
    /// The API token used for the action.
    pub api_token: Option<ApiTokenId>,
    pub request: &'a RequestContext,
}

impl<'a> Actor<'a> {
    /// The actor for an authenticated caller.
    pub(crate) fn of(caller: &'a Caller) -> Self {
        Self {
            organization: caller.organization(),
            id: Some(caller.staff()),
            name: caller.name(),
            api_token: caller.api_token(),
            request: caller.request(),
        }
    }
}

/// Writes one entry in the caller's transaction: one statement.
pub(crate) async fn record(
    tx: &mut WriteTx,
    context: &Context,
    caller: &Caller,
    entry: Entry<'_>,
) -> Result<()> {
    record_of(tx, context, &Actor::of(caller), entry).await
}

/// The same for events around sign-in and for the command line.
pub(crate) async fn record_of(
    tx: &mut WriteTx,
    context: &Context,
    actor: &Actor<'_>,
    entry: Entry<'_>,
) -> Result<()> {
    Ok(repo::add(tx, &row(context, actor, entry)?).await?)
}

/// The same for several records: no more statements than for one.
pub(crate) async fn record_each(
    tx: &mut WriteTx,
    context: &Context,
    caller: &Caller,
    entries: impl IntoIterator<Item = Entry<'_>>,
) -> Result<()> {
    let actor = Actor::of(caller);
    let rows = entries.into_iter().map(|entry| row(context, &actor, entry));
    let rows = rows.collect::<Result<Vec<_>>>()?;
    Ok(repo::add_each(tx, &rows).await?)
}

fn row<'a>(
    context: &Context,
    actor: &'a Actor<'_>,
    entry: Entry<'_>,
) -> Result<repo::NewEntry<'a>> {
    let (salt, ip) = (commitment::salt()?, actor.request.ip.as_deref());
    Ok(repo::NewEntry {
        id: AuditEntryId(context.id()),
        at: context.now(),
        category: entry.action.category(),
        action: entry.action,
        actor_id: actor.id,
        actor_name: actor.name,
        actor_salt: salt,
        actor_commitment: commitment::commitment(&salt, actor.name, ip),
        entity_type: entry.entity_type,
        entity_id: entry.entity_id,
        fields: entry.fields.join(" "),
        request_id: actor.request.request_id.as_deref(),
        ip,
        api_token_id: actor.api_token,
    })
}

use_cases! {
    /// The audit log.
    Audit, audit
}

impl Audit<'_> {
    /// One page of entries, newest first. Needs `audit:view`.
    pub async fn list(&self, caller: &Caller, query: AuditQuery) -> Result<Page<AuditEntry>> {
        let caller = caller.require(Permission::AuditView)?;
        query.check()?;
        let days = days(&query, caller.time_zone());
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = repo::count(&mut tx, &query, days).await?;
        let rows = repo::page(&mut tx, &query, days).await?;
        let mut entries: Vec<_> = rows.into_iter().map(AuditEntry::from).collect();
        name::add_names(&mut tx, &caller, &mut entries).await?;
        let next = query.page.next_cursor(&entries, total, |it| cursor::write(&it.at, it.id.0));
        Ok(Page::new(entries, &query.page, total, next))
    }
}

/// The time range of the query's days: from the first timestamp up to, but not including, the
/// second.
type Days = (Option<DateTime<Utc>>, Option<DateTime<Utc>>);

fn days(query: &AuditQuery, time_zone: &str) -> Days {
    let start = |day| start_of_day(day, time_zone);
    (query.from.map(start), query.to.and_then(|day| day.succ_opt()).map(start))
}
