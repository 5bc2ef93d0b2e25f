//! The books of an organization of the model: the days and the accounts of its postings.

use chrono::NaiveDate;
use shared::credit::vocabulary::{CreditEvent, ProductType};
use shared::error::Code;
use shared::permission::Permission;

use super::Organization;
use super::ledger::{Entry, Ledger, asset_account, income_account};
use super::posting::{Leg, Legs};
use crate::simulation::people::Person;

/// The books of an organization.
#[derive(Clone, Debug, Default)]
pub(crate) struct Books {
    /// The last closed day.
    pub(crate) closed_through: Option<NaiveDate>,
    pub(crate) ledger: Ledger,
}

impl Books {
    fn is_closed(&self, day: NaiveDate) -> bool {
        Some(day) <= self.closed_through
    }

    /// The entries of an act with a value date.
    pub(super) fn post(
        &self,
        product: ProductType,
        day: NaiveDate,
        Legs(legs): &Legs,
    ) -> Result<Vec<Entry>, Code> {
        if !legs.is_empty() && self.is_closed(day) {
            return Err(Code::PeriodClosed);
        }
        let entries = legs.iter().map(|&Leg { event, amount, is_contra }| {
            let (debit, credit) = accounts(product, event);
            let (debit, credit) = if is_contra { (credit, debit) } else { (debit, credit) };
            Entry { day, debit, credit, amount }
        });
        Ok(entries.collect())
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

/// The accounts that an event of a product debits and credits.
const fn accounts(product: ProductType, event: CreditEvent) -> (&'static str, &'static str) {
    use CreditEvent as E;
    let (asset, income) = (asset_account(product), income_account(product));
    match event {
        E::Origination => (asset, "asset_in_possession"),
        E::ProfitDeferral => (asset, "deferred_profit"),
        E::ProfitRecognition => ("deferred_profit", income),
        E::InstallmentProfit | E::EarlySettlementProfit => ("cash", income),
        E::InstallmentPrincipal
        | E::InstallmentProfitCollection
        | E::ExtraPayment
        | E::EarlySettlementPrincipal
        | E::EarlySettlementProfitCollection
        | E::NonAccrualReceipt => ("cash", asset),
    }
}

impl Organization {
    /// Closes the books through a day. Only an administrator opens a closed day again.
    pub(super) fn close_books(
        &mut self,
        by: Person,
        through: Option<NaiveDate>,
        today: NaiveDate,
    ) -> Result<(), Code> {
        if !by.may(Permission::CreditConfigManage) {
            return Err(Code::Forbidden);
        }
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
