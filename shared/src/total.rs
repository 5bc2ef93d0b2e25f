//! Sums of amounts without overflow.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Sub};

use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::decimal::DecimalError;
use crate::money::Money;

/// A sum of amounts in ten-thousandths, for reports. Overflow is impossible in practice: an amount
/// is below 10^14, so that it would take 10^20 of the largest.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Total(i128);

impl Total {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// Creates a sum from ten-thousandths.
    pub const fn from_ten_thousandths(value: i128) -> Self {
        Self(value)
    }

    /// The sum in ten-thousandths.
    pub const fn ten_thousandths(self) -> i128 {
        self.0
    }

    /// Returns true for zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns true for a sum above zero.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl From<Money> for Total {
    fn from(amount: Money) -> Self {
        Self(amount.ten_thousandths().into())
    }
}

impl PartialEq<Money> for Total {
    fn eq(&self, amount: &Money) -> bool {
        *self == Self::from(*amount)
    }
}

impl Add for Total {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Total {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sub for Total {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Sum for Total {
    fn sum<I: Iterator<Item = Self>>(totals: I) -> Self {
        totals.fold(Self::ZERO, Self::add)
    }
}

impl std::fmt::Display for Total {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let size = self.0.unsigned_abs();
        write!(formatter, "{sign}{}.{:04}", size / 10_000, size % 10_000)
    }
}

impl std::str::FromStr for Total {
    type Err = DecimalError;

    /// Parses `-?digits.dddd`, the format of `Display`.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let (whole, fraction) = text.split_once('.').ok_or(DecimalError::Malformed)?;
        let digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
        let is_plain = digits(whole.strip_prefix('-').unwrap_or(whole)) && digits(fraction);
        if !is_plain || fraction.len() != 4 {
            return Err(DecimalError::Malformed);
        }
        let joined = format!("{whole}{fraction}");
        joined.parse().map(Self).map_err(|_| DecimalError::TooLarge)
    }
}

impl Serialize for Total {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Total {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Total {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Total {}

/// Databases sum in 64 bits, so a statement sums the billions of ten-thousandths and the remainder
/// separately, and returns `billions:rest`.
#[cfg(feature = "database")]
mod database {
    use sqlx::decode::Decode;
    use sqlx::error::BoxDynError;
    use sqlx::{Database, Type};

    use super::Total;
    use crate::decimal::DecimalError;

    const BILLION: i128 = 1_000_000_000;

    fn read(text: &str) -> Option<Total> {
        let (billions, rest) = text.split_once(':')?;
        let billions: i128 = billions.parse().ok()?;
        let rest: i128 = rest.parse().ok()?;
        Some(Total(billions.checked_mul(BILLION)?.checked_add(rest)?))
    }

    impl<DB: Database> Type<DB> for Total
    where
        String: Type<DB>,
    {
        fn type_info() -> DB::TypeInfo {
            String::type_info()
        }

        fn compatible(found: &DB::TypeInfo) -> bool {
            String::compatible(found)
        }
    }

    impl<'r, DB: Database> Decode<'r, DB> for Total
    where
        &'r str: Decode<'r, DB>,
    {
        fn decode(value: DB::ValueRef<'r>) -> Result<Self, BoxDynError> {
            let text = <&str>::decode(value)?;
            read(text).ok_or_else(|| DecimalError::Malformed.into())
        }
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn billions_and_the_rest_are_put_together() {
            for (text, total) in [
                ("0:0", "0.0000"),
                ("9990000000:10000", "999000000000001.0000"),
                ("-1:-999999999", "-199999.9999"),
                ("2:-1", "199999.9999"),
            ] {
                assert_eq!(read(text).unwrap().to_string(), total, "{text}");
            }
            for text in ["", "1", ":", "1:x"] {
                assert_eq!(read(text), None, "{text}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_beyond_what_an_amount_can_be_are_exact() {
        let largest: Money = "99999999999999.9999".parse().unwrap();
        let sum: Total = (0..1_000_000).map(|_| Total::from(largest)).sum();
        assert_eq!(sum.to_string(), "99999999999999999900.0000");
        assert_eq!((sum - sum).to_string(), "0.0000");
        assert_eq!((Total::ZERO - Total::from(largest)).to_string(), "-99999999999999.9999");
    }

    #[test]
    fn a_sum_reads_back_as_it_is_written() {
        for text in ["0.0000", "-0.0001", "99999999999999999900.0000", "-12.3400"] {
            let total: Total = text.parse().unwrap();
            assert_eq!(total.to_string(), text);
            let json = serde_json::to_string(&total).unwrap();
            assert_eq!(serde_json::from_str::<Total>(&json).unwrap(), total);
        }
        for text in ["", ".", "1", "1.00000", "1.000", "+1.0000", "--1.0000", "1e3.0000", "1.-000"]
        {
            assert!(text.parse::<Total>().is_err(), "{text}");
        }
    }
}
