//! Formatting and parsing of amounts and counts.

use shared::decimal::DecimalError;
use shared::digits::plain_number;
use shared::money::Money;
use shared::total::Total;

use super::digits::{figure, figure_in};
use super::label::Language;
use crate::i18n::Locale;

/// Formats an amount with four decimal places and a minus sign (U+2212): `2,933.3333`.
pub fn money_text(i18n: Language, amount: Money) -> String {
    money_in(i18n.locale(), amount)
}

/// Formats a sum in the same way.
pub fn total_text(i18n: Language, total: Total) -> String {
    figure(i18n, &grouped(&total.to_string()))
}

/// Formats an amount for a given locale.
pub fn money_in(locale: Locale, amount: Money) -> String {
    figure_in(locale, &grouped(&amount.to_string()))
}

/// Formats a count: `12,040`.
pub fn count_text(i18n: Language, count: u64) -> String {
    figure(i18n, &grouped(&count.to_string()))
}

/// Parses an amount as entered; thousands may be separated by commas or spaces.
///
/// Errors: text that is not an amount, and separators that do not separate thousands.
pub fn read_money(text: &str) -> Result<Money, DecimalError> {
    plain_number(text).ok_or(DecimalError::Malformed)?.parse()
}

fn grouped(number: &str) -> String {
    let (sign, digits) = match number.strip_prefix('-') {
        Some(digits) => ("\u{2212}", digits),
        None => ("", number),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let mut text = String::with_capacity(number.len() + number.len() / 3);
    text.push_str(sign);
    for (position, digit) in whole.chars().enumerate() {
        if position > 0 && (whole.len() - position) % 3 == 0 {
            text.push(',');
        }
        text.push(digit);
    }
    if !fraction.is_empty() {
        text.push('.');
        text.push_str(fraction);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reader_of_arabic_sees_every_digit_too() {
        for (number, text) in [
            ("0.0000", "٠٫٠٠٠٠"),
            ("-1000.0000", "\u{2212}١٬٠٠٠٫٠٠٠٠"),
            ("99999999999999.9999", "٩٩٬٩٩٩٬٩٩٩٬٩٩٩٬٩٩٩٫٩٩٩٩"),
        ] {
            assert_eq!(figure_in(Locale::Arabic, &grouped(number)), text);
            assert_eq!(read_money(text).unwrap().to_string(), number);
        }
    }

    #[test]
    fn thousands_stand_apart_and_no_digit_is_lost() {
        for (number, text) in [
            ("0.0000", "0.0000"),
            ("2933.3333", "2,933.3333"),
            ("-1000.0000", "\u{2212}1,000.0000"),
            ("99999999999999.9999", "99,999,999,999,999.9999"),
            ("100", "100"),
            ("12040", "12,040"),
        ] {
            assert_eq!(grouped(number), text);
        }
    }

    #[test]
    fn amounts_with_thousands_separators_are_read() {
        for (typed, text) in [
            ("250", "250.0000"),
            (" 1,250,000.5 ", "1250000.5000"),
            ("1 250 000", "1250000.0000"),
            ("\u{2212}5", "-5.0000"),
            ("١٬٢٥٠٬٠٠٠٫٥", "1250000.5000"),
            ("٢٥٠", "250.0000"),
            ("\u{61c}-٥", "-5.0000"),
        ] {
            assert_eq!(read_money(typed).unwrap().to_string(), text, "{typed}");
        }
    }

    #[test]
    fn a_comma_that_could_mean_a_fraction_is_refused() {
        for typed in
            ["1 5", "10 00", "1,5", "1,50", "12,3456", ",500", "1,000,5", "1.000,50", "1,,000", ""]
        {
            assert!(read_money(typed).is_err(), "{typed}");
        }
    }
}
