//! The ledger of the model: debits and credits by account and value date.

use std::collections::BTreeMap;

use chrono::NaiveDate;

use crate::simulation::amount::Amount;

/// A posted amount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// The value date.
    pub(super) day: NaiveDate,
    pub(super) debit: &'static str,
    pub(super) credit: &'static str,
    pub(super) amount: Amount,
}

/// Debits and credits by account.
pub(crate) type Balances = BTreeMap<&'static str, (Amount, Amount)>;

/// All entries of an organization.
#[derive(Clone, Debug, Default)]
pub(crate) struct Ledger {
    /// The balances of all days together.
    pub(crate) total: Balances,
    days: BTreeMap<NaiveDate, Balances>,
}

impl Ledger {
    pub(super) fn book(&mut self, entries: &[Entry]) {
        for entry in entries {
            let day = self.days.entry(entry.day).or_default();
            for balances in [&mut self.total, day] {
                balances.entry(entry.debit).or_default().0 += entry.amount;
                balances.entry(entry.credit).or_default().1 += entry.amount;
            }
        }
    }

    /// The balances up to a value date.
    pub(crate) fn until(&self, day: NaiveDate) -> Balances {
        let mut balances = Balances::new();
        for (account, (debit, credit)) in self.days.range(..=day).flat_map(|(_, of_day)| of_day) {
            let balance = balances.entry(*account).or_default();
            balance.0 += *debit;
            balance.1 += *credit;
        }
        balances
    }
}
