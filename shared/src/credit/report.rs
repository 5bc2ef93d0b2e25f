//! Reports of the credit desk.

use std::collections::BTreeSet;

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use super::journal::Journal;
use super::payment::EarlierPayment;
use super::vocabulary::{
    AgeingBucket, ComplianceRule, CreditEvent, FacilityStatus, PrincipalEffect, ProductType,
};
use crate::id::PaymentId;
use crate::money::Money;
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

/// Whether the ledger and the schedules say the same: by the events of the ledger, and by what its
/// accounts hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TieOut {
    /// Originations less principal received, by the journals.
    pub ledger: Total,
    /// Principal owed, by the schedules.
    pub schedules: Total,
    /// `ledger` less `schedules`: 0.0000.
    pub difference: Total,
    /// What the accounts that originations debited hold for these facilities, less their deferred
    /// profit.
    pub accounts: Total,
    /// `accounts` less `schedules`: 0.0000.
    pub accounts_difference: Total,
}

impl TieOut {
    /// The figures with their differences.
    pub fn new(ledger: Total, accounts: Total, schedules: Total) -> Self {
        let (difference, accounts_difference) = (ledger - schedules, accounts - schedules);
        Self { ledger, schedules, difference, accounts, accounts_difference }
    }

    /// One facility, from its journals and the principal owed on its lines.
    pub fn of_facility(journals: &[Journal], outstanding: Money) -> Self {
        let lines = || journals.iter().flat_map(|journal| &journal.lines);
        let own = financing_accounts(journals);
        let carried = lines().filter(|line| own.contains(line.gl_account.as_str()));
        let accounts = carried.map(|line| Total::from(line.debit) - line.credit.into()).sum();
        let ledger = journals.iter().map(principal_change).sum();
        Self::new(ledger, accounts, outstanding.into())
    }

    /// True where both differences are nothing.
    pub fn agrees(&self) -> bool {
        self.difference.is_zero() && self.accounts_difference.is_zero()
    }
}

/// The accounts that the origination debited, and the one that holds the profit it deferred.
fn financing_accounts(journals: &[Journal]) -> BTreeSet<&str> {
    let is_origination = |journal: &&Journal| {
        let mut lines = journal.lines.iter();
        journal.reversal_of.is_none()
            && lines.any(|line| line.event_type == CreditEvent::Origination)
    };
    let lines = journals.iter().filter(is_origination).flat_map(|journal| &journal.lines);
    let own = lines.filter(|line| match line.event_type {
        CreditEvent::Origination => line.debit.is_positive(),
        CreditEvent::ProfitDeferral => true,
        CreditEvent::InstallmentPrincipal
        | CreditEvent::InstallmentProfit
        | CreditEvent::InstallmentProfitCollection
        | CreditEvent::ProfitRecognition
        | CreditEvent::ExtraPayment
        | CreditEvent::EarlySettlementPrincipal
        | CreditEvent::EarlySettlementProfit
        | CreditEvent::EarlySettlementProfitCollection
        | CreditEvent::NonAccrualReceipt => false,
    });
    own.map(|line| line.gl_account.as_str()).collect()
}

/// What a journal adds to the principal that is owed, by its events.
fn principal_change(journal: &Journal) -> Total {
    let mut change = Total::ZERO;
    for line in &journal.lines {
        // Each event has a debit and a credit of the same amount: one of them counts.
        let amount = Total::from(line.debit);
        match line.event_type.principal_effect() {
            PrincipalEffect::Increase => change += amount,
            PrincipalEffect::Decrease => change = change - amount,
            PrincipalEffect::None => {}
        }
    }
    if journal.reversal_of.is_none() { change } else { Total::ZERO - change }
}

/// A payment that has the reference of an earlier one of its facility; both stand. It may be the
/// same money, recorded twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RepeatedReference {
    /// The facility.
    pub facility_ref: String,
    /// The later payment.
    pub payment_id: PaymentId,
    /// The reference of both.
    pub reference: String,
    /// How much the later one is.
    pub amount: Money,
    /// Its value date.
    pub payment_date: NaiveDate,
    /// The latest of the payments before it that have the reference.
    pub earlier: EarlierPayment,
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
    /// Payments that may have been recorded twice, the latest first; at most a hundred.
    pub repeated_references: Vec<RepeatedReference>,
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

/// Suspended profit that was waived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProfitWaiver {
    /// The facility.
    pub facility_ref: String,
    /// How much was waived.
    pub amount: Money,
    /// Who waived it.
    pub actor_name: String,
    /// Why.
    pub reason: String,
    /// When.
    pub at: DateTime<Utc>,
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
    /// Suspended profit that was waived, the latest first; at most the latest hundred.
    pub waivers: Vec<ProfitWaiver>,
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use crate::credit::journal::JournalLine;
    use crate::id::JournalId;

    type Entry = (CreditEvent, &'static str, &'static str, i64);

    fn journal(number: u128, undoes: Option<u128>, entries: &[Entry]) -> Journal {
        let id = |number| JournalId(Uuid::from_u128(number));
        let lines = entries.iter().flat_map(|&(event_type, debit, credit, amount)| {
            let amount = Money::from_ten_thousandths(amount);
            let line = |gl_account: &str, debit, credit| JournalLine {
                event_type,
                gl_account: gl_account.to_owned(),
                debit,
                credit,
            };
            [line(debit, amount, Money::ZERO), line(credit, Money::ZERO, amount)]
        });
        Journal {
            id: id(number),
            date: NaiveDate::default(),
            posted_at: DateTime::UNIX_EPOCH,
            facility_ref: "CF-20260101-AAAA".to_owned(),
            lines: lines.collect(),
            reversal_of: undoes.map(id),
        }
    }

    fn tie_out(journals: &[Journal], outstanding: i64) -> [i128; 4] {
        let tie_out = TieOut::of_facility(journals, Money::from_ten_thousandths(outstanding));
        let TieOut { ledger, difference, accounts, accounts_difference, .. } = tie_out;
        [ledger, difference, accounts, accounts_difference].map(Total::ten_thousandths)
    }

    #[test]
    fn principal_counts_once_profit_never_and_what_was_undone_not_at_all() {
        let journals = [
            journal(1, None, &[(CreditEvent::Origination, "asset", "payable", 900)]),
            journal(
                2,
                None,
                &[
                    (CreditEvent::InstallmentPrincipal, "cash", "asset", 100),
                    (CreditEvent::InstallmentProfit, "cash", "income", 40),
                ],
            ),
            journal(3, None, &[(CreditEvent::ExtraPayment, "cash", "asset", 200)]),
            journal(4, Some(3), &[(CreditEvent::ExtraPayment, "asset", "cash", 200)]),
        ];
        assert_eq!(tie_out(&journals, 800), [800, 0, 800, 0]);
    }

    #[test]
    fn principal_that_is_credited_to_another_account_is_a_difference_of_the_accounts_alone() {
        let journals = [
            journal(1, None, &[(CreditEvent::Origination, "asset", "payable", 900)]),
            journal(2, None, &[(CreditEvent::InstallmentPrincipal, "cash", "cash", 100)]),
        ];
        assert_eq!(tie_out(&journals, 800), [800, 0, 900, 100]);
    }

    #[test]
    fn a_gross_receivable_counts_less_the_profit_that_is_deferred_in_it() {
        let journals = [
            journal(
                1,
                None,
                &[
                    (CreditEvent::Origination, "receivable", "payable", 900),
                    (CreditEvent::ProfitDeferral, "receivable", "deferred", 90),
                ],
            ),
            journal(
                2,
                None,
                &[
                    (CreditEvent::InstallmentPrincipal, "cash", "receivable", 100),
                    (CreditEvent::InstallmentProfitCollection, "cash", "receivable", 10),
                    (CreditEvent::ProfitRecognition, "deferred", "income", 10),
                ],
            ),
            journal(
                3,
                None,
                &[
                    (CreditEvent::NonAccrualReceipt, "cash", "receivable", 800),
                    (CreditEvent::ProfitDeferral, "deferred", "receivable", 80),
                ],
            ),
        ];
        assert_eq!(tie_out(&journals[..1], 900), [900, 0, 900, 0]);
        assert_eq!(tie_out(&journals[..2], 800), [800, 0, 800, 0]);
        assert_eq!(tie_out(&journals, 0), [0; 4]);
    }

    /// What a map made for net presentation posted once the deferral was mapped as well.
    #[test]
    fn profit_of_a_gross_facility_that_is_credited_to_income_is_a_difference_of_the_accounts() {
        let journals = [
            journal(
                1,
                None,
                &[
                    (CreditEvent::Origination, "receivable", "payable", 900),
                    (CreditEvent::ProfitDeferral, "receivable", "deferred", 90),
                ],
            ),
            journal(
                2,
                None,
                &[
                    (CreditEvent::InstallmentPrincipal, "cash", "receivable", 900),
                    (CreditEvent::InstallmentProfit, "cash", "income", 90),
                    (CreditEvent::ProfitRecognition, "deferred", "income", 90),
                ],
            ),
        ];
        assert_eq!(tie_out(&journals, 0), [0, 0, 90, 90]);
    }
}
