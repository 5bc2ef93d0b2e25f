//! The books of an organization of the model: the days and the accounts of its postings.

use chrono::NaiveDate;
use shared::credit::vocabulary::{CreditEvent, ProductType};
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
use super::accounts::AccountMap;
use super::actor::Actor;
use super::ledger::{Entry, Ledger};
use super::posting::{Leg, Legs};

/// The books of an organization.
#[derive(Clone, Debug, Default)]
pub(crate) struct Books {
    /// The last closed day.
    pub(crate) closed_through: Option<NaiveDate>,
    pub(crate) accounts: AccountMap,
    pub(crate) ledger: Ledger,
}

impl Books {
    pub(super) fn require_open(&self, day: NaiveDate) -> Result<(), Code> {
        if Some(day) <= self.closed_through { Err(Code::PeriodClosed) } else { Ok(()) }
    }

    /// The entries of an act with a value date.
    pub(super) fn post(
        &self,
        product: ProductType,
        day: NaiveDate,
        Legs(legs): &Legs,
    ) -> Result<Vec<Entry>, Code> {
        let entries = legs.iter().map(|&Leg { event, amount, is_contra }| {
            let (debit, credit) = self.accounts.of(product, event)?;
            let (debit, credit) = if is_contra { (credit, debit) } else { (debit, credit) };
            Ok(Entry { day, debit, credit, amount })
        });
        let entries = entries.collect::<Result<Vec<_>, Code>>()?;
        self.require_open(day)?;
        Ok(entries)
    }

    /// In gross presentation, profit has to be deferred and recognised later.
    pub(super) fn require_recognition(&self, product: ProductType) -> Result<(), Code> {
        use CreditEvent as E;
        for event in [E::Origination, E::ProfitDeferral, E::ProfitRecognition] {
            self.accounts.of(product, event)?;
        }
        Ok(())
    }

    /// The entries with their sides exchanged, on their own day or on the first open one.
    pub(super) fn reversed(&self, entries: &[Entry], today: NaiveDate) -> Result<Vec<Entry>, Code> {
        let contra = entries.iter().map(|entry| {
            let first_open = self.closed_through.and_then(|day| day.succ_opt());
            let day = Some(entry.day).max(first_open).filter(|day| *day <= today);
            let day = day.ok_or(Code::PeriodClosed)?;
            Ok(Entry { day, debit: entry.credit, credit: entry.debit, ..*entry })
        });
        contra.collect()
    }
}

impl Organization {
    /// Closes the books through a day. Only an administrator opens a closed day again.
    pub(super) fn close_books(
        &mut self,
        by: Actor,
        through: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<(), Code> {
        by.require(Permission::CreditConfigManage)?;
        if through > Some(today) {
            return Err(Code::ValidationFailed);
        }
        if through < self.books.closed_through && !by.may(Permission::OrgManage) {
            return Err(Code::Forbidden);
        }
        self.books.closed_through = through;
        Ok(())
    }
}
