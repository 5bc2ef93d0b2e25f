//! Statements of account of facilities, for staff and for the customer.

mod export;
mod repo;

use chrono::NaiveDate;
use shared::credit::statement::{Account, AccountStatement, Origination, Rent, StatementQuery};
use shared::credit::vocabulary::ProductType;
use shared::error::Result;
use shared::id::{FacilityId, JournalId};
use shared::money::Money;
use shared::permission::Permission;

use super::facility::Facilities;
use super::facility::repo::{FacilityRow, read_lines};
use super::{facility, portal, waiver};
use crate::caller::Caller;
use crate::portal::{Portal, PortalCaller};
use crate::transaction::ReadTx;

impl Facilities<'_> {
    /// The statement of account of a facility, by default from its activation to today; empty for a
    /// facility that is not activated. Needs `credit:view`.
    ///
    /// Errors: 404; 400 for days outside the calendar, and if the period ends before it begins.
    pub async fn statement(
        &self,
        caller: &Caller,
        facility_ref: &str,
        query: StatementQuery,
    ) -> Result<AccountStatement> {
        let caller = caller.require(Permission::CreditView)?;
        let query = query.check()?;
        let today = self.0.today(caller.time_zone());
        let mut tx = self.0.read_on_replica(caller).await?;
        let row = facility::find(&mut tx, facility_ref).await?;
        read(&mut tx, row, (query, today)).await
    }
}

impl Portal<'_> {
    /// The statement of account of one of the caller's facilities, without journals.
    ///
    /// Errors: those of `facility`; 400 for days outside the calendar, and if the period ends
    /// before it begins.
    pub async fn account_statement(
        &self,
        caller: &PortalCaller,
        facility_ref: &str,
        query: StatementQuery,
    ) -> Result<AccountStatement> {
        caller.require_ready()?;
        let query = query.check()?;
        let today = self.0.today(caller.time_zone());
        let mut tx = self.0.read_within(caller.organization()).await?;
        let row = portal::own(&mut tx, caller, facility_ref).await?;
        let statement = read(&mut tx, row, (query, today)).await?;
        Ok(statement.for_customer())
    }
}

/// The statement of a facility: at most six statements of SQL.
async fn read(
    tx: &mut ReadTx,
    row: FacilityRow,
    (query, today): (StatementQuery, NaiveDate),
) -> Result<AccountStatement> {
    let period = query.period(row.activated_on, today);
    let Some(origination) = origination(&row) else {
        return Ok(AccountStatement::empty(row.facility_ref, period));
    };
    let account = Account {
        origination,
        rent: rent(tx, &row).await?,
        receipts: repo::receipts(tx, row.id, row.product_type).await?,
        waivers: repo::waivers(tx, row.id).await?,
        facility_ref: row.facility_ref,
    };
    Ok(account.statement(period, today))
}

/// The activation of a facility; none before it.
fn origination(row: &FacilityRow) -> Option<Origination> {
    let (date, journal_id): (NaiveDate, JournalId) =
        row.activated_on.zip(row.origination_journal_id)?;
    let profit = match row.product_type {
        ProductType::Murabaha => row.fixed_total_profit.unwrap_or_default(),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => Money::ZERO,
    };
    let amount = row.facility_amount.plus(profit).unwrap_or_default();
    Some(Origination { product_type: row.product_type, date, amount, journal_id })
}

/// The rent of each line; none for a murabaha.
async fn rent(tx: &mut ReadTx, row: &FacilityRow) -> Result<Vec<Rent>> {
    match row.product_type {
        ProductType::Murabaha => return Ok(Vec::new()),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {}
    }
    let lines = read_lines(tx, row.id).await?;
    let waived = waived_lines(tx, row.id).await?;
    let rent = lines.iter().map(|line| {
        let waived = waived.iter().find(|waived| waived.period == line.period);
        Rent::of(line, waived.map_or(Money::ZERO, |waived| waived.amount))
    });
    Ok(rent.collect())
}

/// The amounts that the waiver that was not reversed gave up of each line.
async fn waived_lines(
    tx: &mut ReadTx,
    facility: FacilityId,
) -> Result<Vec<waiver::repo::WaivedLine>> {
    match waiver::repo::in_effect(tx, facility).await? {
        Some(waiver) => waiver::repo::lines(tx, waiver.id).await,
        None => Ok(Vec::new()),
    }
}
