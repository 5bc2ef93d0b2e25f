//! Schedules of the three products, computed from the terms without the code of the service.

use chrono::{Datelike, Days, NaiveDate};
use shared::credit::vocabulary::{LineStatus, ProductType, ScheduleMethod};

use crate::simulation::act::Terms;
use crate::simulation::amount::{Amount, rounded};

/// The fixed-point unit of discount factors.
const SCALE: i128 = 10_i128.pow(22);

/// An instalment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Line {
    pub(crate) due: NaiveDate,
    pub(crate) beginning: Amount,
    pub(crate) principal: Amount,
    pub(crate) profit: Amount,
    pub(crate) ending: Amount,
    pub(crate) principal_paid: Amount,
    pub(crate) profit_paid: Amount,
    pub(crate) profit_waived: Amount,
    pub(crate) status: LineStatus,
}

impl Line {
    pub(crate) const fn is_open(&self) -> bool {
        match self.status {
            LineStatus::Pending | LineStatus::Partial | LineStatus::Overdue => true,
            LineStatus::Paid | LineStatus::Waived => false,
        }
    }

    pub(crate) fn principal_owed(&self) -> Amount {
        if self.is_open() { self.principal - self.principal_paid } else { Amount::ZERO }
    }

    pub(crate) fn profit_owed(&self) -> Amount {
        if self.is_open() { self.profit - self.profit_paid } else { Amount::ZERO }
    }

    pub(crate) fn owed(&self) -> Amount {
        self.principal_owed() + self.profit_owed()
    }

    /// The provider's share of the asset after the line, in hundredths of a percent.
    pub(crate) fn provider_share(&self, terms: &Terms) -> i64 {
        match terms.product {
            ProductType::Murabaha => 0,
            ProductType::Ijarah => 10_000,
            ProductType::DiminishingMusharakah => {
                rounded(i128::from(self.ending.0) * 10_000, i128::from(terms.cost.0))
            }
        }
    }
}

/// The profit of one period on a balance.
pub(crate) fn periodic_profit(terms: &Terms, unit: i64, balance: Amount) -> Amount {
    balance.share(terms.rate, periodic_denominator(terms), unit)
}

/// The number by which the rate in hundredths of a percent is divided for one period.
fn periodic_denominator(terms: &Terms) -> i64 {
    10_000 * i64::from(terms.periods_per_year)
}

/// The schedule of a facility, with instalments of whole units except the last.
pub(crate) fn schedule(terms: &Terms, unit: i64, start: NaiveDate) -> Vec<Line> {
    let count = i64::from(terms.periods);
    let (mut balance, mut deferred) = (terms.amount(), terms.profit);
    let level = level_payment(terms, unit);
    let mut lines = Vec::new();
    for period in 1..=terms.periods {
        let rent = periodic_profit(terms, unit, balance);
        let (principal, profit) = if period == terms.periods {
            let is_fixed = terms.method == ScheduleMethod::StraightLine;
            (balance, if is_fixed { deferred } else { rent })
        } else {
            let (principal, profit) = match terms.method {
                ScheduleMethod::StraightLine => {
                    let profit = terms.profit.share(1, count, unit).min(deferred.whole_units(unit));
                    (terms.amount().share(1, count, unit), profit)
                }
                ScheduleMethod::EqualPrincipal => (terms.amount().share(1, count, unit), rent),
                ScheduleMethod::Level => ((level - rent).max(Amount::ZERO), rent),
            };
            (principal.min(balance.whole_units(unit)), profit)
        };
        let is_empty = principal + profit == Amount::ZERO;
        lines.push(Line {
            due: due_date(start, terms.periods_per_year, period),
            beginning: balance,
            principal,
            profit,
            ending: balance - principal,
            principal_paid: Amount::ZERO,
            profit_paid: Amount::ZERO,
            profit_waived: Amount::ZERO,
            status: if is_empty { LineStatus::Paid } else { LineStatus::Pending },
        });
        balance = balance - principal;
        deferred = deferred - profit;
    }
    lines
}

/// The amount divided by the present value of one unit per period.
fn level_payment(terms: &Terms, unit: i64) -> Amount {
    let divisor = i128::from(periodic_denominator(terms));
    let (mut factor, mut annuity) = (SCALE, 0);
    for _ in 0..terms.periods {
        factor = factor * divisor / (divisor + i128::from(terms.rate));
        annuity += factor;
    }
    let amount = i128::from(terms.amount().0) * SCALE;
    Amount(rounded(amount, annuity * i128::from(unit)) * unit)
}

/// The due date of an instalment, counted from the start.
pub(crate) fn due_date(start: NaiveDate, periods_per_year: u32, period: u32) -> NaiveDate {
    match periods_per_year {
        52 => start + Days::new(7 * u64::from(period)),
        26 => start + Days::new(14 * u64::from(period)),
        _ => months_later(start, 12 / periods_per_year * period),
    }
}

/// The same day of a later month, or the last day of a shorter month.
pub(crate) fn months_later(start: NaiveDate, months: u32) -> NaiveDate {
    let months = start.month0() + months;
    let year = start.year() + i32::try_from(months / 12).unwrap();
    let mut days = (1..=start.day()).rev();
    days.find_map(|day| NaiveDate::from_ymd_opt(year, months % 12 + 1, day)).unwrap()
}
