//! An annual rate in percent, with at most six fractional digits.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::Number;

use crate::raw_number::RawNumber;

/// Millionths of a percent in one percent.
pub const MILLIONTHS: i64 = 1_000_000;

/// Percent per year in millionths: 9 750 000 is 9.75 %.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "database", derive(sqlx::Type), sqlx(transparent))]
pub struct Rate(i64);

/// The reason why a number is not a rate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RateError {
    /// Not of the form `digits[.digits]`.
    #[error("Give the rate as a plain number of percent, such as 9.75.")]
    Malformed,
    /// More than six fractional digits.
    #[error("At most six digits may follow the decimal point of a rate.")]
    TooPrecise,
    /// Below 0 or above 100.
    #[error("A rate is a number from 0 to 100.")]
    OutOfRange,
}

impl Rate {
    /// Creates a rate from millionths of a percent.
    ///
    /// Errors: below 0 or above 100 percent.
    pub const fn from_millionths(value: i64) -> Result<Self, RateError> {
        if value < 0 || value > 100 * MILLIONTHS {
            return Err(RateError::OutOfRange);
        }
        Ok(Self(value))
    }

    /// The rate in millionths of a percent.
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// Returns true for a rate of zero.
    pub const fn is_zero(self) -> bool {
        self.0 == 0
    }
}

impl std::fmt::Display for Rate {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let text = format!("{}.{:06}", self.0 / MILLIONTHS, self.0 % MILLIONTHS);
        formatter.write_str(text.trim_end_matches('0').trim_end_matches('.'))
    }
}

impl std::str::FromStr for Rate {
    type Err = RateError;

    fn from_str(text: &str) -> Result<Self, RateError> {
        let (whole, fraction) = text.split_once('.').unwrap_or((text, "0"));
        let plain = |part: &str| !part.is_empty() && part.bytes().all(|it| it.is_ascii_digit());
        if text.starts_with('-') {
            return Err(RateError::OutOfRange);
        }
        if !plain(whole) || !plain(fraction) {
            return Err(RateError::Malformed);
        }
        if fraction.len() > 6 {
            return Err(RateError::TooPrecise);
        }
        let value = format!("{whole}{fraction:0<6}").parse();
        Self::from_millionths(value.map_err(|_| RateError::OutOfRange)?)
    }
}

impl Serialize for Rate {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let number = self.to_string().parse().unwrap_or_else(|_| Number::from(0));
        number.serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Rate {
    /// Deserializes a text or a JSON number exactly as written.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let RawNumber(text) = RawNumber::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Rate {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        utoipa::openapi::ObjectBuilder::new()
            .schema_type(utoipa::openapi::schema::Type::Number)
            .into()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Rate {}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<Rate, serde_json::Error> {
        serde_json::from_str(json)
    }

    #[test]
    fn a_rate_leaves_as_the_number_that_came_in() {
        for json in ["0", "12", "9.75", "9.4822", "0.000001", "0.000012", "11.25", "100"] {
            let rate = read(json).unwrap();
            let left: f64 = serde_json::to_string(&rate).unwrap().parse().unwrap();
            assert_eq!(left.to_string(), json);
            assert_eq!(read(&format!("\"{json}\"")).unwrap(), rate);
        }
    }

    #[test]
    fn text_that_is_not_a_rate_is_refused() {
        for json in ["-1", "100.000001", "1.0000001", "\"1e1\"", "\"\"", "null", "\" 1\"", "1e300"]
        {
            assert!(read(json).is_err(), "{json}");
        }
    }
}
