//! Reading JSON strictly, alike for the API and for server functions: one form for every date and
//! id, numbers as they were written, every member once, and no NUL character.

mod document;
mod reader;

use serde::de::DeserializeOwned;

use crate::error::{Code, Error, FieldError, Result};
use document::{Node, Unread};
use reader::{Strict, detail};

/// The most details that one answer names.
const DETAILS_MAX: usize = 100;

/// Reads a body. An empty one counts as an object without members; members that are not known are
/// ignored.
///
/// Errors: 400 `MALFORMED_JSON`; 400 `VALIDATION_FAILED` naming the member that is missing, of a
/// wrong type, given twice, or holds a NUL character.
pub fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let node = document(body)?;
    serde_path_to_error::deserialize(Strict(&node)).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        Error::validation(vec![detail(&path, error.inner())])
    })
}

/// Errors: 400 for a body that no input could be read from: one that is not an object of JSON, or
/// that has a member twice or a NUL character.
pub fn require_object(body: &[u8]) -> Result<()> {
    if matches!(document(body)?, Node::Object(_)) {
        return Ok(());
    }
    Err(Error::validation(vec![FieldError::new("", "INVALID_TYPE", "Expected an object.")]))
}

fn document(body: &[u8]) -> Result<Node<'_>> {
    if body.is_empty() {
        return Ok(Node::Object(Vec::new()));
    }
    let node = Node::read(body).map_err(|unread| match unread {
        Unread::Twice(path) => {
            Error::validation(vec![FieldError::new(path, "DUPLICATE", "Duplicate field.")])
        }
        Unread::Malformed(_) | Unread::TooDeep => {
            let message = format!("The body is not valid JSON: {unread}.");
            Error::invalid(Code::MalformedJson, message)
        }
    })?;
    let nuls = node.nuls(DETAILS_MAX);
    if nuls.is_empty() { Ok(node) } else { Err(Error::validation(nuls)) }
}

/// 400 for a text with a NUL character, which PostgreSQL cannot store.
fn nul(field: String) -> FieldError {
    FieldError::new(field, "INVALID", "The text holds a NUL character.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_an_object_without_faults_can_be_an_input() {
        for body in ["", "{}", r#"{"a":[1,{"b":null}]}"#] {
            assert!(require_object(body.as_bytes()).is_ok(), "{body}");
        }
        for body in ["{", "[]", "1", "null", r#"{"a":1,"a":1}"#, r#"{"a":["\u0000"]}"#] {
            assert!(require_object(body.as_bytes()).is_err(), "{body}");
        }
    }
}
