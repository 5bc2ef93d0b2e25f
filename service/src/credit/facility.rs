//! Facilities: structuring, review, approval and activation.

mod activate;
mod create;
mod decide;
mod export;
pub(in crate::credit) mod repo;
mod view;

use shared::credit::facility::{Facility, FacilityQuery, FacilitySchedule, WaitingFacilities};
use shared::credit::journal::{FacilityEvent, Journal};
use shared::credit::schedule::{ScheduleLine, schedule, with_extra_payments};
use shared::credit::simulation::{SimulatedSchedule, Simulation, SimulationInput};
use shared::credit::vocabulary::ProductType;
use shared::error::{Error, Result};
use shared::page::Page;
use shared::permission::Permission;

use super::{journal, timeline};
use crate::caller::Caller;
use crate::context::use_cases;
use crate::organization;
use crate::transaction::{ReadTx, WriteTx};
use repo::FacilityRow;
use view::View;

use_cases! {
    /// Facilities.
    Facilities, facilities
}

impl Facilities<'_> {
    /// A page of facilities, by default newest first. Needs `credit:view`.
    ///
    /// Errors: 400 for an overlong text.
    pub async fn list(&self, caller: &Caller, query: FacilityQuery) -> Result<Page<Facility>> {
        let caller = caller.require(Permission::CreditView)?;
        query.check()?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let view = View::new(&mut tx, self.0, &caller).await?;
        let filter = view.filter(&query);
        let total = repo::count(&mut tx, &filter).await?;
        let rows = repo::page(&mut tx, &filter, &query.page).await?;
        let next = query.page.next_cursor(&rows, total, |row| repo::cursor(row, &filter));
        let facilities = view.facilities(&mut tx, rows).await?;
        Ok(Page::new(facilities, &query.page, total, next))
    }

    /// The number of facilities that wait for the caller: their own drafts to submit, and those
    /// that they may review, approve or activate. Needs `credit:view`.
    pub async fn waiting(&self, caller: &Caller) -> Result<Vec<WaitingFacilities>> {
        let caller = caller.require(Permission::CreditView)?;
        let moves = [Permission::CreditCreate, Permission::CreditReview, Permission::CreditApprove];
        if !moves.into_iter().any(|permission| caller.may(permission)) {
            return Ok(Vec::new());
        }
        let mut tx = self.0.read(caller).await?;
        Ok(repo::waiting(&mut tx, &caller).await?)
    }

    /// One facility. Needs `credit:view`.
    ///
    /// Errors: 404.
    pub async fn find(&self, caller: &Caller, facility_ref: &str) -> Result<Facility> {
        let caller = caller.require(Permission::CreditView)?;
        let mut tx = self.0.read(caller).await?;
        self.read(&mut tx, &caller, facility_ref).await
    }

    /// The days past due from which the caller may place a facility on non-accrual. Needs
    /// `credit:approve`.
    pub async fn non_accrual_days(&self, caller: &Caller) -> Result<u32> {
        let caller = caller.require(Permission::CreditApprove)?;
        let mut tx = self.0.read(caller).await?;
        Ok(View::new(&mut tx, self.0, &caller).await?.non_accrual_days())
    }

    /// The schedule of a facility. Needs `credit:view`.
    ///
    /// Errors: 404.
    pub async fn schedule(&self, caller: &Caller, facility_ref: &str) -> Result<FacilitySchedule> {
        let caller = caller.require(Permission::CreditView)?;
        let mut tx = self.0.read(caller).await?;
        let row = find(&mut tx, facility_ref).await?;
        let lines = shown_lines(&mut tx, &row).await?;
        Ok(FacilitySchedule { facility_ref: row.facility_ref, lines })
    }

    /// Simulated schedules of one product or several in comparison, with the organization's
    /// rounding of instalments; writes nothing. Needs `credit:create` or `credit:view`.
    ///
    /// Errors: 400 naming every invalid field.
    pub async fn simulate(&self, caller: &Caller, input: SimulationInput) -> Result<Simulation> {
        let is_maker = caller.may(Permission::CreditCreate);
        let permission = if is_maker { Permission::CreditCreate } else { Permission::CreditView };
        let caller = caller.require(permission)?;
        let start = input.start_date.unwrap_or_else(|| self.0.today(caller.time_zone()));
        let mut tx = self.0.read(caller).await?;
        let unit = organization::find(&mut tx).await?.instalment_unit();
        let schedules = input.terms(unit)?.into_iter().map(|terms| {
            let lines = schedule(&terms, start)?;
            Ok(SimulatedSchedule::of(&terms, &lines))
        });
        Ok(Simulation { schedules: schedules.collect::<Result<_>>()? })
    }

    /// The timeline of a facility, newest first. Needs `credit:view`.
    ///
    /// Errors: 404.
    pub async fn timeline(
        &self,
        caller: &Caller,
        facility_ref: &str,
    ) -> Result<Vec<FacilityEvent>> {
        let caller = caller.require(Permission::CreditView)?;
        let mut tx = self.0.read(caller).await?;
        let row = find(&mut tx, facility_ref).await?;
        timeline::list(&mut tx, row.id).await
    }

    /// The journals of a facility, latest value date first. Needs `credit:view`.
    ///
    /// Errors: 404.
    pub async fn journals(&self, caller: &Caller, facility_ref: &str) -> Result<Vec<Journal>> {
        let caller = caller.require(Permission::CreditView)?;
        let mut tx = self.0.read(caller).await?;
        let row = find(&mut tx, facility_ref).await?;
        journal::of_facility(&mut tx, row.id).await
    }

    /// The facility as the caller sees it now.
    pub(in crate::credit) async fn read(
        &self,
        tx: &mut ReadTx,
        caller: &Caller,
        facility_ref: &str,
    ) -> Result<Facility> {
        let row = find(tx, facility_ref).await?;
        View::new(tx, self.0, caller).await?.facility(tx, row).await
    }
}

/// The schedule of a facility with its extra payments as separate lines.
pub(in crate::credit) async fn shown_lines(
    tx: &mut ReadTx,
    row: &FacilityRow,
) -> Result<Vec<ScheduleLine>> {
    let lines = repo::read_lines(tx, row.id).await?;
    let extra_payments = match row.product_type {
        ProductType::Murabaha => Vec::new(),
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            repo::extra_payments(tx, row.id).await?
        }
    };
    Ok(with_extra_payments(&row.terms(), &lines, &extra_payments))
}

/// Errors: 404.
pub(in crate::credit) async fn find(tx: &mut ReadTx, facility_ref: &str) -> Result<FacilityRow> {
    let row = repo::find(tx, facility_ref).await?;
    row.ok_or_else(no_such_facility)
}

/// Loads and locks a facility in the revision that the caller has seen, until the end of the
/// transaction.
///
/// Errors: 404; 409 `STALE_REVISION` when it has changed since that revision.
pub(in crate::credit) async fn lock(
    tx: &mut WriteTx,
    facility_ref: &str,
    seen: Option<i64>,
) -> Result<FacilityRow> {
    let row = repo::lock(tx, facility_ref).await?;
    let row = row.ok_or_else(no_such_facility)?;
    row.require_revision(seen)?;
    Ok(row)
}

fn no_such_facility() -> Error {
    Error::not_found("Facility")
}
