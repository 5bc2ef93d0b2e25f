//! Digits of other scripts, as people type them.

/// The zeros of the decimal digits of other scripts (Unicode, general category Nd); nine digits
/// follow each. Variants of form, such as full-width digits, are folded by NFKC.
const ZEROS: [char; 38] = [
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
    '\u{104a0}',
    '\u{10d30}',
    '\u{11066}',
];

/// What somebody typed, with Latin digits and marks: Arabic-Indic and Persian digits, their
/// decimal and thousands separators and their sign of percent are read as well; marks of direction
/// fall away.
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

const fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}')
}

fn digit(letter: char) -> Option<char> {
    let zeros = ZEROS.partition_point(|zero| *zero <= letter);
    let zero = ZEROS.get(zeros.checked_sub(1)?)?;
    char::from_digit(u32::from(letter) - u32::from(*zero), 10)
}

#[cfg(test)]
mod tests {
    use super::*;

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
