//! Reports of the credit desk.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::vocabulary::{AgeingBucket, ComplianceRule, FacilityStatus, ProductType};
use crate::total::Total;

/// Facilities of one product in one status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortfolioRow {
    /// The contract.
    pub product_type: ProductType,
    /// Where they stand.
    pub status: FacilityStatus,
    /// How many.
    pub count: u64,
    /// What was financed.
    pub facility_amount: Total,
    /// What of it is still owed.
    pub outstanding_principal: Total,
    /// Principal and profit of lines that are late.
    pub overdue_amount: Total,
    /// Of murabahas, the profit in the selling price that is not earned yet; with the principal it
    /// makes what is owed of the price.
    pub unearned_profit: Option<Total>,
}

/// Live facilities that are as late as each other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AgeingRow {
    /// How late.
    pub bucket: AgeingBucket,
    /// How many.
    pub count: u64,
    /// What they still owe.
    pub outstanding_principal: Total,
}

/// The sums of a portfolio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortfolioTotals {
    /// How many.
    pub count: u64,
    /// What was financed.
    pub facility_amount: Total,
    /// What of it is still owed.
    pub outstanding_principal: Total,
    /// Principal and profit of lines that are late.
    pub overdue_amount: Total,
    /// The profit of murabahas that is not earned yet.
    pub unearned_profit: Total,
}

/// Whether the ledger and the schedules say the same.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TieOut {
    /// Originations less principal received, by the journals.
    pub ledger: Total,
    /// Principal owed, by the schedules.
    pub schedules: Total,
    /// The one less the other: 0.0000.
    pub difference: Total,
}

/// What is owed, by product and status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortfolioReport {
    /// The day of the figures.
    pub as_of: NaiveDate,
    /// By product and status.
    pub rows: Vec<PortfolioRow>,
    /// By lateness.
    pub ageing: Vec<AgeingRow>,
    /// The sums.
    pub totals: PortfolioTotals,
    /// Ledger against schedules.
    pub tie_out: TieOut,
}

/// The income of one product in one month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct IncomeRow {
    /// The contract.
    pub product_type: ProductType,
    /// `YYYY-MM`, by value date.
    pub month: String,
    /// Profit and rent received and booked.
    pub recognised: Total,
    /// Profit and rent given up; never booked.
    pub waived: Total,
    /// Profit and rent that fell due and is unpaid, of facilities on non-accrual; not booked.
    pub suspended: Total,
}

/// The sums of an income report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IncomeTotals {
    /// Profit and rent received and booked.
    pub recognised: Total,
    /// Profit and rent given up.
    pub waived: Total,
    /// Profit and rent suspended.
    pub suspended: Total,
}

/// What was to be received in a month, and what was.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CollectionMonth {
    /// `YYYY-MM`; what was due by due date, what was received by value date.
    pub month: String,
    /// Principal, profit and rent of the lines that fell due, less what was given up.
    pub due: Total,
    /// Everything received, less what was undone.
    pub received: Total,
}

/// Income by product and month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IncomeReport {
    /// By product and month.
    pub rows: Vec<IncomeRow>,
    /// The sums.
    pub totals: IncomeTotals,
    /// Money due and received by month, over all products.
    pub collections: Vec<CollectionMonth>,
}

/// How many of the activated facilities keep a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Compliance {
    /// Those that keep it.
    pub compliant: u64,
    /// All of them.
    pub total: u64,
}

/// A facility that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComplianceException {
    /// The facility.
    pub facility_ref: String,
    /// The rule that it breaks.
    pub rule: ComplianceRule,
    /// The rule that it breaks, and how.
    pub text: String,
}

/// Whether the book keeps the rules of the Shariah that the service watches.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShariahReport {
    /// The day of the figures.
    pub as_of: NaiveDate,
    /// Facilities whose asset the house owned before they came to life.
    pub ownership_before_activation: Compliance,
    /// Facilities of which one person passed more than one step.
    pub same_person_approvals: u64,
    /// Income booked while a facility was on non-accrual.
    pub income_while_non_accrual: Total,
    /// What breaks a rule.
    pub exceptions: Vec<ComplianceException>,
}
