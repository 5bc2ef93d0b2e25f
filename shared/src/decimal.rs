//! Exact decimals: parsing, formatting and rounding, without floating-point numbers.

use rust_decimal::{Decimal, RoundingStrategy};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Fractional digits of weights, scores and money.
pub const FRACTION_DIGITS: u32 = 4;

/// The reason why a text is not a decimal of at most four fractional digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecimalError {
    /// Not of the form `-?digits[.digits]`.
    #[error("Give a plain decimal number, such as 0.2500.")]
    Malformed,
    /// More than four fractional digits.
    #[error("At most four digits may follow the decimal point.")]
    TooPrecise,
    /// Out of range.
    #[error("The number is too large.")]
    TooLarge,
}

/// Parses `-?digits[.digits]` as ten-thousandths: `"0.0667"` is 667.
///
/// Exponents, signs other than a leading minus, group separators and surrounding spaces are
/// refused.
pub fn parse_ten_thousandths(text: &str) -> Result<i64, DecimalError> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, "0"));
    let plain = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !plain(whole) || !plain(fraction) {
        return Err(DecimalError::Malformed);
    }
    if fraction.len() > 4 {
        return Err(DecimalError::TooPrecise);
    }
    let joined = format!("{whole}{fraction:0<4}");
    let value: i64 = joined.parse().map_err(|_| DecimalError::TooLarge)?;
    Ok(if negative { -value } else { value })
}

/// Ten-thousandths as text with exactly four fractional digits: 667 is `"0.0667"`. Formats without
/// allocating, because responses contain many amounts, weights and scores.
#[derive(Clone, Copy, Debug)]
pub struct TenThousandths {
    text: [u8; LENGTH_MAX],
    start: usize,
}

/// Nineteen digits, a point and a sign.
const LENGTH_MAX: usize = 21;

impl TenThousandths {
    /// Formats a value, starting with its last digit.
    pub fn of(value: i64) -> Self {
        let mut written = Self { text: [b'0'; LENGTH_MAX], start: LENGTH_MAX };
        let mut rest = value.unsigned_abs();
        let mut digits = 0;
        while digits <= FRACTION_DIGITS || rest > 0 {
            if digits == FRACTION_DIGITS {
                written.put(b'.');
            }
            written.put(b'0' + u8::try_from(rest % 10).unwrap_or_default());
            rest /= 10;
            digits += 1;
        }
        if value < 0 {
            written.put(b'-');
        }
        written
    }

    fn put(&mut self, letter: u8) {
        self.start -= 1;
        self.text[self.start] = letter;
    }

    /// The text.
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.text[self.start..]).unwrap_or_default()
    }
}

/// Rounds half away from zero to four fractional digits, as ten-thousandths.
///
/// Returns `None` when the value exceeds the range of a stored score or amount.
pub fn round_to_ten_thousandths(value: Decimal) -> Option<i64> {
    let mut rounded =
        value.round_dp_with_strategy(FRACTION_DIGITS, RoundingStrategy::MidpointAwayFromZero);
    rounded.rescale(FRACTION_DIGITS);
    i64::try_from(rounded.mantissa()).ok()
}

/// An exact, unrounded value, shown with at least four fractional digits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Exact(pub Decimal);

#[cfg(feature = "openapi")]
impl utoipa::PartialSchema for Exact {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::schema::Schema> {
        String::schema()
    }
}

#[cfg(feature = "openapi")]
impl utoipa::ToSchema for Exact {}

impl std::fmt::Display for Exact {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut shown = self.0.normalize();
        if shown.scale() < FRACTION_DIGITS {
            shown.rescale(FRACTION_DIGITS);
        }
        shown.fmt(formatter)
    }
}

impl Serialize for Exact {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Exact {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse().map(Self).map_err(serde::de::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_decimals_are_read_exactly() {
        for (text, value) in [
            ("0", 0),
            ("1", 10_000),
            ("0.0667", 667),
            ("0.1", 1_000),
            ("-3.5", -35_000),
            ("007.00", 70_000),
        ] {
            assert_eq!(parse_ten_thousandths(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn nonsense_is_refused() {
        for text in
            ["", ".", "1.", ".5", "+1", "1e5", "NaN", " 1", "1 ", "1,5", "--1", "0x1", "١", "-"]
        {
            assert_eq!(parse_ten_thousandths(text), Err(DecimalError::Malformed), "{text}");
        }
        assert_eq!(parse_ten_thousandths("0.00001"), Err(DecimalError::TooPrecise));
        let huge = "79228162514264337593543950335";
        assert_eq!(parse_ten_thousandths(huge), Err(DecimalError::TooLarge));
    }

    #[test]
    fn every_value_is_written_with_four_fractional_digits() {
        for (value, text) in [
            (0, "0.0000"),
            (-1, "-0.0001"),
            (667, "0.0667"),
            (9_999, "0.9999"),
            (10_000, "1.0000"),
            (-35_000, "-3.5000"),
            (i64::MAX, "922337203685477.5807"),
            (i64::MIN, "-922337203685477.5808"),
        ] {
            assert_eq!(TenThousandths::of(value).as_str(), text);
        }
    }

    #[test]
    fn halves_round_away_from_zero() {
        let round = |text: &str| round_to_ten_thousandths(text.parse().unwrap());
        assert_eq!(round("1.00015"), Some(10_002));
        assert_eq!(round("1.00014999"), Some(10_001));
        assert_eq!(round("-1.00015"), Some(-10_002));
        assert_eq!(round("79228162514264337593543950335"), None);
    }

    #[test]
    fn exact_values_show_all_their_digits_and_at_least_four() {
        let shown = |text: &str| Exact(text.parse().unwrap()).to_string();
        assert_eq!(shown("0.5"), "0.5000");
        assert_eq!(shown("0.053360000"), "0.05336");
    }

    proptest! {
        #[test]
        fn a_formatted_decimal_can_be_parsed(value in -i64::MAX..=i64::MAX) {
            let written = TenThousandths::of(value);
            prop_assert_eq!(parse_ten_thousandths(written.as_str()), Ok(value));
        }
    }
}
