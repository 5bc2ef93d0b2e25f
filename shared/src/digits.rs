//! Digits of other scripts, as people type them.

/// What somebody typed, with Latin digits and marks: Arabic-Indic and Persian digits, their
/// decimal and thousands separators and their sign of percent are read as well; marks of direction
/// fall away.
pub fn latin(typed: &str) -> String {
    typed.chars().filter(|letter| !is_direction(*letter)).map(read).collect()
}

fn read(letter: char) -> char {
    match letter {
        '\u{660}'..='\u{669}' => digit(letter, '\u{660}'),
        '\u{6f0}'..='\u{6f9}' => digit(letter, '\u{6f0}'),
        '\u{66b}' => '.',
        '\u{66c}' => ',',
        '\u{66a}' => '%',
        other => other,
    }
}

const fn is_direction(letter: char) -> bool {
    matches!(letter, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2066}'..='\u{2069}')
}

fn digit(letter: char, zero: char) -> char {
    let value = u32::from(letter).checked_sub(u32::from(zero));
    value.and_then(|value| char::from_digit(value, 10)).unwrap_or(letter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_and_marks_of_arabic_and_persian_are_read() {
        for (typed, text) in [
            ("٠١٢٣٤٥٦٧٨٩", "0123456789"),
            ("۰۱۲۳۴۵۶۷۸۹", "0123456789"),
            ("١٬٢٥٠٬٠٠٠٫٥", "1,250,000.5"),
            ("\u{61c}-٢٥٪", "-25%"),
            ("2026-11-21", "2026-11-21"),
            ("سارة 5", "سارة 5"),
            ("", ""),
        ] {
            assert_eq!(latin(typed), text);
        }
    }
}
