//! Exact amounts of the model, in ten-thousandths.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub};

use shared::money::Money;

/// An amount in ten-thousandths.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Amount(pub(super) i64);

impl Amount {
    pub(super) const ZERO: Self = Self(0);

    /// The amount times a fraction, rounded half up to whole units; for amounts that are not
    /// negative.
    pub(super) fn share(self, numerator: i64, denominator: i64, unit: i64) -> Self {
        let above = i128::from(self.0) * i128::from(numerator);
        let below = i128::from(denominator) * i128::from(unit);
        Self(rounded(above, below) * unit)
    }

    /// The largest multiple of the unit up to the amount.
    pub(super) const fn whole_units(self, unit: i64) -> Self {
        Self(self.0 - self.0 % unit)
    }

    pub(super) const fn money(self) -> Money {
        Money::from_ten_thousandths(self.0)
    }
}

/// A quotient, rounded half up; for numbers that are not negative.
pub(super) fn rounded(above: i128, below: i128) -> i64 {
    i64::try_from((above * 2 + below) / (below * 2)).unwrap()
}

impl From<Money> for Amount {
    fn from(money: Money) -> Self {
        Self(money.ten_thousandths())
    }
}

impl Add for Amount {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Self) {
        self.0 += other.0;
    }
}

impl Sub for Amount {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Neg for Amount {
    type Output = Self;

    fn neg(self) -> Self {
        Self(-self.0)
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

impl fmt::Debug for Amount {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let digits = self.0.unsigned_abs();
        write!(formatter, "{sign}{}.{:04}", digits / 10_000, digits % 10_000)
    }
}
