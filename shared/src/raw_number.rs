//! Exact numbers: the text of a JSON number, digit by digit.

use serde::de::{Error, Visitor};
use serde::{Deserialize, Deserializer};

/// The name by which a [`RawNumber`] requests the text of a number from a deserializer, through
/// `visit_bytes`. A deserializer that only has the double of a number passes that.
pub const RAW_NUMBER: &str = "number as it was written";

/// The number of digits that a double is certain to preserve.
const DOUBLE_DIGITS_MAX: usize = 15;

/// The exact text of a JSON number, or of a JSON string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RawNumber(pub String);

impl<'de> Deserialize<'de> for RawNumber {
    /// Errors: a double with more digits than it is certain to preserve.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_newtype_struct(RAW_NUMBER, Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = RawNumber;

    fn expecting(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("a decimal number, such as \"250.0000\"")
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, reader: D) -> Result<RawNumber, D::Error> {
        reader.deserialize_any(self)
    }

    fn visit_bytes<E: Error>(self, text: &[u8]) -> Result<RawNumber, E> {
        std::str::from_utf8(text).map_err(E::custom).and_then(|text| self.visit_str(text))
    }

    fn visit_str<E: Error>(self, text: &str) -> Result<RawNumber, E> {
        Ok(RawNumber(text.to_owned()))
    }

    fn visit_i64<E: Error>(self, number: i64) -> Result<RawNumber, E> {
        Ok(RawNumber(number.to_string()))
    }

    fn visit_u64<E: Error>(self, number: u64) -> Result<RawNumber, E> {
        Ok(RawNumber(number.to_string()))
    }

    fn visit_f64<E: Error>(self, number: f64) -> Result<RawNumber, E> {
        let text = number.to_string();
        if digits(&text) > DOUBLE_DIGITS_MAX {
            return Err(E::custom("Write numbers of more than 15 digits as text."));
        }
        Ok(RawNumber(text))
    }
}

/// Returns true if a double preserves every digit of the number.
pub fn fits_a_double(text: &str) -> bool {
    let mantissa = text.split(['e', 'E']).next().unwrap_or_default();
    digits(mantissa) <= DOUBLE_DIGITS_MAX
}

fn digits(text: &str) -> usize {
    let text = text.trim_start_matches(['-', '0', '.']);
    text.bytes().filter(u8::is_ascii_digit).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_reads_like_its_text() {
        for (json, text) in [("12", "12"), ("-3", "-3"), ("12.5", "12.5"), ("\"012.50\"", "012.50")]
        {
            let written: RawNumber = serde_json::from_str(json).unwrap();
            assert_eq!(written.0, text);
        }
    }

    #[test]
    fn a_double_that_may_have_been_another_number_is_refused() {
        for json in ["12345678901234.5678", "null", "true", "[1]", "{}"] {
            assert!(serde_json::from_str::<RawNumber>(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_double_carries_fifteen_digits() {
        for (text, fits) in [
            ("123456789012345", true),
            ("0.000000000000123456789012345", true),
            ("5.00000000000000000001", false),
            ("1234567890.123456", false),
            ("1.5e300", true),
        ] {
            assert_eq!(fits_a_double(text), fits, "{text}");
        }
    }
}
