//! The calendar feed: approved leave at a secret address, for calendar programs.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use chrono::{Months, NaiveDate};
use sha2::{Digest, Sha256};
use shared::audit::AuditAction;
use shared::error::{Error, Result};
use shared::id::StaffId;
use shared::leave::absence::Month;
use shared::leave::calendar_feed::{CalendarFeed, CalendarFeedCreated, calendar};
use shared::leave::request::LeaveScope;

use super::{Leave, repo, require_member};
use crate::audit::{self, Actor};
use crate::caller::Caller;
use crate::context::Context;
use crate::hexadecimal::hexadecimal;
use crate::random::random_bytes;
use crate::session::Sessions;
use crate::transaction::WriteTx;

/// The months of the feed before and after the current one.
const BEFORE: Months = Months::new(1);
const AFTER: Months = Months::new(12);

/// The maximum length of a token, in bytes.
const TOKEN_LENGTH_MAX: usize = 100;

impl Leave<'_> {
    /// The caller's calendar feed, if there is one.
    pub async fn feed(&self, caller: &Caller) -> Result<Option<CalendarFeed>> {
        let caller = require_member(caller)?;
        let mut tx = self.0.read(caller).await?;
        Ok(repo::feed::find(&mut tx, caller.staff()).await?)
    }

    /// Creates the caller's calendar feed, or replaces it: the former address is unknown from then
    /// on. The token is returned once.
    ///
    /// Errors: 403 for API tokens, which may not create credentials.
    pub async fn create_feed(&self, caller: &Caller) -> Result<CalendarFeedCreated> {
        require_member(caller)?;
        let caller = caller.require_person()?;
        let token = token()?;
        let feed = CalendarFeed { created_at: self.0.now() };
        let mut act = self.0.act(caller).await?;
        if let Some(first) = act.repeated("leave.create_feed", &()).await? {
            return Ok(first);
        }
        repo::feed::set(&mut act, caller.staff(), &hash(&token), feed.created_at).await?;
        act.audit(entry(AuditAction::CalendarFeedCreated, caller.staff())).await?;
        act.respond_with_secret(CalendarFeedCreated { feed, token }).await
    }

    /// Revokes the caller's calendar feed; a repetition is not an error.
    pub async fn revoke_feed(&self, caller: &Caller) -> Result<()> {
        let caller = require_member(caller)?;
        let mut act = self.0.act(caller).await?;
        if repo::feed::remove(&mut act, caller.staff()).await? {
            act.audit(entry(AuditAction::CalendarFeedRevoked, caller.staff())).await?;
        }
        act.commit().await
    }

    /// The calendar at a secret address: approved leave of its owner and of those whose leave they
    /// decide on, by their current permissions.
    ///
    /// Errors: 404 for an unknown or a revoked token, and while the owner is blocked or has a
    /// temporary password.
    pub async fn calendar_of_feed(&self, token: &str) -> Result<String> {
        if token.len() > TOKEN_LENGTH_MAX {
            return Err(no_such_feed());
        }
        let mut tx = self.0.db.autocommit_read().await?;
        let owner = repo::feed::owner(&mut tx, &hash(token)).await?;
        drop(tx);
        let (organization, staff) = owner.ok_or_else(no_such_feed)?;
        let caller = Sessions(self.0).caller_of(organization, staff).await;
        let caller = caller.map_err(hidden)?;
        require_member(&caller).map_err(hidden)?;
        let days = days(self.today(&caller));
        let absences = self.absences(&caller, LeaveScope::Team, days).await?;
        Ok(calendar(&absences, self.0.now()))
    }
}

/// Revokes the calendar feed of a member of staff whose password was changed: anyone who had the
/// password may have created it.
pub(crate) async fn end_feed_of(
    tx: &mut WriteTx,
    context: &Context,
    actor: &Actor<'_>,
    staff: StaffId,
) -> Result<()> {
    if repo::feed::remove(tx, staff).await? {
        let entry = entry(AuditAction::CalendarFeedRevoked, staff);
        audit::record_of(tx, context, actor, entry).await?;
    }
    Ok(())
}

/// The days of the feed.
fn days(today: NaiveDate) -> (NaiveDate, NaiveDate) {
    let first = Month::of(today).first();
    let from = first.checked_sub_months(BEFORE).unwrap_or(first);
    let to = first.checked_add_months(AFTER).unwrap_or(first);
    (from, Month::of(to).last())
}

/// A refusal of the owner is not shown to anyone who knows the address.
fn hidden(error: Error) -> Error {
    match error {
        Error::Forbidden(_) | Error::NotFound(_) => no_such_feed(),
        other => other,
    }
}

fn no_such_feed() -> Error {
    Error::not_found("Calendar feed")
}

fn hash(token: &str) -> String {
    hexadecimal(&Sha256::digest(token))
}

fn token() -> Result<String> {
    let bytes = random_bytes::<32>().map_err(|error| {
        tracing::error!(%error, "the operating system has no randomness");
        Error::internal()
    })?;
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// The feed has the id of its owner.
fn entry(action: AuditAction, staff: StaffId) -> audit::Entry<'static> {
    super::entry(action, ("calendar_feed", Some(staff.to_string())), &[])
}
