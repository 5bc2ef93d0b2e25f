//! Checks on input, gathered so that one answer names everything that is wrong.

use chrono::{Datelike, NaiveDate};

use crate::error::{Error, FieldError, Result};

/// The longest name, in characters.
pub const NAME_LENGTH_MAX: usize = 200;
/// The longest other text, in characters.
pub const TEXT_LENGTH_MAX: usize = 10_000;

/// The longest address, in bytes (RFC 5321).
pub const EMAIL_LENGTH_MAX: usize = 254;

/// An address in the form under which it is stored: trimmed and in lower case.
pub fn tidy_email(value: &str) -> String {
    value.trim().to_lowercase()
}

/// Gathers what is wrong with an input.
#[derive(Debug, Default)]
pub struct Checks(Vec<FieldError>);

impl Checks {
    /// Nothing is wrong yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Notes that something is wrong with a field.
    pub fn add(&mut self, field: impl Into<String>, code: &str, message: impl Into<String>) {
        self.0.push(FieldError::new(field, code, message));
    }

    /// Notes the error when the condition does not hold.
    pub fn ensure(&mut self, holds: bool, field: &str, code: &str, message: &str) {
        if !holds {
            self.add(field, code, message);
        }
    }

    /// A name: not blank, at most 200 characters, one line. Answers it without outer spaces.
    pub fn name(&mut self, field: &str, value: &str) -> String {
        let value = value.trim();
        if value.is_empty() {
            self.add(field, "REQUIRED", "Give a name.");
        }
        self.length(field, value, NAME_LENGTH_MAX);
        if value.chars().any(char::is_control) {
            self.add(field, "INVALID", "Control characters and line breaks cannot be accepted.");
        }
        value.to_owned()
    }

    /// An address that a message could reach: at most 254 characters, one `@` with something on
    /// both sides, no spaces. Answers it trimmed and in lower case, as it is stored.
    pub fn email(&mut self, field: &str, value: &str) -> String {
        let value = tidy_email(value);
        let is_address = value.split_once('@').is_some_and(|(local, domain)| {
            !local.is_empty() && !domain.is_empty() && !domain.contains('@')
        });
        let is_plain = !value.chars().any(|c| c.is_control() || c.is_whitespace());
        if !is_address || !is_plain || value.len() > EMAIL_LENGTH_MAX {
            self.add(field, "INVALID", "Give an e-mail address of at most 254 characters.");
        }
        value
    }

    /// A free text: at most 10 000 characters, no NUL.
    pub fn text(&mut self, field: &str, value: &str) {
        self.length(field, value, TEXT_LENGTH_MAX);
        if value.contains('\0') {
            self.add(field, "INVALID", "The text holds a NUL character.");
        }
    }

    /// A date that every database and calendar can hold: from 1900 to 9999.
    pub fn date(&mut self, field: &str, value: NaiveDate) {
        if !(1900..=9999).contains(&value.year()) {
            self.add(field, "OUT_OF_RANGE", "Give a date from 1900 to 9999.");
        }
    }

    fn length(&mut self, field: &str, value: &str, length_max: usize) {
        if value.chars().count() > length_max {
            let message = format!("At most {length_max} characters.");
            self.add(field, "TOO_LONG", message);
        }
    }

    /// True when nothing is wrong so far.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Errors: 400 `VALIDATION_FAILED` with everything that was noted.
    pub fn finish(self) -> Result<()> {
        if self.0.is_empty() { Ok(()) } else { Err(Error::validation(self.0)) }
    }
}
