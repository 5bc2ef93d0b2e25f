//! Numbers in the digits of the user's language, converted character by character.

use crate::i18n::Locale;
use crate::language::spoken;
use crate::ui::label::Language;

/// Starts a text with its own direction: a name or a reference in another script.
const ISOLATE: char = '\u{2068}';
/// Ends such a text.
const ISOLATED: char = '\u{2069}';

/// A value that can be displayed within a sentence of the user's language.
pub trait Localized {
    fn localized(self, i18n: Language) -> String;
}

macro_rules! localized_numbers {
    ($($number:ty),+) => {
        $(impl Localized for $number {
            fn localized(self, i18n: Language) -> String {
                figure(i18n, &self.to_string())
            }
        })+
    };
}

localized_numbers!(u8, u16, u32, u64, usize, i32, i64);

impl Localized for &str {
    fn localized(self, i18n: Language) -> String {
        in_sentence(i18n.locale(), self)
    }
}

impl Localized for &String {
    fn localized(self, i18n: Language) -> String {
        self.as_str().localized(i18n)
    }
}

impl Localized for String {
    fn localized(self, i18n: Language) -> String {
        self.as_str().localized(i18n)
    }
}

/// Formats a number that is given in English notation, such as `-1,024.50` or `12%`, for the user's
/// language.
pub fn figure(i18n: Language, number: &str) -> String {
    figure_in(i18n.locale(), number)
}

/// Formats hundredths of a percent with two decimal places: `12.50%`.
pub fn hundredths_text(hundredths: i128) -> String {
    number(format!("{}.{:02}%", hundredths / 100, hundredths % 100))
}

/// The comma of the user's language.
pub fn comma(i18n: Language) -> char {
    comma_of(i18n.locale())
}

const fn comma_of(locale: Locale) -> char {
    match locale {
        Locale::English => ',',
        Locale::Arabic => '،',
    }
}

/// A list on one line, separated by commas. Only during rendering.
pub fn listed<T: AsRef<str>>(parts: &[T]) -> String {
    let between = format!("{} ", comma_of(spoken()));
    let parts: Vec<_> = parts.iter().map(AsRef::as_ref).collect();
    parts.join(&between)
}

/// Formats a number, such as a count or a score, with the digits of the user's language. Only
/// during rendering.
pub fn number(value: impl ToString) -> String {
    figure_in(spoken(), &value.to_string())
}

/// The same for a given locale.
pub fn figure_in(locale: Locale, number: &str) -> String {
    match locale {
        Locale::English => number.to_owned(),
        Locale::Arabic => arabic(number),
    }
}

/// Isolates Latin text in an Arabic sentence, so that it keeps its direction, and converts digits.
fn in_sentence(locale: Locale, text: &str) -> String {
    match locale {
        Locale::English => text.to_owned(),
        Locale::Arabic if text.contains(ISOLATE) => text.to_owned(),
        Locale::Arabic if is_foreign(text) => {
            format!("{ISOLATE}{text}{ISOLATED}")
        }
        Locale::Arabic if text.chars().any(is_other_letter) => text.to_owned(),
        Locale::Arabic => arabic(text),
    }
}

/// True for Latin letters, or more points than a number has, as in an address or a version.
fn is_foreign(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_alphabetic()) || text.matches('.').count() > 1
}

/// Removes the direction marks of a sentence, for text that is stored.
pub fn without_isolates(text: &str) -> String {
    text.replace([ISOLATE, ISOLATED], "")
}

fn is_other_letter(letter: char) -> bool {
    letter.is_alphabetic()
}

/// Converts a text with Arabic digits. A point or comma between two digits is a separator,
/// elsewhere punctuation.
fn arabic(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let is_digit = |index: Option<usize>| {
        index.and_then(|index| letters.get(index)).is_some_and(char::is_ascii_digit)
    };
    let mut shown = String::with_capacity(text.len() * 2);
    for (index, letter) in letters.iter().enumerate() {
        let between = is_digit(index.checked_sub(1)) && is_digit(index.checked_add(1));
        shown.push(match letter {
            '0'..='9' => arabic_digit(*letter),
            '.' if between => '\u{66b}',
            ',' if between => '\u{66c}',
            '%' => '\u{66a}',
            other => *other,
        });
    }
    shown
}

fn arabic_digit(digit: char) -> char {
    let value = digit.to_digit(10).unwrap_or_default();
    char::from_u32(0x660 + value).unwrap_or(digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_digits_and_marks() {
        for (number, text) in [
            ("0", "٠"),
            ("0.0000", "٠٫٠٠٠٠"),
            ("1234", "١٢٣٤"),
            ("-5", "-٥"),
            ("\u{2212}1,024.50", "\u{2212}١٬٠٢٤٫٥٠"),
            ("12.5%", "١٢٫٥٪"),
            ("9876543210", "٩٨٧٦٥٤٣٢١٠"),
            ("3 / 4", "٣ / ٤"),
            ("–", "–"),
        ] {
            assert_eq!(figure_in(Locale::Arabic, number), text);
            assert_eq!(figure_in(Locale::English, number), number);
            assert_eq!(shared::digits::latin(text), number);
        }
    }

    #[test]
    fn a_mark_that_separates_no_digits_stays() {
        assert_eq!(arabic("1, 2."), "١, ٢.");
        assert_eq!(arabic(".5"), ".٥");
    }

    #[test]
    fn names_and_references_keep_their_letters_digits_and_direction() {
        assert_eq!(
            in_sentence(Locale::Arabic, "CF-20261121-AB12"),
            "\u{2068}CF-20261121-AB12\u{2069}"
        );
        assert_eq!(in_sentence(Locale::Arabic, "0.1.0"), "\u{2068}0.1.0\u{2069}");
        assert_eq!(in_sentence(Locale::Arabic, "سارة"), "سارة");
        assert_eq!(in_sentence(Locale::Arabic, "٢١ نوفمبر ٢٠٢٦"), "٢١ نوفمبر ٢٠٢٦");
        assert_eq!(in_sentence(Locale::Arabic, "0.7911"), "٠٫٧٩١١");
        assert_eq!(in_sentence(Locale::English, "Sara"), "Sara");
        let once = in_sentence(Locale::Arabic, "Sara");
        assert_eq!(in_sentence(Locale::Arabic, &once), once);
        assert_eq!(without_isolates(&once), "Sara");
    }
}
