//! The feed of events for integrators.
//!
//! Transactions commit in another order than they insert their events, so the order of insertion
//! cannot serve as a cursor: an event that is committed late would lie before cursors that were
//! given out already. Committed events therefore get their positions in a transaction of their own,
//! one after another under a lock. The feed consists of the events with a position, and new ones
//! always follow those that were visible before.

mod repo;

use shared::error::{Error, FieldCode, Result};
use shared::event::{EventPage, EventQuery};
use shared::id::OrganizationId;
use shared::permission::Permission;

use super::Events;
use crate::caller::Caller;

/// The maximum number of events that one transaction numbers.
const BATCH: i64 = 1_000;

impl Events<'_> {
    /// The events after a cursor, oldest first; those of one record in the order of its changes.
    /// Every event that was committed before the call is in the feed. Needs `events:read`.
    ///
    /// Errors: 400 for a cursor beyond the last event.
    pub async fn feed(&self, caller: &Caller, query: EventQuery) -> Result<EventPage> {
        let caller = caller.require(Permission::EventsRead)?;
        let has_unnumbered =
            repo::has_unnumbered(&mut self.0.autocommit_read(caller).await?).await?;
        if has_unnumbered {
            self.number(caller.organization()).await?;
        }
        let mut tx = self.0.read(caller).await?;
        let end = repo::end(&mut tx).await?;
        if query.after.is_some_and(|after| after > end) {
            return Err(no_such_cursor());
        }
        let events = repo::page(&mut tx, &query, end).await?;
        let is_full = u32::try_from(events.len()).is_ok_and(|length| length >= query.limit);
        let last = events.last().filter(|_| is_full);
        Ok(EventPage {
            next_cursor: last.map_or(end, |last| last.cursor),
            data: events.into_iter().map(|it| it.event).collect(),
        })
    }

    /// Numbers the events of every organization, so that few are left when a feed is read.
    pub async fn number_all(&self) -> Result<()> {
        let mut tx = self.0.db.read().await?;
        let organizations = repo::organizations(&mut tx).await?;
        drop(tx);
        // A fault in one organization does not stop the others.
        let mut numbered = Ok(());
        for organization in organizations {
            numbered = self.number(organization).await.and(numbered);
        }
        numbered
    }

    /// Assigns positions to the events that are committed but have none. Safe at any time, on any
    /// number of servers at once.
    pub(crate) async fn number(&self, organization: OrganizationId) -> Result<()> {
        loop {
            let mut tx = self.0.begin_within(organization).await?;
            let end = repo::lock(&mut tx).await?;
            let numbered = repo::number(&mut tx, end, BATCH).await?;
            if numbered > 0 {
                repo::extend(&mut tx, end.saturating_add(numbered)).await?;
                tx.commit().await?;
            }
            if numbered < BATCH {
                return Ok(());
            }
        }
    }
}

/// 400: a cursor of another organization, or of a database that was restored from an older backup.
fn no_such_cursor() -> Error {
    let message = "The feed has no such cursor. Read it from the beginning, without after.";
    Error::field("after", FieldCode::Invalid, message)
}
