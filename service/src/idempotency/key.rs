//! Idempotency keys.

use std::fmt::Display;

use shared::error::{Error, FieldCode, Result};

/// The maximum length of a key, in characters.
const KEY_LENGTH_MAX: usize = 255;

/// An idempotency key, chosen by the client: 1 to 255 characters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdempotencyKey(String);

impl IdempotencyKey {
    /// Parses a key.
    ///
    /// Errors: 400 for an empty or overlong key, or one with control characters.
    pub fn parse(text: &str) -> Result<Self> {
        let length = text.chars().count();
        if (1..=KEY_LENGTH_MAX).contains(&length) && !text.chars().any(char::is_control) {
            return Ok(Self(text.to_owned()));
        }
        Err(Error::field(
            "Idempotency-Key",
            FieldCode::Invalid,
            "Send a key of 1 to 255 characters.",
        ))
    }

    /// The text of the key.
    pub(super) fn as_str(&self) -> &str {
        &self.0
    }

    /// The key of one of several actions of a request.
    pub(crate) fn for_part(&self, part: impl Display) -> Self {
        Self(format!("{} {part}", self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_1_to_255_characters() {
        for text in ["k", &"k".repeat(255), "é"] {
            assert!(IdempotencyKey::parse(text).is_ok());
        }
        for text in ["", &"k".repeat(256), "a\nb"] {
            assert!(IdempotencyKey::parse(text).is_err());
        }
    }
}
