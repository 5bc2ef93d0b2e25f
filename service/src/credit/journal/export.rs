//! Export of journals.

use chrono::NaiveDate;
use shared::credit::journal::{Journal, JournalQuery, TrialBalance, TrialBalanceRow};
use shared::error::Result;
use shared::permission::Permission;

use super::{Journals, repo};
use crate::caller::Caller;
use crate::spreadsheet;

const HEADER: [&str; 10] = [
    "journalId",
    "date",
    "postedAt",
    "facilityRef",
    "eventType",
    "glAccount",
    "debit",
    "credit",
    "reversalOf",
    "glAccountName",
];

const BALANCE: [&str; 13] = [
    "from",
    "asOf",
    "glAccount",
    "glAccountName",
    "openingDebit",
    "openingCredit",
    "movementDebit",
    "movementCredit",
    "closingDebit",
    "closingCredit",
    "debit",
    "credit",
    "balance",
];

impl Journals<'_> {
    /// Every leg of the journals that match the filters as CSV, latest value date first; the page
    /// is ignored. Needs `credit:view`.
    ///
    /// Errors: 400 for days outside the calendar, and for more than 50,000 journals.
    pub async fn export(&self, caller: &Caller, mut query: JournalQuery) -> Result<String> {
        let caller = caller.require(Permission::CreditView)?;
        query.check()?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let total = repo::count(&mut tx, &query).await?;
        let mut lines = Vec::new();
        for chunk in spreadsheet::chunks(total, "from")? {
            query.page = chunk;
            let journals = repo::page(&mut tx, &query).await?;
            lines.extend(journals.iter().flat_map(legs));
        }
        Ok(spreadsheet::write(&HEADER, lines))
    }

    /// The trial balance as CSV, one line for each account. Needs `credit:view`.
    ///
    /// Errors: those of [`Journals::trial_balance`].
    pub async fn export_trial_balance(
        &self,
        caller: &Caller,
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    ) -> Result<String> {
        let balance = self.trial_balance(caller, from, to).await?;
        let lines = balance.rows.iter().map(|row| account_cells(&balance, row));
        Ok(spreadsheet::write(&BALANCE, lines))
    }
}

fn account_cells(balance: &TrialBalance, row: &TrialBalanceRow) -> [String; 13] {
    [
        balance.from.map(|from| from.to_string()).unwrap_or_default(),
        balance.as_of.to_string(),
        row.gl_account.clone(),
        row.gl_account_name.clone().unwrap_or_default(),
        row.opening.debit.to_string(),
        row.opening.credit.to_string(),
        row.movement.debit.to_string(),
        row.movement.credit.to_string(),
        row.closing.debit.to_string(),
        row.closing.credit.to_string(),
        row.debit.to_string(),
        row.credit.to_string(),
        row.balance.to_string(),
    ]
}

fn legs(journal: &Journal) -> impl Iterator<Item = [String; 10]> {
    journal.lines.iter().map(|line| {
        [
            journal.id.to_string(),
            journal.date.to_string(),
            journal.posted_at.to_rfc3339(),
            journal.facility_ref.clone(),
            line.event_type.to_string(),
            line.gl_account.clone(),
            line.debit.to_string(),
            line.credit.to_string(),
            journal.reversal_of.map(|id| id.to_string()).unwrap_or_default(),
            line.gl_account_name.clone().unwrap_or_default(),
        ]
    })
}
