//! Credit reports.

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
    /// The product.
    pub product_type: ProductType,
    /// The status of the facilities.
    pub status: FacilityStatus,
    /// The number of facilities.
    pub count: u64,
    /// The financed amount.
    pub facility_amount: Total,
    /// The principal that is still owed.
    pub outstanding_principal: Total,
    /// Overdue principal and profit.
    pub overdue_amount: Total,
    /// For murabahas, the unearned profit in the selling price; with the principal it makes up the
    /// outstanding price.
    pub unearned_profit: Option<Total>,
}

/// Live facilities in one arrears bucket.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct AgeingRow {
    /// The arrears bucket.
    pub bucket: AgeingBucket,
    /// The number of facilities.
    pub count: u64,
    /// The principal that is still owed.
    pub outstanding_principal: Total,
}

/// The portfolio at risk: the outstanding principal of facilities that are more than 30 and more
/// than 90 days past due (PAR30, PAR90).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct PortfolioAtRisk {
    /// The outstanding principal of all facilities.
    pub outstanding: Total,
    /// That of facilities more than 30 days past due.
    pub over_30_days: Total,
    /// That of facilities more than 90 days past due.
    pub over_90_days: Total,
}

impl PortfolioAtRisk {
    /// The portfolio at risk of a report with this ageing.
    pub fn of(ageing: &[AgeingRow]) -> Self {
        let from = |first: AgeingBucket| {
            let rows = ageing.iter().filter(|row| row.bucket >= first);
            rows.map(|row| row.outstanding_principal).sum()
        };
        Self {
            outstanding: from(AgeingBucket::Current),
            over_30_days: from(AgeingBucket::Days31To60),
            over_90_days: from(AgeingBucket::Days91To180),
        }
    }

    /// A part of the outstanding principal in hundredths of a percent, half of one rounded up; zero
    /// if nothing is outstanding.
    pub fn share(&self, part: Total) -> i128 {
        let (part, whole) = (part.ten_thousandths(), self.outstanding.ten_thousandths());
        if whole > 0 { (part * 10_000 + whole / 2) / whole } else { 0 }
    }
}

/// The totals of a portfolio.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortfolioTotals {
    /// The number of facilities.
    pub count: u64,
    /// The financed amount.
    pub facility_amount: Total,
    /// The principal that is still owed.
    pub outstanding_principal: Total,
    /// Overdue principal and profit.
    pub overdue_amount: Total,
    /// The unearned profit of murabahas.
    pub unearned_profit: Total,
}

/// The reconciliation of the ledger with the schedules, by the ledger's events and by its account
/// balances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TieOut {
    /// Originations less principal received, according to the journals.
    pub ledger: Total,
    /// Outstanding principal, according to the schedules.
    pub schedules: Total,
    /// `ledger` less `schedules`: 0.0000.
    pub difference: Total,
    /// The balance of the accounts that originations debited for these facilities, less their
    /// deferred profit.
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

    /// The reconciliation of one facility, from its journals and its outstanding principal.
    pub fn of_facility(journals: &[Journal], outstanding: Money) -> Self {
        let lines = || journals.iter().flat_map(|journal| &journal.lines);
        let own = financing_accounts(journals);
        let carried = lines().filter(|line| own.contains(line.gl_account.as_str()));
        let accounts = carried.map(|line| Total::from(line.debit) - line.credit.into()).sum();
        let ledger = journals.iter().map(principal_change).sum();
        Self::new(ledger, accounts, outstanding.into())
    }

    /// Returns true if both differences are zero.
    pub fn agrees(&self) -> bool {
        self.difference.is_zero() && self.accounts_difference.is_zero()
    }
}

/// The accounts that the origination debited, and the account that holds the profit it deferred.
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

/// The change in outstanding principal from a journal, by its events.
fn principal_change(journal: &Journal) -> Total {
    let mut change = Total::ZERO;
    for line in &journal.lines {
        // Each event has a debit and a credit of the same amount: only one of them counts.
        let amount = Total::from(line.debit);
        match line.event_type.principal_effect() {
            PrincipalEffect::Increase => change += amount,
            PrincipalEffect::Decrease => change = change - amount,
            PrincipalEffect::None => {}
        }
    }
    if journal.reversal_of.is_none() { change } else { Total::ZERO - change }
}

/// A payment with the same reference as an earlier one of its facility, neither of them reversed.
/// It may be the same money, recorded twice.
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
    /// The amount of the later payment.
    pub amount: Money,
    /// Its value date.
    pub payment_date: NaiveDate,
    /// The latest of the earlier payments with that reference.
    pub earlier: EarlierPayment,
}

/// The amounts owed, by product and status.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortfolioReport {
    /// The date of the report.
    pub as_of: NaiveDate,
    /// By product and status.
    pub rows: Vec<PortfolioRow>,
    /// By arrears bucket.
    pub ageing: Vec<AgeingRow>,
    /// The totals.
    pub totals: PortfolioTotals,
    /// The reconciliation of the ledger with the schedules.
    pub tie_out: TieOut,
    /// Payments that may have been recorded twice, latest first; at most a hundred.
    pub repeated_references: Vec<RepeatedReference>,
}

/// The income of one product in one month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct IncomeRow {
    /// The product.
    pub product_type: ProductType,
    /// `YYYY-MM`, by value date.
    pub month: String,
    /// Profit and rent received and recognised.
    pub recognised: Total,
    /// Waived profit and rent; never recognised.
    pub waived: Total,
    /// Unpaid profit and rent that fell due on facilities on non-accrual; not recognised.
    pub suspended: Total,
}

/// The totals of an income report.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IncomeTotals {
    /// Profit and rent received and recognised.
    pub recognised: Total,
    /// Waived profit and rent.
    pub waived: Total,
    /// Suspended profit and rent.
    pub suspended: Total,
}

/// The amounts due and received in one month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct CollectionMonth {
    /// `YYYY-MM`; amounts due by due date, amounts received by value date.
    pub month: String,
    /// Principal, profit and rent of the instalments that fell due, less waived amounts.
    pub due: Total,
    /// All payments received, less reversed ones.
    pub received: Total,
}

/// Income by product and month.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct IncomeReport {
    /// By product and month.
    pub rows: Vec<IncomeRow>,
    /// The totals.
    pub totals: IncomeTotals,
    /// Amounts due and received by month, over all products.
    pub collections: Vec<CollectionMonth>,
}

/// The number of activated facilities that comply with a rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Compliance {
    /// The number of compliant facilities.
    pub compliant: u64,
    /// The number of all facilities.
    pub total: u64,
}

/// A breach of a rule by a facility.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ComplianceException {
    /// The facility.
    pub facility_ref: String,
    /// The rule.
    pub rule: ComplianceRule,
    /// A description of the breach.
    pub text: String,
}

/// Suspended profit that was waived.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ProfitWaiver {
    /// The facility.
    pub facility_ref: String,
    /// The waived amount.
    pub amount: Money,
    /// The person who waived it.
    pub actor_name: String,
    /// The reason.
    pub reason: String,
    /// The time.
    pub at: DateTime<Utc>,
}

/// Compliance of the portfolio with the Shariah rules that the service monitors.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ShariahReport {
    /// The date of the report.
    pub as_of: NaiveDate,
    /// Facilities whose asset the provider owned before activation.
    pub ownership_before_activation: Compliance,
    /// Facilities on which one person took more than one step of the approval.
    pub same_person_approvals: u64,
    /// Income recognised while a facility was on non-accrual.
    pub income_while_non_accrual: Total,
    /// The breaches of the rules.
    pub exceptions: Vec<ComplianceException>,
    /// Waivers of suspended profit, latest first; at most a hundred.
    pub waivers: Vec<ProfitWaiver>,
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;

    #[test]
    fn principal_is_at_risk_from_the_31st_and_from_the_91st_day() {
        let amounts = ["1000.0000", "100.0000", "10.0000", "5.0000", "2.0000", "1.0000", "0.5000"];
        let rows = AgeingBucket::ALL.iter().zip(amounts).map(|(bucket, amount)| AgeingRow {
            bucket: *bucket,
            count: 1,
            outstanding_principal: amount.parse().unwrap(),
        });
        let portfolio = PortfolioAtRisk::of(&rows.collect::<Vec<_>>());
        let figures = [portfolio.outstanding, portfolio.over_30_days, portfolio.over_90_days];
        assert_eq!(figures.map(|it| it.to_string()), ["1118.5000", "18.5000", "3.5000"]);
    }

    #[test]
    fn a_share_is_rounded_half_up_to_a_hundredth_of_a_percent() {
        let outstanding = "20000.0000".parse().unwrap();
        let portfolio = PortfolioAtRisk { outstanding, ..PortfolioAtRisk::default() };
        for (part, share) in
            [("0.0000", 0), ("0.9999", 0), ("1.0000", 1), ("3.0000", 2), ("20000.0000", 10_000)]
        {
            assert_eq!(portfolio.share(part.parse().unwrap()), share, "{part}");
        }
        assert_eq!(PortfolioAtRisk::default().share(Total::ZERO), 0);
    }
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
                gl_account_name: None,
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

    /// The postings of an account map made for net presentation after the deferral was mapped as
    /// well.
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
