//! Export of statements of account.

use shared::credit::statement::{AccountStatement, StatementMovement, StatementQuery};
use shared::error::Result;
use shared::total::Total;

use super::Facilities;
use crate::caller::Caller;
use crate::spreadsheet;
use chrono::NaiveDate;

const HEADER: [&str; 7] = ["date", "type", "reference", "debit", "credit", "balance", "journalId"];

impl Facilities<'_> {
    /// The statement of account of a facility as CSV: the opening balance, the movements, the
    /// closing balance. Needs `credit:view`.
    ///
    /// Errors: those of `statement`.
    pub async fn export_statement(
        &self,
        caller: &Caller,
        facility_ref: &str,
        query: StatementQuery,
    ) -> Result<String> {
        let statement = self.statement(caller, facility_ref, query).await?;
        Ok(spreadsheet::write(&HEADER, lines(&statement)))
    }
}

fn lines(statement: &AccountStatement) -> Vec<[String; 7]> {
    let opening = balance("opening", statement.from, statement.opening);
    let closing = balance("closing", statement.to, statement.closing);
    let movements = statement.movements.iter().map(movement);
    std::iter::once(opening).chain(movements).chain([closing]).collect()
}

fn balance(name: &str, date: NaiveDate, balance: Total) -> [String; 7] {
    let empty = String::new;
    [date.to_string(), name.to_owned(), empty(), empty(), empty(), balance.to_string(), empty()]
}

fn movement(movement: &StatementMovement) -> [String; 7] {
    [
        movement.date.to_string(),
        movement.movement_type.to_string(),
        movement.reference.clone(),
        movement.debit.to_string(),
        movement.credit.to_string(),
        movement.balance.to_string(),
        movement.journal_id.map(|id| id.to_string()).unwrap_or_default(),
    ]
}
