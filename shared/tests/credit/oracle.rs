//! Schedules by an independent method: big integers, the closed form of the annuity and a calendar
//! of its own.

use chrono::{Datelike, NaiveDate};
use num_bigint::BigInt;
use shared::credit::schedule::Terms;
use shared::credit::vocabulary::{ProductType, ScheduleMethod};

/// A line computed by the oracle; amounts in ten-thousandths, the share in hundredths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OracleLine {
    pub date: (i32, u32, u32),
    pub beginning: BigInt,
    pub principal: BigInt,
    pub profit: BigInt,
    pub ending: BigInt,
    pub share: BigInt,
}

/// The periodic rate as a fraction: millionths of a percent divided by a hundred percent per year.
pub fn periodic(terms: &Terms) -> (BigInt, BigInt) {
    let millionths = terms.rate.map_or(0, shared::credit::rate::Rate::millionths);
    (millionths.into(), BigInt::from(100_000_000_u64) * terms.periods_per_year)
}

/// Divides non-negative numbers, rounding half up.
pub fn divide(above: &BigInt, below: &BigInt) -> BigInt {
    (above * 2 + below) / (below * 2)
}

/// Divides in the same way into whole units.
fn divide_into_units(above: &BigInt, below: &BigInt, terms: &Terms) -> BigInt {
    let unit = BigInt::from(terms.unit.ten_thousandths());
    divide(above, &(below * &unit)) * unit
}

/// The level payment: `F i (1 + i)^n / ((1 + i)^n - 1)`.
pub fn level_payment(terms: &Terms) -> BigInt {
    let amount = BigInt::from(terms.facility_amount.ten_thousandths());
    let (rate, unit) = periodic(terms);
    if rate == BigInt::ZERO {
        return divide_into_units(&amount, &terms.term_periods.into(), terms);
    }
    let grown = (&unit + &rate).pow(terms.term_periods);
    let whole = unit.pow(terms.term_periods);
    divide_into_units(&(amount * &rate * &grown), &(unit * (grown - whole)), terms)
}

/// The schedule; none if the terms must be refused.
pub fn schedule(terms: &Terms, start: NaiveDate) -> Option<Vec<OracleLine>> {
    let number = |money: shared::money::Money| BigInt::from(money.ten_thousandths());
    let periods = BigInt::from(terms.term_periods);
    let (rate, year) = periodic(terms);
    let amount = number(terms.facility_amount);
    let unit = divide_into_units(&amount, &periods, terms);
    let whole = |amount: &BigInt| amount - amount % terms.unit.ten_thousandths();
    let mut profit_left = number(terms.fixed_total_profit.unwrap_or_default());
    let profit_unit = divide_into_units(&profit_left, &periods, terms);
    let level = level_payment(terms);
    let is_level = terms.schedule_method == ScheduleMethod::Level;
    if is_level && level <= divide_into_units(&(&amount * &rate), &year, terms) {
        return None;
    }
    let mut balance = amount;
    let (mut lines, mut total) = (Vec::new(), BigInt::ZERO);
    for period in 1..=terms.term_periods {
        let is_last = period == terms.term_periods;
        let profit = match terms.schedule_method {
            ScheduleMethod::StraightLine if is_last => profit_left.clone(),
            ScheduleMethod::StraightLine => profit_unit.clone().min(whole(&profit_left)),
            ScheduleMethod::EqualPrincipal | ScheduleMethod::Level => {
                divide_into_units(&(&balance * &rate), &year, terms)
            }
        };
        let regular = if is_level { &level - &profit } else { unit.clone() };
        let principal = if is_last { balance.clone() } else { regular.min(whole(&balance)) };
        let ending = &balance - &principal;
        profit_left -= &profit;
        total += &principal + &profit;
        if is_level && is_last && &principal + &profit > &level * 2 {
            return None;
        }
        lines.push(OracleLine {
            date: due(start, terms.periods_per_year, period),
            share: share(terms, &ending),
            beginning: std::mem::replace(&mut balance, ending.clone()),
            principal,
            profit,
            ending,
        });
    }
    (total < BigInt::from(10_u64.pow(18))).then_some(lines)
}

fn share(terms: &Terms, ending: &BigInt) -> BigInt {
    match terms.product_type {
        ProductType::Murabaha => 0.into(),
        ProductType::Ijarah => 10_000.into(),
        ProductType::DiminishingMusharakah => {
            divide(&(ending * 10_000), &terms.asset_cost.ten_thousandths().into())
        }
    }
}

fn due(start: NaiveDate, periods_per_year: u32, period: u32) -> (i32, u32, u32) {
    if 12 % periods_per_year == 0 {
        return after_months(start, period * (12 / periods_per_year));
    }
    let days = match periods_per_year {
        52 => 7 * period,
        26 => 14 * period,
        365 | 366 => period,
        _ => period * 365 / periods_per_year,
    };
    let date = NaiveDate::from_num_days_from_ce_opt(
        start.num_days_from_ce() + i32::try_from(days).unwrap(),
    );
    let date = date.unwrap();
    (date.year(), date.month(), date.day())
}

fn after_months(start: NaiveDate, months: u32) -> (i32, u32, u32) {
    let months = start.month0() + months;
    let year = start.year() + i32::try_from(months / 12).unwrap();
    let month = months % 12 + 1;
    let is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    let last = match month {
        2 if is_leap => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    };
    (year, month, start.day().min(last))
}
