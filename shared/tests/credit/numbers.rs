//! A small deterministic generator (splitmix64), and random terms.

use chrono::{Days, NaiveDate};
use shared::credit::rate::Rate;
use shared::credit::rounding::InstalmentUnit;
use shared::credit::schedule::Terms;
use shared::credit::vocabulary::{ProductType, ScheduleMethod};
use shared::money::Money;

/// The products with their allowed methods.
pub const KINDS: [(ProductType, ScheduleMethod); 5] = [
    (ProductType::Murabaha, ScheduleMethod::StraightLine),
    (ProductType::Ijarah, ScheduleMethod::Level),
    (ProductType::Ijarah, ScheduleMethod::EqualPrincipal),
    (ProductType::DiminishingMusharakah, ScheduleMethod::EqualPrincipal),
    (ProductType::DiminishingMusharakah, ScheduleMethod::Level),
];
const PERIODS_PER_YEAR: [u32; 11] = [1, 2, 3, 4, 6, 12, 24, 26, 52, 365, 366];

pub struct Numbers(pub u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }

    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        let bound = u64::try_from(values.len()).unwrap();
        values[usize::try_from(self.below(bound)).unwrap()]
    }

    /// Amounts of every size, from a ten-thousandth to a billion.
    fn amount(&mut self) -> i64 {
        let digits = u32::try_from(self.below(14)).unwrap();
        1 + i64::try_from(self.below(10_u64.pow(digits))).unwrap()
    }

    pub fn start(&mut self) -> NaiveDate {
        let first = NaiveDate::from_ymd_opt(2000, 1, 1).unwrap();
        first.checked_add_days(Days::new(self.below(20_000))).unwrap()
    }

    pub fn terms(&mut self) -> Terms {
        let (product_type, schedule_method) = self.one_of(&KINDS);
        let amount = self.amount();
        let down_payment = if self.below(2) == 0 { 0 } else { self.amount() };
        let profit = (product_type == ProductType::Murabaha).then(|| self.amount());
        let rate = match self.below(4) {
            0 => 0,
            1 => 1_000_000 * i64::try_from(self.below(101)).unwrap(),
            _ => i64::try_from(self.below(40_000_001)).unwrap(),
        };
        let term_bound = if self.below(4) == 0 { 600 } else { 120 };
        Terms {
            product_type,
            schedule_method,
            asset_cost: Money::from_ten_thousandths(amount + down_payment),
            facility_amount: Money::from_ten_thousandths(amount),
            rate: Some(Rate::from_millionths(rate).unwrap()),
            fixed_total_profit: profit.map(Money::from_ten_thousandths),
            term_periods: u32::try_from(1 + self.below(term_bound)).unwrap(),
            periods_per_year: self.one_of(&PERIODS_PER_YEAR),
            unit: InstalmentUnit::default(),
        }
    }
}
