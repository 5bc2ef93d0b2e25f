//! Amounts of money: in whole minor units of the currency for people, and exact in the ledger.

use leptos::prelude::*;
use shared::currency::Currency;
use shared::decimal::DecimalError;
use shared::digits::plain_number;
use shared::money::Money;
use shared::total::Total;

use super::digits::{figure, figure_in};
use super::label::Language;
use crate::i18n::{Locale, tu_string};

/// The currency of the organization, from any component. Panics outside of the frames, which are
/// only rendered with a session.
pub fn use_currency() -> Currency {
    expect_context()
}

/// An amount that stands alone, with its currency: `AED 1,968.09`. The exact amount appears on
/// hover if it has more digits.
pub fn money(i18n: Language, amount: impl Into<Total>) -> AnyView {
    let amount = amount.into();
    with_exact(i18n, amount, money_text(i18n, amount))
}

/// An amount below a heading that names the currency: `1,968.09`. The exact amount appears on hover
/// if it has more digits.
pub fn bare_money(i18n: Language, amount: impl Into<Total>) -> AnyView {
    let amount = amount.into();
    with_exact(i18n, amount, rounded(i18n, use_currency(), amount))
}

/// A sentence with an amount. On hover, it appears with the exact amount if that has more digits.
///
/// * `sentence`: the sentence, given the text of the amount.
pub fn money_sentence(
    i18n: Language,
    amount: impl Into<Total>,
    sentence: impl Fn(String) -> String,
) -> AnyView {
    let amount = amount.into();
    let exact = hidden_digits(i18n, amount).map(&sentence);
    hover(sentence(money_text(i18n, amount)), exact)
}

/// The exact amount with its currency, if the shown one is rounded.
pub fn hidden_digits(i18n: Language, amount: impl Into<Total>) -> Option<String> {
    let (amount, currency) = (amount.into(), use_currency());
    let exact = || in_currency(i18n.locale(), currency, &exact_money(i18n, amount));
    (!currency.is_whole(amount)).then(exact)
}

fn with_exact(i18n: Language, amount: Total, text: String) -> AnyView {
    let exact = hidden_digits(i18n, amount);
    hover(text, exact.map(|exact| tu_string!(i18n, ui.exactly, amount = exact)))
}

/// A text whose title is also its description for assistive technology.
fn hover(text: String, title: Option<String>) -> AnyView {
    match title {
        Some(title) => view! { <span class="money" title=title>{text}</span> }.into_any(),
        None => text.into_any(),
    }
}

/// An amount within a sentence: `AED 1,968.09`.
pub fn money_text(i18n: Language, amount: impl Into<Total>) -> String {
    let currency = use_currency();
    in_currency(i18n.locale(), currency, &rounded(i18n, currency, amount.into()))
}

/// A heading above amounts: `Principal (AED)`.
pub fn money_heading(label: &str) -> String {
    format!("{label} ({})", use_currency().code())
}

/// An amount of the ledger, with four decimal places and a minus sign (U+2212): `2,933.3333`.
pub fn exact_money(i18n: Language, amount: impl Into<Total>) -> String {
    figure(i18n, &grouped(&amount.into().to_string()))
}

/// An amount that must be entered exactly: with its currency, in whole minor units or, if it has
/// more digits, with all of them. Outside of a page, which knows the currency, only the amount.
pub fn accepted_money(locale: Locale, amount: Money) -> String {
    let exact = amount.to_string();
    let Some(currency) = use_context::<Currency>() else {
        return figure_in(locale, &grouped(&exact));
    };
    let is_whole = currency.is_whole(amount.into());
    let number = if is_whole { currency.rounded(amount.into()) } else { exact };
    in_currency(locale, currency, &figure_in(locale, &grouped(&number)))
}

fn rounded(i18n: Language, currency: Currency, amount: Total) -> String {
    figure(i18n, &grouped(&currency.rounded(amount)))
}

/// The amount with the code of its currency, which stays on the same line. The code follows the
/// amount in Arabic; the mark keeps that order also within a text of another direction.
fn in_currency(locale: Locale, currency: Currency, amount: &str) -> String {
    let code = currency.code();
    match locale {
        Locale::English => format!("{code}\u{a0}{amount}"),
        Locale::Arabic => format!("\u{200f}{amount}\u{a0}{code}"),
    }
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

    fn shown(locale: Locale, code: &str, amount: &str) -> String {
        let (currency, amount) = (Currency::of(code), amount.parse().unwrap());
        let number = figure_in(locale, &grouped(&currency.rounded(amount)));
        in_currency(locale, currency, &number)
    }

    #[test]
    fn an_amount_has_the_digits_of_its_currency_in_the_order_of_the_language() {
        for (code, amount, english, arabic) in [
            ("AED", "1968.0850", "AED\u{a0}1,968.09", "\u{200f}١٬٩٦٨٫٠٩\u{a0}AED"),
            ("KWD", "0.0005", "KWD\u{a0}0.001", "\u{200f}٠٫٠٠١\u{a0}KWD"),
            ("JPY", "-1234.5000", "JPY\u{a0}\u{2212}1,235", "\u{200f}\u{2212}١٬٢٣٥\u{a0}JPY"),
            (
                "AED",
                "12345678901234567890.0049",
                "AED\u{a0}12,345,678,901,234,567,890.00",
                "\u{200f}١٢٬٣٤٥٬٦٧٨٬٩٠١٬٢٣٤٬٥٦٧٬٨٩٠٫٠٠\u{a0}AED",
            ),
        ] {
            assert_eq!(shown(Locale::English, code, amount), english);
            assert_eq!(shown(Locale::Arabic, code, amount), arabic);
        }
    }

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

#[cfg(all(test, feature = "ssr"))]
mod view_tests {
    use super::*;
    use crate::rendering::rendered;

    const ROUNDED: Total = Total::from_ten_thousandths(19_680_912);

    #[tokio::test]
    async fn the_exact_amount_appears_on_hover_if_the_shown_one_is_rounded() {
        let html = rendered(Locale::English, |i18n| money(i18n, ROUNDED));
        assert!(html.contains("title=\"Exactly AED\u{a0}1,968.0912\""), "{html}");
        assert!(html.contains(">AED\u{a0}1,968.09<"), "{html}");
        let html = rendered(Locale::English, |i18n| bare_money(i18n, ROUNDED));
        assert!(html.contains("title=\"Exactly AED\u{a0}1,968.0912\""), "{html}");
        assert!(html.contains(">1,968.09<"), "{html}");
        let html = rendered(Locale::Arabic, |i18n| money(i18n, ROUNDED));
        assert!(html.contains("١٬٩٦٨٫٠٩١٢"), "{html}");
        assert!(html.contains(">\u{200f}١٬٩٦٨٫٠٩\u{a0}AED<"), "{html}");
    }

    #[tokio::test]
    async fn an_amount_of_whole_minor_units_has_nothing_to_add() {
        for amount in [19_680_900, 0, -51_000].map(Total::from_ten_thousandths) {
            let html = rendered(Locale::English, |i18n| money(i18n, amount));
            assert!(!html.contains("title"), "{html}");
        }
    }

    #[tokio::test]
    async fn a_heading_names_the_currency_of_its_column() {
        let html = rendered(Locale::English, |_| money_heading("Principal"));
        assert_eq!(html, "Principal (AED)");
    }

    #[tokio::test]
    async fn an_amount_to_be_entered_has_every_digit_that_counts() {
        let shown = |text: &'static str| {
            rendered(Locale::English, move |_| {
                accepted_money(Locale::English, text.parse().unwrap())
            })
        };
        assert_eq!(shown("110000"), "AED\u{a0}110,000.00");
        assert_eq!(shown("9166.6666"), "AED\u{a0}9,166.6666");
    }

    #[tokio::test]
    async fn the_ledger_keeps_four_digits() {
        let html = rendered(Locale::English, |i18n| {
            exact_money(i18n, Total::from_ten_thousandths(-19_680_900))
        });
        assert_eq!(html, "\u{2212}1,968.0900");
    }
}
