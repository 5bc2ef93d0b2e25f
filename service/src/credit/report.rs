//! Reports: amounts owed, income, and compliance.

mod export;
mod repo;

use std::collections::BTreeMap;

use chrono::{Days, NaiveDate};
use shared::credit::journal::{check_day, require_range};
use shared::credit::report::{
    AgeingRow, CollectionMonth, Compliance, IncomeReport, IncomeRow, IncomeTotals, PortfolioReport,
    PortfolioRow, PortfolioTotals, ShariahReport, TieOut,
};
use shared::credit::vocabulary::{AgeingBucket, FacilityStatus, ProductType};
use shared::error::Result;
use shared::permission::Permission;
use shared::total::Total;

use super::live::require_not_future;
use crate::caller::Caller;
use crate::clock::start_of_day;
use crate::context::use_cases;
use repo::repeated;
use repo::{Amount, Boundaries, Income, MonthAmount};

use_cases! {
    /// Credit reports.
    CreditReports, credit_reports
}

impl CreditReports<'_> {
    /// The amounts owed by live and settled facilities, by product and status and by lateness.
    /// Today's figures are the stored ones; those of a past day follow value dates. Needs
    /// `credit:view`.
    ///
    /// Errors: 400 for a day in the future.
    pub async fn portfolio(
        &self,
        caller: &Caller,
        as_of: Option<NaiveDate>,
    ) -> Result<PortfolioReport> {
        let caller = caller.require(Permission::CreditView)?;
        let today = self.0.today(caller.time_zone());
        let as_of = as_of.unwrap_or(today);
        check_day("asOf", as_of)?;
        require_not_future("asOf", as_of, today)?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let grace_days = repo::grace_days(&mut tx).await?;
        let days = Boundaries::new(as_of, grace_days, caller.time_zone());
        let (groups, ledger, until) = if as_of == today {
            let groups = repo::present(&mut tx, days).await?;
            (groups, repo::ledger(&mut tx).await?, None)
        } else {
            let groups = repo::past(&mut tx, days).await?;
            (groups, repo::past_ledger(&mut tx, as_of).await?, Some(as_of))
        };
        let accounts = repo::accounts(&mut tx, until).await?;
        let repeated_references = repeated::list(&mut tx, as_of).await?;
        let report = portfolio(as_of, &groups, (ledger, accounts));
        Ok(PortfolioReport { repeated_references, ..report })
    }

    /// Profit and rent by product and month of the value date, in a range of days. Needs
    /// `credit:view`.
    ///
    /// Errors: 400 if the range ends before it begins.
    pub async fn income(
        &self,
        caller: &Caller,
        from: Option<NaiveDate>,
        to: Option<NaiveDate>,
    ) -> Result<IncomeReport> {
        let caller = caller.require(Permission::CreditView)?;
        let today = self.0.today(caller.time_zone());
        let to = to.unwrap_or(today);
        let from = from.unwrap_or_else(|| NaiveDate::from_ymd_opt(1900, 1, 1).unwrap_or(to));
        check_day("from", from)?;
        check_day("to", to)?;
        require_range(from, to)?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let recognised = repo::recognised(&mut tx, from, to).await?;
        let waived = repo::waived(&mut tx, from, to).await?;
        let suspended = repo::suspended(&mut tx, from, to.min(today)).await?;
        let due = repo::due(&mut tx, from, to.min(today)).await?;
        let received = repo::received(&mut tx, from, to).await?;
        let (rows, totals) = income(&recognised, &waived, &suspended);
        Ok(IncomeReport { rows, totals, collections: collections(due, received) })
    }

    /// Compliance: the provider owned each financed asset, several people approved each facility,
    /// and no income was recognised on non-accrual. Needs `credit:view`.
    pub async fn shariah_compliance(&self, caller: &Caller) -> Result<ShariahReport> {
        let caller = caller.require(Permission::CreditView)?;
        let mut tx = self.0.read_on_replica(caller).await?;
        let counts = repo::compliance(&mut tx).await?;
        let exceptions = repo::exceptions(&mut tx).await?;
        let income = repo::income_while_non_accrual(&mut tx).await?;
        let waivers = repo::waivers(&mut tx).await?;
        Ok(ShariahReport {
            as_of: self.0.today(caller.time_zone()),
            ownership_before_activation: Compliance {
                compliant: count(counts.compliant),
                total: count(counts.total),
            },
            same_person_approvals: count(counts.same_person),
            income_while_non_accrual: income,
            exceptions,
            waivers,
        })
    }
}

impl Boundaries {
    fn new(as_of: NaiveDate, grace_days: i64, time_zone: &str) -> Self {
        let before = |days: i64| {
            let days = Days::new(u64::try_from(days).unwrap_or_default());
            as_of.checked_sub_days(days).unwrap_or(as_of)
        };
        Self {
            as_of,
            late_before: before(grace_days),
            ages: [30, 60, 90, 180, 365].map(before),
            ended_at: start_of_day(as_of.succ_opt().unwrap_or(as_of), time_zone),
        }
    }
}

/// Facilities with the same product, status and arrears bucket.
#[derive(Clone, Debug, database::FromRow)]
struct Group {
    product_type: ProductType,
    status: FacilityStatus,
    /// The position in [`AgeingBucket::ALL`].
    bucket: i64,
    count: i64,
    facility_amount: Total,
    outstanding_principal: Total,
    overdue_amount: Total,
    unearned_profit: Total,
}

fn portfolio(
    as_of: NaiveDate,
    groups: &[Group],
    (ledger, accounts): (Total, Total),
) -> PortfolioReport {
    let mut rows: BTreeMap<_, PortfolioTotals> = BTreeMap::new();
    let mut totals = PortfolioTotals::default();
    let mut ageing: Vec<AgeingRow> = AgeingBucket::ALL
        .iter()
        .map(|&bucket| AgeingRow { bucket, count: 0, outstanding_principal: Total::ZERO })
        .collect();
    for group in groups {
        let row = rows.entry((group.product_type, group.status)).or_default();
        for sums in [row, &mut totals] {
            sums.count += count(group.count);
            sums.facility_amount += group.facility_amount;
            sums.outstanding_principal += group.outstanding_principal;
            sums.overdue_amount += group.overdue_amount;
            sums.unearned_profit += group.unearned_profit;
        }
        let place = usize::try_from(group.bucket).ok();
        if let Some(age) = place.and_then(|it| ageing.get_mut(it)).filter(|_| group.is_live()) {
            age.count += count(group.count);
            age.outstanding_principal += group.outstanding_principal;
        }
    }
    let schedules = totals.outstanding_principal;
    let rows = rows.into_iter().map(|((product_type, status), sums)| PortfolioRow {
        product_type,
        status,
        count: sums.count,
        facility_amount: sums.facility_amount,
        outstanding_principal: sums.outstanding_principal,
        overdue_amount: sums.overdue_amount,
        unearned_profit: (product_type == ProductType::Murabaha).then_some(sums.unearned_profit),
    });
    let tie_out = TieOut::new(ledger, accounts, schedules);
    PortfolioReport {
        as_of,
        rows: rows.collect(),
        ageing,
        totals,
        tie_out,
        repeated_references: Vec::new(),
    }
}

impl Group {
    fn is_live(&self) -> bool {
        self.status.is_live()
    }
}

fn income(
    recognised: &[Amount],
    waived: &[Amount],
    suspended: &[Amount],
) -> (Vec<IncomeRow>, IncomeTotals) {
    let mut rows: BTreeMap<_, IncomeTotals> = BTreeMap::new();
    let mut totals = IncomeTotals::default();
    let kinds = [
        (Income::Recognised, recognised),
        (Income::Waived, waived),
        (Income::Suspended, suspended),
    ];
    for (kind, amounts) in kinds {
        for amount in amounts {
            let row = rows.entry((amount.product_type, amount.month.clone())).or_default();
            for sums in [row, &mut totals] {
                *kind.of(sums) += amount.amount;
            }
        }
    }
    let rows = rows.into_iter().map(|((product_type, month), sums)| IncomeRow {
        product_type,
        month,
        recognised: sums.recognised,
        waived: sums.waived,
        suspended: sums.suspended,
    });
    (rows.collect(), totals)
}

/// The amounts due and received by month.
fn collections(due: Vec<MonthAmount>, received: Vec<MonthAmount>) -> Vec<CollectionMonth> {
    let mut months: BTreeMap<String, (Total, Total)> = BTreeMap::new();
    for MonthAmount { month, amount } in due {
        months.entry(month).or_default().0 += amount;
    }
    for MonthAmount { month, amount } in received {
        months.entry(month).or_default().1 += amount;
    }
    let months = months.into_iter();
    months.map(|(month, (due, received))| CollectionMonth { month, due, received }).collect()
}

impl Income {
    fn of(self, sums: &mut IncomeTotals) -> &mut Total {
        match self {
            Self::Recognised => &mut sums.recognised,
            Self::Waived => &mut sums.waived,
            Self::Suspended => &mut sums.suspended,
        }
    }
}

/// A count of rows, which is never negative.
fn count(rows: i64) -> u64 {
    u64::try_from(rows).unwrap_or_default()
}
