//! Days of leave: exact halves, without floating-point numbers.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::decimal::{DecimalError, parse_ten_thousandths};

const HALF_IN_TEN_THOUSANDTHS: i64 = 5_000;

/// A number of days, counted in halves; may be negative. Serialized as a JSON number, as in `2.5`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct Days(i64);

/// The reason why a number is not a number of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DaysError {
    /// Finer than half a day.
    #[error("Days are counted in halves, as in 2.5.")]
    NotHalves,
    /// Not a plain decimal.
    #[error(transparent)]
    Decimal(#[from] DecimalError),
}

impl Days {
    /// Zero.
    pub const ZERO: Self = Self(0);
    /// Half a day.
    pub const HALF: Self = Self(1);
    /// The maximum of a policy or a correction: a leap year.
    pub const MAX: Self = Self::whole(366);

    /// Creates a number of whole days.
    pub const fn whole(days: i64) -> Self {
        Self(days.saturating_mul(2))
    }

    /// Creates a number of days from halves.
    pub const fn from_halves(halves: i64) -> Self {
        Self(halves)
    }

    /// The number of halves.
    pub const fn halves(self) -> i64 {
        self.0
    }

    /// Returns true below zero.
    pub const fn is_negative(self) -> bool {
        self.0 < 0
    }

    /// The JSON number: `2` or `2.5`.
    pub fn number(self) -> Number {
        self.to_string().parse().unwrap_or_else(|_| Number::from(0))
    }
}

impl std::ops::Add for Days {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl std::ops::Sub for Days {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl std::ops::Neg for Days {
    type Output = Self;

    fn neg(self) -> Self {
        Self(self.0.saturating_neg())
    }
}

impl std::iter::Sum for Days {
    fn sum<I: Iterator<Item = Self>>(days: I) -> Self {
        days.fold(Self::ZERO, |sum, days| sum + days)
    }
}

impl std::fmt::Display for Days {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let magnitude = self.0.unsigned_abs();
        let half = if magnitude.is_multiple_of(2) { "" } else { ".5" };
        write!(formatter, "{sign}{}{half}", magnitude / 2)
    }
}

impl std::str::FromStr for Days {
    type Err = DaysError;

    fn from_str(text: &str) -> Result<Self, DaysError> {
        let value = parse_ten_thousandths(text)?;
        if value % HALF_IN_TEN_THOUSANDTHS != 0 {
            return Err(DaysError::NotHalves);
        }
        Ok(Self(value / HALF_IN_TEN_THOUSANDTHS))
    }
}

impl Serialize for Days {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Days {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = Number::deserialize(deserializer)?.to_string();
        text.strip_suffix(".0").unwrap_or(&text).parse().map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Days {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Number)
            .description(Some("Days of leave, in multiples of 0.5."))
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Days {}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn days_travel_as_the_shortest_json_number() {
        for (halves, json) in
            [(0, "0"), (1, "0.5"), (10, "5"), (-1, "-0.5"), (-7, "-3.5"), (732, "366")]
        {
            assert_eq!(serde_json::to_string(&Days(halves)).unwrap(), json);
            assert_eq!(serde_json::from_str::<Days>(json).unwrap(), Days(halves));
        }
        assert_eq!(serde_json::from_str::<Days>("5.0").unwrap(), Days::whole(5));
    }

    #[test]
    fn days_that_are_not_multiples_of_a_half_are_refused() {
        for json in ["0.25", "1.4", "\"1\"", "true", "null", "1e99", "[]", "0.00001"] {
            assert!(serde_json::from_str::<Days>(json).is_err(), "{json}");
        }
    }

    proptest! {
        #[test]
        fn every_number_of_halves_survives_the_way_through_json(
            halves in -1_000_000_i64..1_000_000,
        ) {
            let json = serde_json::to_string(&Days(halves)).unwrap();
            prop_assert_eq!(serde_json::from_str::<Days>(&json).unwrap(), Days(halves));
        }
    }
}
