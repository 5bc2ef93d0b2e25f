//! Journals: all-or-nothing postings to the ledger, and their queries.

mod accounts;
mod export;
mod repo;

use chrono::NaiveDate;
use shared::credit::journal::{
    Journal, JournalQuery, TrialBalance, TrialBalanceTotals, check_day, require_range,
};
use shared::credit::preview::JournalPreview;
use shared::credit::servicing::Leg;
use shared::credit::vocabulary::ProductType;
use shared::error::Result;
use shared::id::{FacilityId, JournalId, StaffId};
use shared::page::{Page, cursor};
use shared::permission::Permission;

use super::closed_period;
use crate::caller::Caller;
use crate::context::{Context, use_cases};
use crate::transaction::{ReadTx, WriteTx};

pub(in crate::credit) use accounts::{Accounts, JournalEntry};
pub(in crate::credit) use repo::{balances, of_facility};

/// The header of a journal, without its legs.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct Posting {
    pub(in crate::credit) facility: FacilityId,
    pub(in crate::credit) product_type: ProductType,
    /// The value date.
    pub(in crate::credit) value_date: NaiveDate,
    pub(in crate::credit) posted_by: StaffId,
}

/// Posts the legs of an action: four statements.
///
/// Errors: 422 `ACCOUNT_UNMAPPED` naming every place without an account; 409 `PERIOD_CLOSED`.
/// Nothing is written then.
pub(in crate::credit) async fn post(
    tx: &mut WriteTx,
    context: &Context,
    posting: &Posting,
    legs: &[Leg],
) -> Result<JournalId> {
    let accounts = Accounts::load(tx, posting.product_type).await?;
    let entries = accounts.entries(legs)?;
    write(tx, context, posting, &entries).await
}

/// Writes a journal of entries with known accounts. Every posting that is not a reversal goes
/// through here.
///
/// Errors: 409 `PERIOD_CLOSED` for a value date in a closed period.
pub(in crate::credit) async fn write(
    tx: &mut WriteTx,
    context: &Context,
    posting: &Posting,
    entries: &[JournalEntry],
) -> Result<JournalId> {
    closed_period::share(tx).await?.require_open(posting.value_date)?;
    let id = JournalId(context.id());
    repo::add(tx, (id, None), posting, context.now()).await?;
    repo::add_entries(tx, id, posting.product_type, entries).await?;
    Ok(id)
}

/// The legs of journals that an action has posted, in that order: one statement for each journal.
pub(in crate::credit) async fn posted(
    tx: &mut ReadTx,
    journals: impl IntoIterator<Item = JournalId>,
) -> Result<JournalPreview> {
    let mut lines = Vec::new();
    for journal in journals {
        lines.extend(repo::lines(tx, journal).await?);
    }
    Ok(JournalPreview { lines })
}

/// A journal that reverses another one.
#[derive(Clone, Copy, Debug)]
pub(in crate::credit) struct Reversal {
    pub(in crate::credit) journal: JournalId,
    /// The value date.
    pub(in crate::credit) value_date: NaiveDate,
}

/// Reverses a journal by a contra journal: four statements. The accounts are those of the original
/// journal, whatever the map contains today. The value date is that of the journal or, if that is
/// closed, the first open day.
///
/// Errors: 409 `PERIOD_CLOSED` while the first open day is in the future.
pub(in crate::credit) async fn reverse(
    tx: &mut WriteTx,
    context: &Context,
    posting: &Posting,
    reversed: JournalId,
    today: NaiveDate,
) -> Result<Reversal> {
    let closed = closed_period::share(tx).await?;
    let value_date = closed.reversal_day(posting.value_date, today)?;
    let posting = &Posting { value_date, ..*posting };
    let id = JournalId(context.id());
    let entries = repo::entries(tx, reversed).await?;
    let contra: Vec<_> = entries.into_iter().map(JournalEntry::contra).collect();
    repo::add(tx, (id, Some(reversed)), posting, context.now()).await?;
    repo::add_entries(tx, id, posting.product_type, &contra).await?;
    Ok(Reversal { journal: id, value_date })
}

use_cases! {
    /// Journals and their totals.
    Journals, journals
}

impl Journals<'_> {
    /// A page of journals, latest value date first. Needs `credit:view`.
    ///
    /// Errors: 400 for days outside the calendar.
    pub async fn list(&self, caller: &Caller, query: JournalQuery) -> Result<Page<Journal>> {
        let caller = caller.require(Permission::CreditView)?;
        query.check()?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = repo::count(&mut tx, &query).await?;
        let journals = repo::page(&mut tx, &query).await?;
        let next = query.page.next_cursor(&journals, total, |journal| {
            cursor::write(&(journal.date, journal.posted_at), journal.id.0)
        });
        Ok(Page::new(journals, &query.page, total, next))
    }

    /// Every account with its postings up to a value date, by default today, and its balance before
    /// the first day. Needs `credit:view`.
    ///
    /// Errors: 400 for a day outside the calendar, and if the range ends before it begins.
    pub async fn trial_balance(
        &self,
        caller: &Caller,
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    ) -> Result<TrialBalance> {
        let caller = caller.require(Permission::CreditView)?;
        let as_of = to.unwrap_or_else(|| self.0.today(caller.time_zone()));
        check_day("asOf", as_of)?;
        if let Some(from) = from {
            check_day("from", from)?;
            require_range(from, as_of)?;
        }
        let mut tx = self.0.read_on_replica(caller).await?;
        let rows = repo::balances(&mut tx, from, as_of).await?;
        Ok(TrialBalance { from, as_of, totals: TrialBalanceTotals::of(&rows), rows })
    }
}
