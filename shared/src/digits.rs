//! Digits of other scripts, as people type them.

/// The zeros of the decimal digits of other scripts (Unicode, general category Nd); nine digits
/// follow each. Variants of form other than the full-width digits are folded by NFKC.
const ZEROS: [char; 66] = [
    '\u{660}',
    '\u{6f0}',
    '\u{7c0}',
    '\u{966}',
    '\u{9e6}',
    '\u{a66}',
    '\u{ae6}',
    '\u{b66}',
    '\u{be6}',
    '\u{c66}',
    '\u{ce6}',
    '\u{d66}',
    '\u{de6}',
    '\u{e50}',
    '\u{ed0}',
    '\u{f20}',
    '\u{1040}',
    '\u{1090}',
    '\u{17e0}',
    '\u{1810}',
    '\u{1946}',
    '\u{19d0}',
    '\u{1a80}',
    '\u{1a90}',
    '\u{1b50}',
    '\u{1bb0}',
    '\u{1c40}',
    '\u{1c50}',
    '\u{a620}',
    '\u{a8d0}',
    '\u{a900}',
    '\u{a9d0}',
    '\u{a9f0}',
    '\u{aa50}',
    '\u{abf0}',
    '\u{ff10}',
    '\u{104a0}',
    '\u{10d30}',
    '\u{10d40}',
    '\u{11066}',
    '\u{110f0}',
    '\u{11136}',
    '\u{111d0}',
    '\u{112f0}',
    '\u{11450}',
    '\u{114d0}',
    '\u{11650}',
    '\u{116c0}',
    '\u{116d0}',
    '\u{116da}',
    '\u{11730}',
    '\u{118e0}',
    '\u{11950}',
    '\u{11c50}',
    '\u{11d50}',
    '\u{11da0}',
    '\u{11f50}',
    '\u{16a60}',
    '\u{16ac0}',
    '\u{16b50}',
    '\u{16d70}',
    '\u{1e140}',
    '\u{1e2f0}',
    '\u{1e4f0}',
    '\u{1e5f1}',
    '\u{1e950}',
];

/// Converts typed text to Latin digits and separators: also reads digits of other scripts, the
/// decimal and thousands separators of Arabic and Persian, and the Arabic percent sign, and drops
/// direction marks.
pub fn latin(typed: &str) -> String {
    typed.chars().filter(|letter| !is_direction(*letter)).map(read).collect()
}

fn read(letter: char) -> char {
    match letter {
        '\u{66b}' => '.',
        '\u{66c}' => ',',
        '\u{66a}' => '%',
        other => digit(other).unwrap_or(other),
    }
}

/// Parses a number as people type it, as `-?digits[.digits]`. Thousands may be separated by one
/// kind of separator (a comma, an apostrophe or a space), which then separates all of them: any
/// other grouping could be two numbers, or a decimal comma.
pub fn plain_number(typed: &str) -> Option<String> {
    let text = latin(typed);
    let text = text.trim();
    let (sign, text) = match text.strip_prefix(['-', '\u{2212}']) {
        Some(rest) => ("-", rest),
        None => ("", text),
    };
    let (whole, fraction) = match text.split_once('.') {
        Some((whole, fraction)) => (whole, Some(fraction)),
        None => (text, None),
    };
    if fraction.is_some_and(|digits| !is_digits(digits)) {
        return None;
    }
    let whole = without_separators(whole)?;
    let fraction = fraction.map(|digits| format!(".{digits}")).unwrap_or_default();
    Some(format!("{sign}{whole}{fraction}"))
}

/// The digits of a whole number with or without thousands separators.
fn without_separators(whole: &str) -> Option<String> {
    let Some(separator) = whole.chars().find(|letter| !letter.is_ascii_digit()) else {
        return is_digits(whole).then(|| whole.to_owned());
    };
    let mut groups = whole.split(separator);
    let first = groups.next().unwrap_or_default();
    let is_grouped = is_separator(separator)
        && first.len() <= 3
        && is_digits(first)
        && groups.all(|group| group.len() == 3 && is_digits(group));
    is_grouped.then(|| whole.replace(separator, ""))
}

const fn is_separator(letter: char) -> bool {
    matches!(
        letter,
        ',' | '\'' | '\u{2019}' | ' ' | '\u{a0}' | '\u{2007}' | '\u{2009}' | '\u{202f}'
    )
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

const fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}')
}

pub(crate) fn digit(letter: char) -> Option<char> {
    let zeros = ZEROS.partition_point(|zero| *zero <= letter);
    let zero = ZEROS.get(zeros.checked_sub(1)?)?;
    char::from_digit(u32::from(letter) - u32::from(*zero), 10)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn in_script(number: &str, zero: char) -> String {
        let digit = |letter: char| {
            let value = letter.to_digit(10)?;
            char::from_u32(u32::from(zero) + value)
        };
        number.chars().map(|letter| digit(letter).unwrap_or(letter)).collect()
    }

    fn grouped(whole: u64, separator: char) -> String {
        let digits = whole.to_string();
        let mut text = String::new();
        for (index, digit) in digits.chars().enumerate() {
            if index > 0 && (digits.len() - index).is_multiple_of(3) {
                text.push(separator);
            }
            text.push(digit);
        }
        text
    }

    proptest! {
        #[test]
        fn a_number_reads_the_same_grouped_or_not_and_in_any_script(
            whole in 0..100_000_000_000_000_u64,
            fraction in "[0-9]{1,4}",
            separator in prop::sample::select(vec![',', '\'', ' ', '\u{a0}', '\u{202f}']),
            zero in prop::sample::select(ZEROS.to_vec()),
        ) {
            let plain = format!("{whole}.{fraction}");
            let typed = format!("{}.{fraction}", grouped(whole, separator));
            for text in [&plain, &typed, &in_script(&typed, zero), &format!(" {typed} ")] {
                let read = plain_number(text);
                prop_assert_eq!(read.as_ref(), Some(&plain), "{}", text);
            }
        }

        #[test]
        fn a_parsed_number_keeps_every_digit_and_groups_only_thousands(
            typed in "[-0-9,. ']{0,12}",
        ) {
            let Some(read) = plain_number(&typed) else { return Ok(()) };
            let digits = |text: &str| text.chars().filter(char::is_ascii_digit).collect::<String>();
            prop_assert_eq!(digits(&read), digits(&typed));
            let whole = typed.trim().trim_start_matches('-').split('.').next().unwrap();
            for group in whole.split([',', ' ', '\'']).skip(1) {
                prop_assert_eq!(group.len(), 3, "{}", typed);
            }
        }
    }

    #[test]
    fn ambiguous_numbers_are_refused() {
        for typed in [
            "",
            "-",
            "1 5",
            "10 00",
            "1 000 00",
            "1,5",
            "1,50",
            ",500",
            "1,,000",
            "1,000 000",
            "1000,000",
            "1.5.0",
            "1. 5",
            "1.000,50",
            "1e3",
            "+5",
            "١ ٥",
            "12 345 67",
        ] {
            assert_eq!(plain_number(typed), None, "{typed}");
        }
    }

    #[test]
    fn zeros_are_in_order_for_the_search() {
        assert!(ZEROS.is_sorted());
    }

    #[test]
    fn digits_and_marks_of_arabic_and_persian_are_read() {
        for (typed, text) in [
            ("٠١٢٣٤٥٦٧٨٩", "0123456789"),
            ("۰۱۲۳۴۵۶۷۸۹", "0123456789"),
            ("١٬٢٥٠٬٠٠٠٫٥", "1,250,000.5"),
            ("\u{61c}-٢٥٪", "-25%"),
            ("2026-11-21", "2026-11-21"),
            ("سارة 5", "سارة 5"),
            ("१२३ ๔๕ ໖", "123 45 6"),
            ("\u{11066}\u{1106f}\u{11070}", "09\u{11070}"),
            ("", ""),
        ] {
            assert_eq!(latin(typed), text);
        }
    }
}
