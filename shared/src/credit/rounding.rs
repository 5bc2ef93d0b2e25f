//! Rounding of instalments.

use serde::{Deserialize, Serialize};

use super::vocabulary::InstalmentRounding;
use crate::currency::minor_unit_digits;
use crate::decimal::FRACTION_DIGITS;
use crate::money::Money;

/// The unit of the instalments of a facility, in ten-thousandths: all but the last are multiples of
/// it. One ten-thousandth by default, 100 for whole cents.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
#[serde(transparent)]
pub struct InstalmentUnit(i64);

impl Default for InstalmentUnit {
    fn default() -> Self {
        Self(1)
    }
}

impl InstalmentUnit {
    /// The unit that the setting gives instalments in this currency. A currency without a minor
    /// unit is not rounded.
    pub fn of(rounding: InstalmentRounding, currency: &str) -> Self {
        match rounding {
            InstalmentRounding::None => Self::default(),
            InstalmentRounding::MinorUnit => {
                minor_unit_digits(currency).and_then(Self::with_digits).unwrap_or_default()
            }
        }
    }

    /// The unit with that many fractional digits; none for more digits than an amount has.
    pub fn with_digits(digits: u32) -> Option<Self> {
        let zeros = FRACTION_DIGITS.checked_sub(digits)?;
        10_i64.checked_pow(zeros).map(Self)
    }

    /// The unit in ten-thousandths; at least one.
    pub fn ten_thousandths(self) -> i64 {
        self.0.max(1)
    }

    /// The largest multiple of the unit up to an amount that is not negative.
    pub fn whole_part(self, amount: Money) -> Money {
        let units = amount.ten_thousandths() / self.ten_thousandths();
        Money::from_ten_thousandths(units * self.ten_thousandths())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unit_is_the_minor_unit_of_the_currency() {
        let unit = |currency| InstalmentUnit::of(InstalmentRounding::MinorUnit, currency);
        let units = ["AED", "KWD", "JPY", "CLF", "XAU"].map(|it| unit(it).ten_thousandths());
        assert_eq!(units, [100, 10, 10_000, 1, 1]);
        assert_eq!(InstalmentUnit::of(InstalmentRounding::None, "AED"), InstalmentUnit::default());
        assert_eq!(InstalmentUnit::with_digits(5), None);
    }

    #[test]
    fn the_whole_part_leaves_less_than_a_unit() {
        let cents = InstalmentUnit::of(InstalmentRounding::MinorUnit, "AED");
        for (amount, whole) in [("12.3456", "12.3400"), ("12.3400", "12.3400"), ("0.0099", "0")] {
            let [amount, whole]: [Money; 2] = [amount, whole].map(|text| text.parse().unwrap());
            assert_eq!(cents.whole_part(amount), whole);
        }
    }
}
