//! Properties of the schedule of any terms.

use chrono::Datelike;
use num_bigint::BigInt;
use proptest::prelude::*;
use shared::credit::rate::Rate;
use shared::credit::schedule::{Line, Percent, ScheduleLine, Terms, Totals, schedule};
use shared::credit::vocabulary::{LineStatus, ProductType, ScheduleMethod};
use shared::money::Money;

use crate::oracle::{self, OracleLine};
use crate::strategy::{start, terms};

fn seen(line: &Line) -> OracleLine {
    let date = line.payment_date;
    OracleLine {
        date: (date.year(), date.month(), date.day()),
        beginning: line.beginning_balance.ten_thousandths().into(),
        principal: line.principal_portion.ten_thousandths().into(),
        profit: line.profit_portion.ten_thousandths().into(),
        ending: line.ending_balance.ten_thousandths().into(),
        share: line.provider_ownership.hundredths().into(),
    }
}

/// Every line has an amount: below that, rounding uses up the principal before the last line.
fn has_amount_for_each_line(terms: &Terms) -> bool {
    let least = i64::from(terms.term_periods) * 100 * terms.unit.ten_thousandths();
    terms.facility_amount.ten_thousandths() >= least
}

/// All lines but the last are whole units, and the last as well if the amounts are.
fn units_hold(terms: &Terms, lines: &[Line]) {
    let is_whole = |amount: Money| terms.unit.whole_part(amount) == amount;
    let whole_portions =
        |line: &Line| is_whole(line.principal_portion) && is_whole(line.profit_portion);
    let (last, others) = lines.split_last().unwrap();
    assert!(others.iter().all(whole_portions));
    let profit = terms.fixed_total_profit.unwrap_or_default();
    let are_whole = is_whole(terms.facility_amount) && is_whole(profit);
    assert!(!are_whole || whole_portions(last));
}

fn chain_holds(terms: &Terms, lines: &[Line]) {
    assert_eq!(lines.len(), usize::try_from(terms.term_periods).unwrap());
    assert_eq!(lines[0].beginning_balance, terms.facility_amount);
    assert_eq!(lines[lines.len() - 1].ending_balance, Money::ZERO);
    assert_eq!(Totals::of(lines).principal, terms.facility_amount);
    for (period, line) in (1..).zip(lines) {
        assert_eq!(line.period, period);
        let ending = line.beginning_balance.minus(line.principal_portion);
        assert_eq!(Some(line.ending_balance), ending);
        let total = line.principal_portion.plus(line.profit_portion);
        assert_eq!(Some(line.total_payment()), total);
        assert_eq!(line.status == LineStatus::Paid, line.total_payment().is_zero());
        let amounts = [line.ending_balance, line.principal_portion, line.profit_portion];
        assert!(amounts.iter().all(|amount| *amount >= Money::ZERO));
    }
    for pair in lines.windows(2) {
        assert!(pair[0].payment_date < pair[1].payment_date);
        assert_eq!(pair[1].beginning_balance, pair[0].ending_balance);
    }
}

fn profit_holds(terms: &Terms, lines: &[Line]) {
    match terms.product_type {
        ProductType::Murabaha => {
            assert_eq!(Some(Totals::of(lines).profit), terms.fixed_total_profit);
        }
        ProductType::Ijarah | ProductType::DiminishingMusharakah => {
            for pair in lines.windows(2) {
                assert!(pair[0].profit_portion >= pair[1].profit_portion);
            }
            if terms.rate == Some(Rate::default()) {
                assert_eq!(Totals::of(lines).profit, Money::ZERO);
            }
        }
    }
}

fn shares_hold(terms: &Terms, lines: &[Line]) {
    for line in lines {
        let both = line.provider_ownership.hundredths() + line.customer_ownership().hundredths();
        assert_eq!(both, 10_000);
    }
    let shares: Vec<Percent> = lines.iter().map(|line| line.provider_ownership).collect();
    match terms.product_type {
        ProductType::Murabaha => assert!(shares.iter().all(|it| *it == Percent::ZERO)),
        ProductType::Ijarah => assert!(shares.iter().all(|it| *it == Percent::WHOLE)),
        ProductType::DiminishingMusharakah => {
            assert!(shares.is_sorted_by(|earlier, later| earlier >= later));
            assert_eq!(shares.last(), Some(&Percent::ZERO));
        }
    }
}

/// All payments except the last are alike, and the last differs by no more than rounding can cause.
/// If that exceeds a payment, the balance may run out before the last line.
fn evenness_holds(terms: &Terms, lines: &[Line]) {
    let Some((last, others)) = lines.split_last() else { return };
    let part = |line: &Line| match terms.schedule_method {
        ScheduleMethod::StraightLine | ScheduleMethod::EqualPrincipal => line.principal_portion,
        ScheduleMethod::Level => line.total_payment(),
    };
    let Some(first) = others.first().map(part) else { return };
    let whole = |line: &Line| terms.unit.whole_part(line.ending_balance);
    let kept = others.iter().take_while(|line| whole(line).is_positive()).count();
    assert!(others.iter().take(kept).all(|line| part(line) == first));
    let off = if kept < others.len() { first } else { part(last).minus(first).unwrap() };
    let off = off.ten_thousandths().abs();
    match terms.schedule_method {
        ScheduleMethod::StraightLine | ScheduleMethod::EqualPrincipal => {
            let bound = (i64::from(terms.term_periods) + 2) * terms.unit.ten_thousandths();
            assert!(off * 2 <= bound);
        }
        ScheduleMethod::Level => assert!(is_within_drift(terms, off)),
    }
}

/// At most a unit of `((1 + i)^n - 1) / i`, and `n` of them without a rate; two more where a part
/// of a unit is left to the last line.
fn is_within_drift(terms: &Terms, off: i64) -> bool {
    let (rate, year) = oracle::periodic(terms);
    let unit = terms.unit.ten_thousandths();
    let off = (off - 2 * (unit - 1)).max(0);
    if rate == BigInt::ZERO {
        return off <= i64::from(terms.term_periods) * unit;
    }
    let whole = year.pow(terms.term_periods);
    let grown = (&year + &rate).pow(terms.term_periods);
    BigInt::from(off) * rate * &whole <= (grown - &whole) * year * unit
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(10_000))]

    #[test]
    fn any_schedule_is_that_of_the_oracle_and_adds_up(terms in terms(), start in start()) {
        let expected = oracle::schedule(&terms, start);
        let lines = schedule(&terms, start).ok();
        prop_assert_eq!(terms.check().is_ok(), lines.is_some());
        let lines_seen = lines.as_ref().map(|lines| lines.iter().map(seen).collect::<Vec<_>>());
        prop_assert_eq!(lines_seen, expected);
        if let Some(lines) = lines {
            chain_holds(&terms, &lines);
            profit_holds(&terms, &lines);
            shares_hold(&terms, &lines);
            units_hold(&terms, &lines);
            evenness_holds(&terms, &lines);
        }
    }
}

proptest! {
    #[test]
    fn amounts_leave_with_four_digits_and_shares_with_two(terms in terms(), start in start()) {
        let lines = schedule(&terms, start).unwrap_or_default();
        for line in &lines {
            let shown = serde_json::to_value(ScheduleLine::from(line)).unwrap();
            for (name, value) in shown.as_object().unwrap() {
                let digits = |digits: usize| {
                    value.as_str().unwrap().split_once('.').unwrap().1.len() == digits
                };
                match name.as_str() {
                    "kind" | "period" | "paymentDate" | "status" => {}
                    "providerOwnershipPct" | "customerOwnershipPct" => prop_assert!(digits(2)),
                    _ => prop_assert!(digits(4), "{} {}", name, value),
                }
            }
        }
        prop_assert_eq!(schedule(&terms, start).unwrap_or_default(), lines);
    }

    #[test]
    fn of_equal_principal_a_higher_rate_never_asks_for_less(
        terms in terms(), start in start(), more in 0..=100_000_000_i64,
    ) {
        let terms = equal_principal(terms);
        prop_assume!(has_amount_for_each_line(&terms));
        let rate = terms.rate.unwrap().millionths();
        let higher = Rate::from_millionths((rate + more).min(100_000_000)).ok();
        let profit = |terms: &Terms| schedule(terms, start).map(|it| Totals::of(&it).profit);
        if let (Ok(less), Ok(more)) = (profit(&terms), profit(&Terms { rate: higher, ..terms })) {
            prop_assert!(less <= more);
        }
    }

    #[test]
    fn of_equal_principal_ten_times_the_amount_bears_ten_times_the_profit(
        terms in terms(), start in start(),
    ) {
        let terms = equal_principal(terms);
        prop_assume!(has_amount_for_each_line(&terms));
        let ten = |money: Money| Money::from_ten_thousandths(money.ten_thousandths() * 10);
        prop_assume!(terms.asset_cost.ten_thousandths() < 10_i64.pow(16));
        let larger = Terms {
            asset_cost: ten(terms.asset_cost),
            facility_amount: ten(terms.facility_amount),
            ..terms
        };
        let profit = |terms: &Terms| schedule(terms, start).map(|it| Totals::of(&it).profit);
        if let (Ok(one), Ok(many)) = (profit(&terms), profit(&larger)) {
            let off = many.ten_thousandths() - 10 * one.ten_thousandths();
            let (rate, year) = oracle::periodic(&terms);
            let n = terms.term_periods;
            // 5.5 n (1 + i (n - 1) / 2) units, and 11 n i where a part of one is left to the end.
            let unit = terms.unit.ten_thousandths();
            let rest = if unit > 1 { 4 } else { 0 };
            let bound = (&year * 2 + rate * (n - 1 + rest)) * 11 * n * unit;
            prop_assert!(BigInt::from(off.abs()) * year * 4 <= bound, "{}", off);
        }
    }
}

fn equal_principal(terms: Terms) -> Terms {
    Terms {
        product_type: ProductType::DiminishingMusharakah,
        schedule_method: ScheduleMethod::EqualPrincipal,
        fixed_total_profit: None,
        ..terms
    }
}
