//! Input validation that collects all errors, so that one response reports every invalid field.

use chrono::{Datelike, NaiveDate};

use crate::error::{Error, FieldCode, FieldError, Result};

/// The maximum length of a name, in characters.
pub const NAME_LENGTH_MAX: usize = 200;
/// The maximum length of other texts, in characters.
pub const TEXT_LENGTH_MAX: usize = 10_000;

/// The maximum length of an address, in bytes (RFC 5321).
pub const EMAIL_LENGTH_MAX: usize = 254;

/// Normalizes an email address for storage: lower case, without surrounding spaces and invisible
/// characters, such as the direction marks of text copied from Arabic.
pub fn tidy_email(value: &str) -> String {
    value.trim_matches(|letter: char| letter.is_whitespace() || is_invisible(letter)).to_lowercase()
}

/// Returns true for a text without visible characters: only spaces and invisible characters.
pub fn is_blank(text: &str) -> bool {
    text.chars().all(|letter| letter.is_whitespace() || is_invisible(letter))
}

/// Returns true for the code of an object in another system, such as an account: one to 200 visible
/// characters. A space or a direction mark would make two codes that are displayed alike.
pub fn is_code(text: &str) -> bool {
    let is_visible =
        |letter: char| !letter.is_whitespace() && !letter.is_control() && !is_invisible(letter);
    !text.is_empty() && text.chars().count() <= NAME_LENGTH_MAX && text.chars().all(is_visible)
}

/// Returns true for Unicode characters without a visible form (`Default_Ignorable_Code_Point`).
pub(crate) const fn is_invisible(letter: char) -> bool {
    matches!(
        letter,
        '\u{ad}'
            | '\u{34f}'
            | '\u{61c}'
            | '\u{115f}'..='\u{1160}'
            | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}'
            | '\u{200b}'..='\u{200f}'
            | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}'
            | '\u{3164}'
            | '\u{fe00}'..='\u{fe0f}'
            | '\u{feff}'
            | '\u{ffa0}'
            | '\u{fff0}'..='\u{fff8}'
            | '\u{e0000}'..='\u{e0fff}'
    )
}

fn is_foreign_to_addresses(letter: char) -> bool {
    letter.is_control()
        || letter.is_whitespace()
        || is_invisible(letter)
        || "()<>[]:;\\,\"".contains(letter)
        || matches!(letter, '\u{300}'..='\u{36f}')
}

/// Collects the errors of an input.
#[derive(Debug, Default)]
pub struct Checks(Vec<FieldError>);

impl Checks {
    /// An empty collection of errors.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds an error of a field.
    pub fn add(&mut self, field: impl Into<String>, code: FieldCode, message: impl Into<String>) {
        self.0.push(FieldError::new(field, code, message));
    }

    /// Adds the error unless the condition holds.
    pub fn ensure(&mut self, holds: bool, field: &str, code: FieldCode, message: &str) {
        if !holds {
            self.add(field, code, message);
        }
    }

    /// Checks a name: not blank, at most 200 characters, one line. Returns it trimmed.
    pub fn name(&mut self, field: &str, value: &str) -> String {
        let value = value.trim();
        if is_blank(value) {
            self.add(field, FieldCode::Required, "Enter a name.");
        }
        self.length(field, value, NAME_LENGTH_MAX);
        if value.chars().any(char::is_control) {
            self.add(
                field,
                FieldCode::Invalid,
                "Control characters and line breaks are not allowed.",
            );
        }
        value.to_owned()
    }

    /// Checks an email address: at most 254 characters, one `@` with dot-separated labels on both
    /// sides, no character with another meaning in a message header (RFC 5322, `specials`), and no
    /// combining accent apart from its letter, which would be a second spelling of the same
    /// address. Returns it trimmed and in lower case, as it is stored.
    pub fn email(&mut self, field: &str, value: &str) -> String {
        let value = tidy_email(value);
        let has_words = |part: &str| part.split('.').all(|word| !word.is_empty());
        let is_address = value
            .split_once('@')
            .is_some_and(|(local, domain)| has_words(local) && has_words(domain));
        let is_plain = value.chars().filter(|letter| *letter == '@').count() == 1
            && !value.chars().any(is_foreign_to_addresses);
        if !is_address || !is_plain || value.len() > EMAIL_LENGTH_MAX {
            self.add(field, FieldCode::Invalid, "Enter an email address of up to 254 characters.");
        }
        value
    }

    /// A free text: at most 10 000 characters, no NUL.
    pub fn text(&mut self, field: &str, value: &str) {
        self.length(field, value, TEXT_LENGTH_MAX);
        if value.contains('\0') {
            self.add(field, FieldCode::Invalid, "The text contains a NUL character.");
        }
    }

    /// A date that every database and calendar can hold: from 1900 to 9999.
    pub fn date(&mut self, field: &str, value: NaiveDate) {
        if !(1900..=9999).contains(&value.year()) {
            self.add(field, FieldCode::OutOfRange, "Enter a date from 1900 to 9999.");
        }
    }

    fn length(&mut self, field: &str, value: &str, length_max: usize) {
        if value.chars().count() > length_max {
            let message = format!("Maximum {length_max} characters.");
            self.add(field, FieldCode::TooLong, message);
        }
    }

    /// Returns true if there are no errors so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Collects errors of a line of a table.
    pub fn add_on_line(&mut self, line: u64, errors: Self) {
        self.0.extend(errors.0.into_iter().map(|error| error.on_line(line)));
    }

    /// Errors: 400 `VALIDATION_FAILED` with all collected errors.
    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::validation(self.0)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_address(text: &str) -> bool {
        let mut checks = Checks::new();
        checks.email("email", text);
        checks.is_empty()
    }

    #[test]
    fn an_address_is_one_that_a_message_could_reach() {
        for text in
            ["a@b.example", " Aisha.Rahman+hr@Amanah.Example ", "josé@x.example", "\u{200f}a@host"]
        {
            assert!(is_address(text), "{text}");
        }
        for text in [
            "",
            "a",
            "a@",
            "@b",
            "a@b@c",
            "a b@c.example",
            "<x@x.example>",
            "x>,<y@z.example",
            "a,b@x.example",
            "(c)@x.example",
            "a@x..example",
            ".a@x.example",
            "a@x.example.",
            "jose\u{301}@x.example",
            "a\u{200b}@x.example",
            "a\n@x.example",
        ] {
            assert!(!is_address(text), "{text}");
        }
    }

    #[test]
    fn a_text_that_nobody_could_see_is_blank() {
        for text in ["", " \u{a0}\t", "\u{200b}", "\u{a0}\u{2003}\u{200b}", "\u{3164}", "\u{feff}"]
        {
            assert!(is_blank(text), "{text:?}");
        }
        for text in ["a", "\u{200b}a", "نعم", "👍\u{fe0f}"] {
            assert!(!is_blank(text), "{text:?}");
        }
    }
}
