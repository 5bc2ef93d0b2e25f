//! Money: exact amounts with four fractional digits.

use rust_decimal::Decimal;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use crate::decimal::{DecimalError, TenThousandths, parse_ten_thousandths};
use crate::raw_number::RawNumber;

/// An amount of the organization's currency in ten-thousandths: 29 333 3333 is 2933.3333.
///
/// Entered amounts are below 10^14, so sums of a few of them always fit; sums over many facilities
/// are computed with [`Money::plus`], which reports an overflow.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct Money(i64);

/// The exclusive upper limit of amounts: 10^14.
pub const LIMIT: Money = Money(1_000_000_000_000_000_000);

impl Money {
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// Creates an amount from ten-thousandths.
    pub const fn from_ten_thousandths(value: i64) -> Self {
        Self(value)
    }

    /// The amount in ten-thousandths.
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// The amount as an exact decimal.
    pub fn decimal(self) -> Decimal {
        Decimal::new(self.0, 4)
    }

    /// Returns true for zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }

    /// Returns true for an amount above zero.
    pub const fn is_positive(self) -> bool {
        self.0 > 0
    }

    /// The sum; none on overflow.
    pub const fn plus(self, other: Self) -> Option<Self> {
        match self.0.checked_add(other.0) {
            Some(sum) => Some(Self(sum)),
            None => None,
        }
    }

    /// The difference; none on overflow.
    pub const fn minus(self, other: Self) -> Option<Self> {
        match self.0.checked_sub(other.0) {
            Some(difference) => Some(Self(difference)),
            None => None,
        }
    }

    /// The sum of amounts; none on overflow.
    pub fn total(amounts: impl IntoIterator<Item = Self>) -> Option<Self> {
        amounts.into_iter().try_fold(Self::ZERO, Self::plus)
    }
}

impl std::fmt::Display for Money {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(TenThousandths::of(self.0).as_str())
    }
}

impl std::str::FromStr for Money {
    type Err = DecimalError;

    /// Parses `-?digits[.digits]` with an absolute value below 10^14.
    fn from_str(text: &str) -> Result<Self, DecimalError> {
        let value = parse_ten_thousandths(text)?;
        if value.unsigned_abs() >= LIMIT.0.unsigned_abs() {
            return Err(DecimalError::TooLarge);
        }
        Ok(Self(value))
    }
}

impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(TenThousandths::of(self.0).as_str())
    }
}

impl<'de> Deserialize<'de> for Money {
    /// Deserializes a text or a JSON number exactly as written.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawNumber(text) = RawNumber::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Money {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Money {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Money, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn texts_and_short_numbers_are_read_exactly() {
        for (json, text) in [
            ("\"250\"", "250.0000"),
            ("\"0.0001\"", "0.0001"),
            ("\"99999999999999.9999\"", "99999999999999.9999"),
            ("12.5", "12.5000"),
            ("12.0", "12.0000"),
            ("1000000", "1000000.0000"),
            ("12345678901.2345", "12345678901.2345"),
        ] {
            assert_eq!(read(json).unwrap().to_string(), text, "{json}");
        }
    }

    #[test]
    fn ambiguous_amounts_are_refused() {
        for json in [
            "12345678901234.5678",
            "\"100000000000000\"",
            "\"1e3\"",
            "1e300",
            "0.00001",
            "\"1.00001\"",
            "\"\"",
            "null",
            "true",
            "[1]",
        ] {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_sum_out_of_range_is_none() {
        let most = Money::from_ten_thousandths(i64::MAX);
        assert_eq!(most.plus(Money::from_ten_thousandths(1)), None);
        assert_eq!(Money::total([most, most]), None);
        assert_eq!(Money::ZERO.minus(most).and_then(|it| it.minus(most)), None);
    }
}
