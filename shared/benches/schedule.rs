//! Benchmark of schedules: `cargo bench -p shared --bench schedule`.

use chrono::NaiveDate;
use divan::{Bencher, black_box};
use shared::credit::rate::Rate;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::{Terms, schedule};
use shared::credit::vocabulary::{ProductType, ScheduleMethod};
use shared::money::Money;

fn main() {
    divan::main();
}

/// Thirty years of months on 1,600,000 at 9.75 %.
fn terms(product_type: ProductType, schedule_method: ScheduleMethod) -> Terms {
    let is_murabaha = product_type == ProductType::Murabaha;
    Terms {
        product_type,
        schedule_method,
        asset_cost: Money::from_ten_thousandths(20_000_000_000),
        facility_amount: Money::from_ten_thousandths(16_000_000_000),
        rate: Rate::from_millionths(9_750_000).ok(),
        fixed_total_profit: is_murabaha.then_some(Money::from_ten_thousandths(9_000_000_000)),
        term_periods: 360,
        periods_per_year: 12,
        unit: InstalmentUnit::default(),
    }
}

fn measure(bencher: Bencher<'_, '_>, terms: Terms) {
    let start = NaiveDate::from_ymd_opt(2026, 1, 31).unwrap_or_default();
    bencher.bench(|| schedule(black_box(&terms), black_box(start)));
}

#[divan::bench]
fn murabaha(bencher: Bencher<'_, '_>) {
    measure(bencher, terms(ProductType::Murabaha, ScheduleMethod::StraightLine));
}

#[divan::bench]
fn diminishing_musharakah(bencher: Bencher<'_, '_>) {
    measure(bencher, terms(ProductType::DiminishingMusharakah, ScheduleMethod::EqualPrincipal));
}

#[divan::bench]
fn level_diminishing_musharakah(bencher: Bencher<'_, '_>) {
    measure(bencher, terms(ProductType::DiminishingMusharakah, ScheduleMethod::Level));
}

#[divan::bench]
fn ijarah(bencher: Bencher<'_, '_>) {
    measure(bencher, terms(ProductType::Ijarah, ScheduleMethod::Level));
}
