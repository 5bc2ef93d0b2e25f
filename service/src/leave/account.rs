//! The data behind every balance: the policies and the ledgers, read once.

use std::collections::HashMap;

use chrono::NaiveDate;
use shared::error::Result;
use shared::id::StaffId;
use shared::leave::balance::{Balance, Ledger, balance, exceeds_probation};
use shared::leave::period::YearDays;
use shared::leave::policy::YEARS;
use shared::leave::{LeaveType, insufficient_balance};
use shared::staff::Staff;

use super::repo::account::{self, LedgerRow, Person};
use super::repo::{self, Policies};
use crate::transaction::ReadTx;

/// The accounts of one person, or of all people, in some years.
#[derive(Debug)]
pub(crate) struct Accounts {
    pub(super) policies: Policies,
    ledgers: HashMap<(StaffId, LeaveType, i32), Ledger>,
}

impl Accounts {
    /// Reads the accounts of one person, or of all people, from the first year to the last.
    pub(crate) async fn load(
        tx: &mut ReadTx,
        staff: Option<StaffId>,
        years: (i32, i32),
    ) -> Result<Self> {
        let policies = repo::policies(tx).await?;
        Ok(Self::new(policies, &account::ledgers(tx, staff, years).await?))
    }

    /// Reads the accounts of some people from the first year to the last, in a constant number of
    /// statements.
    pub(crate) async fn load_of(
        tx: &mut ReadTx,
        staff: impl IntoIterator<Item = StaffId>,
        years: (i32, i32),
    ) -> Result<Self> {
        let policies = repo::policies(tx).await?;
        Ok(Self::new(policies, &account::ledgers_of(tx, staff, years).await?))
    }

    fn new(policies: Policies, rows: &[LedgerRow]) -> Self {
        let ledgers = rows.iter().map(|row| {
            let key = (row.staff_id, row.leave_type, row.year);
            (key, row.ledger())
        });
        Self { policies, ledgers: ledgers.collect() }
    }

    /// The recorded days.
    pub(super) fn ledger(&self, staff: StaffId, leave_type: LeaveType, year: i32) -> Ledger {
        self.ledgers.get(&(staff, leave_type, year)).copied().unwrap_or_default()
    }

    /// Every person, type and year with recorded days.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (StaffId, LeaveType, i32)> {
        self.ledgers.keys().copied()
    }

    /// The balance of one type: used by every page, check and the year-end.
    pub(crate) fn balance(&self, person: &Person, leave_type: LeaveType, year: i32) -> Balance {
        self.balance_of((person.id, person.employment_confirmed_at), leave_type, year)
    }

    /// The same by person and date of confirmation.
    pub(crate) fn balance_of(
        &self,
        (staff, confirmed_at): (StaffId, Option<NaiveDate>),
        leave_type: LeaveType,
        year: i32,
    ) -> Balance {
        let policy = self.policies.of(leave_type, year);
        balance(&policy, self.ledger(staff, leave_type, year), confirmed_at)
    }

    /// The balance of every type.
    pub(super) fn balances(&self, person: &Person, year: i32) -> Vec<Balance> {
        let types = LeaveType::ALL.iter();
        types.map(|leave_type| self.balance(person, *leave_type, year)).collect()
    }

    /// The first year in which the days do not fit, with its balance. Days of the request that are
    /// pending already are not counted twice.
    pub(super) fn shortage(
        &self,
        person: &Person,
        leave_type: LeaveType,
        days: &[YearDays],
        waiting: &[YearDays],
    ) -> Option<(YearDays, Balance)> {
        days.iter().find_map(|wanted| {
            let mut balance = self.balance(person, leave_type, wanted.year);
            let own = waiting.iter().filter(|it| it.year == wanted.year).map(|it| it.days);
            balance.pending = balance.pending - own.sum();
            (!balance.covers(wanted.days)).then_some((*wanted, balance))
        })
    }
}

/// Consumed and requested days must fit the allowance of an unconfirmed employee. The transaction
/// must hold the lock of the organization.
///
/// Errors: 409 `INSUFFICIENT_BALANCE` when revoking the confirmation would overdraw leave.
pub(crate) async fn require_unconfirmed_balance(tx: &mut ReadTx, staff: &Staff) -> Result<()> {
    let years = (*YEARS.start(), *YEARS.end());
    let accounts = Accounts::load(tx, Some(staff.id), years).await?;
    let is_overdrawn = accounts.keys().any(|(id, leave_type, year)| {
        let policy = accounts.policies.of(leave_type, year);
        exceeds_probation(&policy, accounts.ledger(id, leave_type, year))
    });
    if !is_overdrawn {
        return Ok(());
    }
    Err(insufficient_balance(format!(
        "{} has leave that is not available during probation. Cancel that leave first.",
        staff.name
    )))
}
