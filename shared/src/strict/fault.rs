//! The reasons why a value cannot be deserialized, as types.

use std::fmt;

use serde::de::{Expected, Unexpected};

use crate::error::{Error, FieldCode};

/// The maximum depth of a body, beyond any legitimate one.
pub(super) const DEPTH_MAX: usize = 64;

/// The reason why a value could not be deserialized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// A text with an invalid escape, or a number beyond the range of a double.
    Malformed,
    /// The value is nested deeper than [`DEPTH_MAX`].
    TooDeep,
    /// The text or the name of a field contains a NUL character.
    Nul,
    /// The object has this field twice.
    Duplicate(String),
    /// The object lacks this required field.
    Missing(&'static str),
    /// Another type of value is expected.
    Type(String),
    /// The text is none of the allowed values.
    Word(&'static [&'static str]),
    /// The value breaks a rule of its type.
    Value(String),
}

impl Fault {
    /// The error for a fault at that path.
    pub(super) fn at(&self, path: &str) -> Error {
        let (field, code) = match self {
            Self::Malformed => {
                let place = if path.is_empty() { "the body" } else { path };
                return super::malformed(format!("{place} is not a valid value"));
            }
            Self::TooDeep => return super::malformed(self),
            Self::Missing(name) => (member(path, name), FieldCode::Required),
            Self::Duplicate(name) => (member(path, name), FieldCode::Duplicate),
            Self::Type(_) => (path.to_owned(), FieldCode::InvalidType),
            Self::Nul | Self::Word(_) | Self::Value(_) => (path.to_owned(), FieldCode::Invalid),
        };
        Error::field(field, code, self.to_string())
    }
}

fn member(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_owned() } else { format!("{path}.{name}") }
}

impl fmt::Display for Fault {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => formatter.write_str("not a valid value"),
            Self::TooDeep => write!(formatter, "deeper than {DEPTH_MAX} levels"),
            Self::Nul => formatter.write_str("The text contains a NUL character."),
            Self::Duplicate(_) => formatter.write_str("Duplicate field."),
            Self::Missing(_) => formatter.write_str("This is required."),
            Self::Type(expected) => write!(formatter, "Expected {expected}."),
            Self::Word(words) => write!(formatter, "Expected one of: {}.", words.join(", ")),
            Self::Value(message) => formatter.write_str(message),
        }
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        let message = message.to_string();
        Self::Value(format!("Invalid value: {}.", message.trim_end_matches('.')))
    }

    fn invalid_type(_: Unexpected<'_>, expected: &dyn Expected) -> Self {
        Self::Type(expected.to_string())
    }

    /// A text breaks a rule of its type; a number does not fit the type.
    fn invalid_value(unexpected: Unexpected<'_>, expected: &dyn Expected) -> Self {
        if matches!(unexpected, Unexpected::Str(_)) {
            return Self::Value(format!("Expected {expected}."));
        }
        Self::Type(expected.to_string())
    }

    fn invalid_length(_: usize, expected: &dyn Expected) -> Self {
        Self::Value(format!("Expected {expected}."))
    }

    fn unknown_variant(_: &str, expected: &'static [&'static str]) -> Self {
        Self::Word(expected)
    }

    fn missing_field(field: &'static str) -> Self {
        Self::Missing(field)
    }

    fn duplicate_field(field: &'static str) -> Self {
        Self::Duplicate(field.to_owned())
    }
}
