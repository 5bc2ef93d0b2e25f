//! Changes of the books, drawn from the state of the model.

use chrono::{Datelike, NaiveDateTime, TimeDelta};
use shared::credit::account_map::AccountPlace;

use super::Script;
use crate::simulation::act::Act;
use crate::simulation::model::accounts::{first_account, other_side, places};
use crate::simulation::people::Person;
use crate::simulation::role::Role;

/// Accounts that a place may have later.
const ACCOUNTS: [&str; 6] =
    ["bank", "murabaha_receivable", "ijarah_asset", "deferred_profit", "rental_income", "suspense"];

impl Script {
    pub(super) fn bookkeeping(&mut self, organization: usize, at: NaiveDateTime) -> (Person, Act) {
        if self.random.one_in(3) {
            self.closing(organization, at)
        } else {
            self.mapping(organization)
        }
    }

    /// The books are mostly closed through the last month, and sometimes opened again.
    fn closing(&mut self, organization: usize, at: NaiveDateTime) -> (Person, Act) {
        let house = &self.model.organizations[organization];
        let today = house.today(at);
        let days_ago = TimeDelta::days(self.random.between(1, 40));
        let through = self.random.weighted(&[
            (6, today.with_day(1).unwrap().pred_opt()),
            (2, Some(today)),
            (2, Some(today - days_ago)),
            (1, today.succ_opt()),
            (1, None),
        ]);
        let reopens = through < house.books.closed_through;
        let accountant = if reopens { 1 } else { 6 };
        let role =
            self.random.weighted(&[(accountant, Role::Accountant), (2, Role::Administrator)]);
        (self.holder(organization, role), Act::CloseBooks(through))
    }

    /// A place has another account, none, or that of the other side. A gap is mostly filled soon.
    fn mapping(&mut self, organization: usize) -> (Person, Act) {
        let accounts = &self.model.organizations[organization].books.accounts;
        let places: Vec<_> = places().into_iter().collect();
        let is_gap = |place: &AccountPlace| accounts.account(*place).is_none();
        let gaps: Vec<_> = places.iter().copied().filter(is_gap).collect();
        let wanted = if gaps.is_empty() || self.random.one_in(3) { &places } else { &gaps };
        let place = self.random.one_of(wanted).unwrap();
        let other = self.random.one_of(&ACCOUNTS);
        let account = self.random.weighted(&[
            (if is_gap(&place) { 0 } else { 4 }, None),
            (4, Some(first_account(place))),
            (3, other),
            (1, accounts.account(other_side(place))),
        ]);
        let by = self.holder(organization, Role::Accountant);
        (by, Act::MapAccount(place, account))
    }
}
