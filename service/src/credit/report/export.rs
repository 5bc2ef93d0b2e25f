//! Export of the portfolio and income reports.

use chrono::NaiveDate;
use shared::credit::report::{
    AgeingRow, CollectionMonth, IncomeReport, IncomeRow, PortfolioReport, PortfolioRow,
};
use shared::error::Result;

use super::CreditReports;
use crate::caller::Caller;
use crate::spreadsheet;

const PORTFOLIO: [&str; 10] = [
    "asOf",
    "type",
    "productType",
    "status",
    "bucket",
    "count",
    "facilityAmount",
    "outstandingPrincipal",
    "overdueAmount",
    "unearnedProfit",
];

const INCOME: [&str; 8] =
    ["type", "month", "productType", "recognised", "waived", "suspended", "due", "received"];

impl CreditReports<'_> {
    /// The portfolio of a day, by default today, as CSV: lines of type `product` by product and
    /// status, and of type `ageing` by arrears bucket. Needs `credit:view`.
    ///
    /// Errors: 400 for a day in the future.
    pub async fn export_portfolio(
        &self,
        caller: &Caller,
        as_of: Option<NaiveDate>,
    ) -> Result<String> {
        let report = self.portfolio(caller, as_of).await?;
        let PortfolioReport { as_of, rows, ageing, .. } = &report;
        let products = rows.iter().map(|row| product_cells(*as_of, row));
        let ages = ageing.iter().map(|row| ageing_cells(*as_of, row));
        Ok(spreadsheet::write(&PORTFOLIO, products.chain(ages)))
    }

    /// Income by product and month as CSV, in a range of days: lines of type `income`, and lines of
    /// type `collection` with the amounts due and received in each month. Needs `credit:view`.
    ///
    /// Errors: 400 if the range ends before it begins.
    pub async fn export_income(
        &self,
        caller: &Caller,
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    ) -> Result<String> {
        let IncomeReport { rows, collections, .. } = self.income(caller, from, to).await?;
        let income = rows.into_iter().map(income_cells);
        let collections = collections.into_iter().map(collection_cells);
        Ok(spreadsheet::write(&INCOME, income.chain(collections)))
    }
}

fn product_cells(as_of: NaiveDate, row: &PortfolioRow) -> [String; 10] {
    [
        as_of.to_string(),
        "product".to_owned(),
        row.product_type.to_string(),
        row.status.to_string(),
        String::new(),
        row.count.to_string(),
        row.facility_amount.to_string(),
        row.outstanding_principal.to_string(),
        row.overdue_amount.to_string(),
        row.unearned_profit.map(|profit| profit.to_string()).unwrap_or_default(),
    ]
}

fn ageing_cells(as_of: NaiveDate, row: &AgeingRow) -> [String; 10] {
    [
        as_of.to_string(),
        "ageing".to_owned(),
        String::new(),
        String::new(),
        row.bucket.to_string(),
        row.count.to_string(),
        String::new(),
        row.outstanding_principal.to_string(),
        String::new(),
        String::new(),
    ]
}

fn income_cells(row: IncomeRow) -> [String; 8] {
    [
        "income".to_owned(),
        row.month,
        row.product_type.to_string(),
        row.recognised.to_string(),
        row.waived.to_string(),
        row.suspended.to_string(),
        String::new(),
        String::new(),
    ]
}

fn collection_cells(row: CollectionMonth) -> [String; 8] {
    [
        "collection".to_owned(),
        row.month,
        String::new(),
        String::new(),
        String::new(),
        String::new(),
        row.due.to_string(),
        row.received.to_string(),
    ]
}
