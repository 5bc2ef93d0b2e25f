//! Worked schedules, and ten thousand that are identical on every machine.

use serde_json::json;
use shared::credit::schedule::{
    Line, ScheduleLine, Terms, Totals, due_date, provider_ownership, redate, remainders, schedule,
};
use shared::credit::vocabulary::{LineStatus, ProductType, ScheduleMethod};
use shared::error::{Code, Error};
use shared::money::Money;

use crate::numbers::Numbers;
use crate::worked::{data, date, lines, schedule_case, terms};

const SCHEDULES: u64 = 10_000;
/// The digest of the lines of those schedules (FNV-1a over their amounts, dates and shares), the
/// same on every machine.
const DIGEST: u64 = 0x0799_7103_2b00_13c4;

#[test]
fn the_worked_schedules_come_out_to_the_fourth_digit() {
    for case in data()["schedules"].as_array().unwrap() {
        let expected = &case["expected"];
        let (terms, lines) = (terms(&case["inputs"]), lines(&case["inputs"]));
        let totals = Totals::of(&lines);
        let summary = json!({
            "facilityAmount": terms.facility_amount,
            "totalPrincipal": totals.principal,
            "totalProfit": totals.profit,
            "totalPayment": totals.payment,
            "lineCount": lines.len(),
        });
        for (name, value) in summary.as_object().unwrap() {
            assert_eq!(value, &expected[name], "{} {name}", case["id"]);
        }
        for line in expected["lines"].as_array().unwrap() {
            let period = usize::try_from(line["period"].as_u64().unwrap()).unwrap();
            let shown = serde_json::to_value(ScheduleLine::from(&lines[period - 1])).unwrap();
            for (name, value) in line.as_object().unwrap() {
                assert_eq!(&shown[name], value, "{} line {period} {name}", case["id"]);
            }
        }
    }
}

#[test]
fn the_price_left_after_a_line_is_its_balance_and_the_profit_still_to_be_earned() {
    for case in data()["schedules"].as_array().unwrap() {
        let lines = lines(&case["inputs"]);
        let totals = Totals::of(&lines);
        let shown: Vec<ScheduleLine> = lines.iter().map(ScheduleLine::from).collect();
        let left = remainders(&shown).unwrap();
        let mut earned = Money::ZERO;
        for (line, left) in lines.iter().zip(&left) {
            earned = earned.plus(line.profit_portion).unwrap();
            let unearned = totals.profit.minus(earned).unwrap();
            assert_eq!(left.unearned_profit, unearned, "{} {}", case["id"], line.period);
            assert_eq!(left.price, line.ending_balance.plus(unearned).unwrap());
        }
        assert_eq!(left.len(), lines.len());
        assert_eq!(left.last().unwrap().price, Money::ZERO, "{}", case["id"]);
    }
}

#[test]
fn a_line_that_travels_reads_back_as_it_was() {
    for line in lines(&schedule_case("C24")["inputs"]) {
        let text = serde_json::to_string(&ScheduleLine::from(&line)).unwrap();
        let read: ScheduleLine = serde_json::from_str(&text).unwrap();
        assert_eq!(Line::from(&read), line);
    }
}

#[test]
fn a_line_that_asks_for_nothing_is_paid_from_the_start() {
    let lines = lines(&schedule_case("C20")["inputs"]);
    let (asking, empty) = lines.split_at(7);
    assert!(asking.iter().all(|line| line.status == LineStatus::Pending && line.is_open()));
    assert!(empty.iter().all(|line| line.status == LineStatus::Paid && !line.is_open()));
}

#[test]
fn due_dates_keep_the_day_of_the_start_where_the_month_has_it() {
    for case in data()["dates"].as_array().unwrap() {
        let start = date(case["start"].as_str().unwrap());
        let periods_per_year = u32::try_from(case["ppy"].as_u64().unwrap()).unwrap();
        let periods = case["k"].as_array().unwrap();
        for (period, due) in periods.iter().zip(case["due"].as_array().unwrap()) {
            let period = u32::try_from(period.as_u64().unwrap()).unwrap();
            let due = date(due.as_str().unwrap());
            assert_eq!(due_date(start, periods_per_year, period), Some(due), "{case}");
        }
    }
}

#[test]
fn weeks_days_and_odd_parts_of_a_year_are_counted_in_days() {
    let start = date("2026-01-31");
    for (periods_per_year, period, due) in [
        (52, 1, "2026-02-07"),
        (52, 10, "2026-04-11"),
        (26, 2, "2026-02-28"),
        (365, 28, "2026-02-28"),
        (366, 28, "2026-02-28"),
        (24, 1, "2026-02-15"),
        (24, 24, "2027-01-31"),
        (5, 1, "2026-04-14"),
    ] {
        assert_eq!(due_date(start, periods_per_year, period), Some(date(due)));
    }
    assert_eq!(due_date(start, 0, 1), None);
    assert_eq!(due_date(date("9999-01-01"), 1, 1), None);
    assert_eq!(due_date(date("9999-12-31"), 365, u32::MAX), None);
}

#[test]
fn counting_from_another_start_moves_the_dates_and_nothing_else() {
    let inputs = &schedule_case("C01")["inputs"];
    let mut moved = lines(inputs);
    redate(&mut moved, date("2026-03-15"), 12).unwrap();
    assert_eq!(moved, schedule(&terms(inputs), date("2026-03-15")).unwrap());
    let before = moved.clone();
    assert!(redate(&mut moved, date("9995-01-01"), 12).is_err());
    assert_eq!(moved, before);
}

#[test]
fn shares_of_the_asset_round_half_up_to_two_digits_and_add_up() {
    for case in data()["ownership"].as_array().unwrap() {
        let amount = |name: &str| case[name].as_str().unwrap().parse::<Money>().unwrap();
        let product = ProductType::DiminishingMusharakah;
        let share = provider_ownership(product, amount("assetCost"), amount("endingBalance"));
        assert_eq!(share.to_string(), case["provider"].as_str().unwrap());
        assert_eq!(share.rest().to_string(), case["customer"].as_str().unwrap());
    }
}

/// Valid terms, each changed in one way, with the field that the refusal has to name.
fn refused() -> Vec<(&'static str, Terms)> {
    let musharakah = terms(&schedule_case("C01")["inputs"]);
    let murabaha = terms(&schedule_case("C08")["inputs"]);
    let ijarah = terms(&schedule_case("C05")["inputs"]);
    let amount = Money::from_ten_thousandths;
    let profit = Some(amount(1_000_000));
    let straight = ScheduleMethod::StraightLine;
    vec![
        ("fixedTotalProfit", Terms { fixed_total_profit: None, ..murabaha }),
        ("fixedTotalProfit", Terms { fixed_total_profit: Some(amount(-1)), ..murabaha }),
        ("fixedTotalProfit", Terms { fixed_total_profit: profit, ..musharakah }),
        ("fixedTotalProfit", Terms { fixed_total_profit: profit, ..ijarah }),
        ("fixedTotalProfit", Terms { fixed_total_profit: Some(Money::ZERO), ..ijarah }),
        ("downPayment", Terms { facility_amount: Money::ZERO, ..musharakah }),
        ("downPayment", Terms { facility_amount: amount(-1), ..musharakah }),
        ("downPayment", Terms { facility_amount: amount(20_000_000_001), ..musharakah }),
        ("assetCost", Terms { asset_cost: Money::ZERO, ..musharakah }),
        ("assetCost", Terms { asset_cost: shared::money::LIMIT, ..musharakah }),
        ("rate", Terms { rate: None, ..ijarah }),
        ("termPeriods", Terms { term_periods: 0, ..ijarah }),
        ("termPeriods", Terms { term_periods: 601, ..ijarah }),
        ("periodsPerYear", Terms { periods_per_year: 0, ..ijarah }),
        ("periodsPerYear", Terms { periods_per_year: 367, ..ijarah }),
        ("scheduleMethod", Terms { schedule_method: straight, ..ijarah }),
        ("scheduleMethod", Terms { schedule_method: ScheduleMethod::Level, ..murabaha }),
    ]
}

fn named_members(error: &Error) -> Vec<&str> {
    assert_eq!(error.code(), Code::ValidationFailed);
    error.problem().errors.iter().map(|detail| detail.field.as_str()).collect()
}

#[test]
fn terms_that_make_no_schedule_are_refused_by_the_member_that_is_wrong() {
    for (member, terms) in refused() {
        assert_eq!(named_members(&terms.check().unwrap_err()), [member], "{terms:?}");
        assert!(schedule(&terms, date("2026-01-31")).is_err());
    }
}

#[test]
fn a_murabaha_may_bear_no_profit_and_its_rate_has_no_effect() {
    let murabaha = terms(&schedule_case("C08")["inputs"]);
    let start = date("2026-01-31");
    let with_rate = Terms { rate: "12".parse().ok(), ..murabaha };
    assert_eq!(schedule(&with_rate, start), schedule(&murabaha, start));
    let free = Terms { fixed_total_profit: Some(Money::ZERO), ..murabaha };
    assert_eq!(Totals::of(&schedule(&free, start).unwrap()).profit, Money::ZERO);
}

#[test]
fn level_payments_that_do_not_work_out_are_refused() {
    let ijarah = terms(&schedule_case("C05")["inputs"]);
    let rate = |text: &str| text.parse().ok();
    let ten_thousandth = Money::from_ten_thousandths(1);
    let eternal = Terms { rate: rate("100"), term_periods: 600, periods_per_year: 1, ..ijarah };
    let tiny = Terms { facility_amount: ten_thousandth, rate: rate("0"), ..ijarah };
    for terms in [eternal, tiny] {
        assert_eq!(named_members(&terms.check().unwrap_err()), ["scheduleMethod"], "{terms:?}");
        let equal = Terms { schedule_method: ScheduleMethod::EqualPrincipal, ..terms };
        assert_eq!(equal.check(), Ok(()));
    }
}

#[test]
fn terms_whose_payments_no_amount_can_hold_are_refused() {
    let most = Money::from_ten_thousandths(999_999_999_999_999_999);
    let musharakah = Terms {
        asset_cost: most,
        facility_amount: most,
        rate: "100".parse().ok(),
        term_periods: 600,
        periods_per_year: 1,
        ..terms(&schedule_case("C01")["inputs"])
    };
    assert_eq!(named_members(&musharakah.check().unwrap_err()), ["assetCost"]);
    let free = Terms { rate: "0".parse().ok(), ..musharakah };
    assert_eq!(Totals::of(&schedule(&free, date("2026-01-31")).unwrap()).payment, most);
    let murabaha =
        Terms { asset_cost: most, facility_amount: most, ..terms(&schedule_case("C08")["inputs"]) };
    assert_eq!(named_members(&murabaha.check().unwrap_err()), ["assetCost"]);
}

/// A level payment that lies exactly halfway between two amounts: 0.9 of the amount.
#[test]
fn a_level_payment_that_ends_in_a_half_is_rounded_up() {
    let terms = Terms {
        asset_cost: Money::from_ten_thousandths(50_005),
        facility_amount: Money::from_ten_thousandths(50_005),
        rate: "50".parse().ok(),
        term_periods: 2,
        periods_per_year: 1,
        ..terms(&schedule_case("C05")["inputs"])
    };
    let lines = schedule(&terms, date("2026-01-31")).unwrap();
    assert_eq!(lines[0].total_payment().to_string(), "4.5005");
}

#[test]
fn ten_thousand_schedules_are_the_same_here_and_everywhere() {
    let mut numbers = Numbers(42);
    let mut digest = 0xcbf2_9ce4_8422_2325_u64;
    let mut made = 0;
    for _ in 0..SCHEDULES {
        let (terms, start) = (numbers.terms(), numbers.start());
        let lines = schedule(&terms, start).unwrap_or_default();
        made += u32::from(!lines.is_empty());
        for byte in lines.iter().flat_map(figures).flat_map(i64::to_le_bytes) {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    assert!(made > 8_000, "{made}");
    assert_eq!(digest, DIGEST, "{digest:#x}");
}

fn figures(line: &Line) -> [i64; 6] {
    let day = line.payment_date.format("%Y%m%d").to_string();
    [
        day.parse().unwrap(),
        line.beginning_balance.ten_thousandths(),
        line.principal_portion.ten_thousandths(),
        line.profit_portion.ten_thousandths(),
        line.ending_balance.ten_thousandths(),
        line.provider_ownership.hundredths(),
    ]
}
