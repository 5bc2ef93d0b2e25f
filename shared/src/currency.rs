//! Currencies and their minor units (ISO 4217), and amounts in whole minor units for people.

use serde::{Deserialize, Serialize};

use crate::decimal::FRACTION_DIGITS;
use crate::total::Total;

/// Currencies without a minor unit of their own: the unit is the smallest amount.
const WITHOUT_DIGITS: &str = "BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF";

const TWO_DIGITS: &str = "\
    AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BMD BND BOB BOV BRL BSD BTN BWP BYN BZD \
    CAD CDF CHE CHF CHW CNY COP COU CRC CUP CVE CZK DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL \
    GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT LAK LBP LKR \
    LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MXV MYR MZN NAD NGN NIO NOK NPR NZD \
    PAB PEN PGK PHP PKR PLN QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC \
    SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD USN UYU UZS VED VES WST XAD XCD XCG YER ZAR \
    ZMW ZWG";

const THREE_DIGITS: &str = "BHD IQD JOD KWD LYD OMR TND";

const FOUR_DIGITS: &str = "CLF UYW";

/// The fractional digits of the minor unit of a currency: 2 for AED, 3 for KWD, 0 for JPY. None for
/// a code that is not in ISO 4217, and for gold, drawing rights and the other codes to which the
/// standard gives no minor unit.
pub fn minor_unit_digits(currency: &str) -> Option<u32> {
    let lists = [(2, TWO_DIGITS), (3, THREE_DIGITS), (0, WITHOUT_DIGITS), (4, FOUR_DIGITS)];
    let names = |codes: &str| codes.split_ascii_whitespace().any(|code| code == currency);
    lists.into_iter().find(|(_, codes)| names(codes)).map(|(digits, _)| digits)
}

/// The fractional digits that are shown for a code without a minor unit.
const USUAL_DIGITS: u32 = 2;

/// The code of the standard for no currency.
const NO_CURRENCY: [u8; 3] = *b"XXX";

/// A currency in which amounts are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Currency {
    code: [u8; 3],
    digits: u32,
}

impl Currency {
    /// The currency of a code of ISO 4217. A code without a minor unit is shown with two digits.
    pub fn of(code: &str) -> Self {
        Self {
            code: code.as_bytes().try_into().unwrap_or(NO_CURRENCY),
            digits: minor_unit_digits(code).unwrap_or(USUAL_DIGITS),
        }
    }

    /// The code: `AED`.
    pub fn code(&self) -> &str {
        std::str::from_utf8(&self.code).unwrap_or_default()
    }

    /// The amount in whole minor units, rounded half up: 1968.0850 is `1968.09` in AED. Only for
    /// display; a negative amount is rounded as the same amount without its sign.
    pub fn rounded(&self, amount: Total) -> String {
        let unit = self.unit();
        let size = amount.ten_thousandths().unsigned_abs();
        let units = size / unit + u128::from(size % unit * 2 >= unit);
        let sign = if amount < Total::ZERO && units > 0 { "-" } else { "" };
        if self.digits == 0 {
            return format!("{sign}{units}");
        }
        let (parts, width) = (10_u128.pow(self.digits), usize::try_from(self.digits).unwrap_or(0));
        format!("{sign}{}.{:0width$}", units / parts, units % parts)
    }

    /// Returns true if the amount is a whole number of minor units, so that rounding changes
    /// nothing.
    pub fn is_whole(&self, amount: Total) -> bool {
        amount.ten_thousandths().unsigned_abs().is_multiple_of(self.unit())
    }

    /// The minor unit in ten-thousandths.
    fn unit(self) -> u128 {
        10_u128.pow(FRACTION_DIGITS.saturating_sub(self.digits))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounded(code: &str, ten_thousandths: i128) -> String {
        Currency::of(code).rounded(Total::from_ten_thousandths(ten_thousandths))
    }

    #[test]
    fn amounts_are_rounded_half_up_to_the_minor_unit() {
        for (code, amount, text) in [
            ("AED", 19_680_912, "1968.09"),
            ("AED", 19_680_850, "1968.09"),
            ("AED", 19_680_849, "1968.08"),
            ("AED", 9_999_950, "1000.00"),
            ("AED", 0, "0.00"),
            ("AED", 5, "0.00"),
            ("AED", 50, "0.01"),
            ("KWD", 19_680_912, "1968.091"),
            ("KWD", 19_680_915, "1968.092"),
            ("JPY", 19_684_999, "1968"),
            ("JPY", 19_685_000, "1969"),
            ("CLF", 19_680_912, "1968.0912"),
            ("XAU", 19_680_912, "1968.09"),
        ] {
            assert_eq!(rounded(code, amount), text, "{code} {amount}");
        }
    }

    #[test]
    fn negative_amounts_are_rounded_as_positive_ones_and_zero_has_no_sign() {
        for (code, amount, text) in [
            ("AED", -19_680_850, "-1968.09"),
            ("AED", -49, "0.00"),
            ("KWD", -5, "-0.001"),
            ("JPY", -5_000, "-1"),
            ("JPY", -4_999, "0"),
        ] {
            assert_eq!(rounded(code, amount), text, "{code} {amount}");
        }
    }

    #[test]
    fn the_largest_sums_keep_every_digit() {
        assert_eq!(rounded("AED", 999_999_999_999_999_999), "100000000000000.00");
        assert_eq!(rounded("KWD", 999_999_999_999_999_990), "99999999999999.999");
        assert_eq!(rounded("CLF", i128::MAX), Total::from_ten_thousandths(i128::MAX).to_string());
        assert_eq!(rounded("CLF", i128::MIN), Total::from_ten_thousandths(i128::MIN).to_string());
        assert_eq!(rounded("JPY", i128::MIN), "-17014118346046923173168730371588411");
    }

    #[test]
    fn an_amount_is_whole_if_rounding_changes_nothing() {
        let is_whole =
            |code, amount| Currency::of(code).is_whole(Total::from_ten_thousandths(amount));
        assert!(is_whole("AED", 19_680_900) && is_whole("AED", -100) && is_whole("CLF", 1));
        assert!(!is_whole("AED", 19_680_910) && is_whole("KWD", 19_680_910));
        assert!(!is_whole("JPY", 100) && is_whole("JPY", -10_000));
    }

    #[test]
    fn a_text_that_is_no_code_counts_as_no_currency() {
        assert_eq!(Currency::of("AED").code(), "AED");
        for text in ["", "dirham", "د.إ"] {
            assert_eq!(Currency::of(text).code(), "XXX", "{text}");
        }
    }

    #[test]
    fn currencies_have_the_minor_units_of_the_standard() {
        for (code, digits) in [
            ("AED", Some(2)),
            ("USD", Some(2)),
            ("SAR", Some(2)),
            ("EUR", Some(2)),
            ("PKR", Some(2)),
            ("IDR", Some(2)),
            ("BHD", Some(3)),
            ("KWD", Some(3)),
            ("OMR", Some(3)),
            ("JOD", Some(3)),
            ("TND", Some(3)),
            ("IQD", Some(3)),
            ("LYD", Some(3)),
            ("JPY", Some(0)),
            ("KRW", Some(0)),
            ("VND", Some(0)),
            ("XOF", Some(0)),
            ("CLF", Some(4)),
            ("XAU", None),
            ("XDR", None),
            ("XTS", None),
            ("ABC", None),
            ("aed", None),
            ("", None),
        ] {
            assert_eq!(minor_unit_digits(code), digits, "{code}");
        }
    }

    #[test]
    fn every_code_is_listed_once_in_three_capitals() {
        let lists = [WITHOUT_DIGITS, TWO_DIGITS, THREE_DIGITS, FOUR_DIGITS];
        let mut codes: Vec<_> = lists.iter().flat_map(|it| it.split_ascii_whitespace()).collect();
        let is_code = |code: &&str| code.len() == 3 && code.bytes().all(|b| b.is_ascii_uppercase());
        assert!(codes.iter().all(is_code));
        let count = codes.len();
        codes.sort_unstable();
        codes.dedup();
        assert_eq!(codes.len(), count);
    }
}
