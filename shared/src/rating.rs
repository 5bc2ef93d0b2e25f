//! The score of a row: a number from 1 to 5, with at most four fractional digits.

use rust_decimal::Decimal;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::decimal::{DecimalError, TenThousandths, parse_ten_thousandths};
use crate::digits::latin;
use crate::error::FieldCode;

/// The highest score; contributions are relative to it.
pub const HIGHEST: i64 = 5;
/// The lowest score.
pub const LOWEST: i64 = 1;

/// A score from 1 to 5 inclusive, in ten-thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct Rating(i64);

/// The reason why a number is not a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RatingError {
    /// Below 1 or above 5.
    #[error("A score is a number from 1 to 5.")]
    OutOfRange,
    /// Not a decimal of at most four fractional digits.
    #[error(transparent)]
    Decimal(#[from] DecimalError),
}

impl RatingError {
    /// The stable code for the field's error.
    pub fn code(self) -> FieldCode {
        match self {
            Self::OutOfRange | Self::Decimal(DecimalError::TooLarge) => FieldCode::OutOfRange,
            Self::Decimal(DecimalError::TooPrecise) => FieldCode::TooPrecise,
            Self::Decimal(DecimalError::Malformed) => FieldCode::Invalid,
        }
    }
}

impl Rating {
    /// Creates a score from ten-thousandths: 35 000 is 3.5.
    pub const fn from_ten_thousandths(value: i64) -> Result<Self, RatingError> {
        if value < LOWEST * 10_000 || value > HIGHEST * 10_000 {
            return Err(RatingError::OutOfRange);
        }
        Ok(Self(value))
    }

    /// The score in ten-thousandths.
    pub const fn ten_thousandths(self) -> i64 {
        self.0
    }

    /// Parses typed input: digits of any script, with a decimal point or a decimal comma.
    pub fn typed(text: &str) -> Result<Self, RatingError> {
        latin(text).trim().replace(['،', ','], ".").parse()
    }

    /// The score as an exact decimal.
    pub fn decimal(self) -> Decimal {
        Decimal::new(self.0, 4)
    }

    /// The score as a whole number, if it is one.
    pub const fn whole(self) -> Option<i64> {
        if self.0 % 10_000 == 0 { Some(self.0 / 10_000) } else { None }
    }

    /// The JSON number of this score: `4` or `3.5`.
    pub fn number(self) -> Number {
        if let Some(step) = self.whole() {
            return Number::from(step);
        }
        let text = self.to_string();
        text.parse().unwrap_or_else(|_| Number::from(LOWEST))
    }
}

impl TryFrom<&Number> for Rating {
    type Error = RatingError;

    fn try_from(number: &Number) -> Result<Self, RatingError> {
        // A float prints its shortest decimal form, so 4.7 reads as 4.7 and never as 4.70000001.
        let text = number.to_string();
        let text = text.strip_suffix(".0").unwrap_or(&text);
        Self::from_ten_thousandths(parse_ten_thousandths(text)?)
    }
}

impl std::fmt::Display for Rating {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let written = TenThousandths::of(self.0);
        formatter.write_str(written.as_str().trim_end_matches('0').trim_end_matches('.'))
    }
}

impl std::str::FromStr for Rating {
    type Err = RatingError;

    fn from_str(text: &str) -> Result<Self, RatingError> {
        Self::from_ten_thousandths(parse_ten_thousandths(text)?)
    }
}

impl Serialize for Rating {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.number().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rating {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = Number::deserialize(deserializer)?;
        Self::try_from(&number).map_err(serde::de::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Rating {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        f64::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Rating {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Rating, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn scores_from_one_to_five_are_numbers() {
        for (json, value) in
            [("1", 10_000), ("1.0", 10_000), ("5", 50_000), ("3.5", 35_000), ("4.9999", 49_999)]
        {
            assert_eq!(read(json).unwrap(), Rating(value), "{json}");
        }
    }

    #[test]
    fn a_typed_score_takes_a_point_or_a_comma_and_digits_of_any_script() {
        for typed in ["3.5", "3,5", " 3.5 ", "٣٫٥", "۳٫۵", "3.50"] {
            assert_eq!(Rating::typed(typed), Ok(Rating(35_000)), "{typed}");
        }
        for typed in ["", "3.", ".5", "3.5.1", "5.5", "0.5", "3.55555", "three"] {
            assert!(Rating::typed(typed).is_err(), "{typed}");
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for json in [
            "0",
            "0.9999",
            "5.0001",
            "6",
            "-1",
            "\"5\"",
            "true",
            "null",
            "1e99",
            "[]",
            "4.00001",
            "18446744073709551615",
        ] {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_score_is_written_as_the_shortest_number() {
        for (value, json) in [(10_000, "1"), (35_000, "3.5"), (49_999, "4.9999"), (50_000, "5")] {
            assert_eq!(serde_json::to_string(&Rating(value)).unwrap(), json);
        }
    }

    #[test]
    fn every_score_survives_the_way_through_json() {
        for value in (10_000..=50_000).step_by(7) {
            let rating = Rating(value);
            assert_eq!(read(&serde_json::to_string(&rating).unwrap()).unwrap(), rating);
        }
    }
}
