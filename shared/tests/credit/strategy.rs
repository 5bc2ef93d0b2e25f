//! Random terms.

use chrono::{Days, NaiveDate};
use proptest::prelude::*;
use shared::credit::rate::Rate;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::Terms;
use shared::credit::vocabulary::ProductType;
use shared::money::Money;

use crate::numbers::KINDS;

/// From a ten-thousandth up to the limit of amounts.
fn amount() -> impl Strategy<Value = i64> {
    prop_oneof![1_i64..1_000, 1_i64..100_000_000, 1_i64..10_i64.pow(13), 1_i64..10_i64.pow(18)]
}

fn rate() -> impl Strategy<Value = Rate> {
    let millionths = prop_oneof![
        Just(0),
        Just(1),
        Just(100_000_000),
        (0..=100_i64).prop_map(|percent| percent * 1_000_000),
        0..=100_000_000_i64,
        0..=15_000_000_i64,
    ];
    millionths.prop_map(|it| Rate::from_millionths(it).unwrap())
}

pub fn start() -> impl Strategy<Value = NaiveDate> {
    let first = NaiveDate::from_ymd_opt(1999, 12, 31).unwrap();
    (0..20_000_u64).prop_map(move |days| first.checked_add_days(Days::new(days)).unwrap())
}

fn periods_per_year() -> impl Strategy<Value = u32> {
    let usual = proptest::sample::select(vec![1_u32, 2, 3, 4, 6, 12, 26, 52, 365, 366]);
    prop_oneof![usual, 1_u32..=366]
}

/// Unrounded instalments, or the minor unit of some currency.
fn unit() -> impl Strategy<Value = InstalmentUnit> {
    let minor_unit = (0_u32..=3).prop_map(|digits| InstalmentUnit::with_digits(digits).unwrap());
    prop_oneof![Just(InstalmentUnit::default()), minor_unit]
}

/// Terms of any product, most of which have a schedule.
pub fn terms() -> impl Strategy<Value = Terms> {
    let kind = proptest::sample::select(KINDS.to_vec());
    let term = prop_oneof![1_u32..=24, 1_u32..=120, 1_u32..=600];
    let amounts = (amount(), 0_i64..10_000, amount());
    (kind, amounts, term, periods_per_year(), rate(), unit()).prop_map(
        |((product_type, schedule_method), (cost, down, profit), term, year, rate, unit)| {
            let down_payment = i128::from(cost) * i128::from(down) / 10_000;
            let amount = cost - i64::try_from(down_payment).unwrap();
            let profit = (product_type == ProductType::Murabaha).then_some(profit);
            Terms {
                product_type,
                schedule_method,
                asset_cost: Money::from_ten_thousandths(cost),
                facility_amount: Money::from_ten_thousandths(amount),
                rate: Some(rate),
                fixed_total_profit: profit.map(Money::from_ten_thousandths),
                term_periods: term,
                periods_per_year: year,
                unit,
            }
        },
    )
}

/// Terms with a schedule of at most the given number of lines, in realistic amounts.
pub fn usual_terms(lines: u32) -> impl Strategy<Value = Terms> {
    let amount = 10_000_i64..10_i64.pow(11);
    (terms(), 1..=lines, amount, 0_i64..100_000_000).prop_map(
        |(terms, term_periods, amount, profit)| Terms {
            asset_cost: Money::from_ten_thousandths(amount + amount / 4),
            facility_amount: Money::from_ten_thousandths(amount),
            fixed_total_profit: terms
                .fixed_total_profit
                .map(|_| Money::from_ten_thousandths(profit)),
            term_periods,
            ..terms
        },
    )
}
