//! The accounts to which the legs of an action are posted.

use std::collections::BTreeMap;

use shared::credit::account_map::{AccountPlace, unmapped};
use shared::credit::servicing::Leg;
use shared::credit::vocabulary::{CreditEvent, ProductType, Side};
use shared::error::Result;
use shared::money::Money;

use super::repo;
use crate::transaction::ReadTx;

/// One event of a journal: an amount, the account it debits and the one it credits.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::credit) struct JournalEntry {
    pub(in crate::credit) event: CreditEvent,
    pub(in crate::credit) debit_account: String,
    pub(in crate::credit) credit_account: String,
    pub(in crate::credit) amount: Money,
}

impl JournalEntry {
    /// The same amount with its accounts exchanged.
    pub(super) fn contra(self) -> Self {
        let Self { event, debit_account, credit_account, amount } = self;
        Self { event, debit_account: credit_account, credit_account: debit_account, amount }
    }
}

/// The currently mapped accounts of one product.
#[derive(Clone, Debug)]
pub(in crate::credit) struct Accounts {
    product_type: ProductType,
    mapped: BTreeMap<(String, Side), String>,
}

impl Accounts {
    /// The accounts of a product: one statement.
    pub(in crate::credit) async fn load(
        tx: &mut ReadTx,
        product_type: ProductType,
    ) -> Result<Self> {
        let rows = repo::mappings(tx, product_type).await?;
        let mapped = rows.into_iter().map(|row| ((row.event_type, row.side), row.gl_account));
        Ok(Self { product_type, mapped: mapped.collect() })
    }

    /// Errors: 422 `ACCOUNT_UNMAPPED` naming every place of the events without an account.
    pub(in crate::credit) fn require(
        &self,
        events: impl IntoIterator<Item = CreditEvent>,
    ) -> Result<()> {
        let mut missing: Vec<AccountPlace> = Vec::new();
        for event_type in events {
            for &side in Side::ALL {
                let place = AccountPlace { product_type: self.product_type, event_type, side };
                if self.account(event_type, side).is_none() && !missing.contains(&place) {
                    missing.push(place);
                }
            }
        }
        if missing.is_empty() { Ok(()) } else { Err(unmapped(&missing)) }
    }

    /// The entries of an action.
    ///
    /// Errors: 422 `ACCOUNT_UNMAPPED` naming every place without an account.
    pub(in crate::credit) fn entries(&self, legs: &[Leg]) -> Result<Vec<JournalEntry>> {
        self.require(legs.iter().map(|leg| leg.event))?;
        let account = |event, side| self.account(event, side).unwrap_or_default().to_owned();
        let entries = legs.iter().map(|leg| {
            let entry = JournalEntry {
                event: leg.event,
                debit_account: account(leg.event, Side::Debit),
                credit_account: account(leg.event, Side::Credit),
                amount: leg.amount,
            };
            if leg.is_contra { entry.contra() } else { entry }
        });
        Ok(entries.collect())
    }

    fn account(&self, event: CreditEvent, side: Side) -> Option<&str> {
        self.mapped.get(&(event.as_str().to_owned(), side)).map(String::as_str)
    }
}
