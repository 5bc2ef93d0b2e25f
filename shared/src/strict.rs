//! Strict parsing of JSON, shared by the API and the server functions: one format for every date
//! and id, exact numbers, no duplicate fields, and no NUL characters.

mod document;
mod reader;

use serde::de::DeserializeOwned;

use crate::error::{Code, Error, FieldCode, FieldError, Result};
use document::{Node, Unread};
use reader::{Strict, detail};

/// The maximum number of details in one error response.
const DETAILS_MAX: usize = 100;

/// Deserializes a body. An empty one counts as an empty object; unknown fields are ignored.
///
/// Errors: 400 `MALFORMED_JSON`; 400 `VALIDATION_FAILED` naming the field that is missing, of a
/// wrong type, duplicate, or contains a NUL character.
pub fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let node = document(body)?;
    serde_path_to_error::deserialize(Strict(&node)).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        Error::validation(vec![detail(&path, error.inner())])
    })
}

/// Errors: 400 for a body that cannot be parsed as an input: not a JSON object, a duplicate field,
/// or a NUL character.
pub fn require_object(body: &[u8]) -> Result<()> {
    if matches!(document(body)?, Node::Object(_)) {
        return Ok(());
    }
    Err(Error::validation(vec![FieldError::new("", FieldCode::InvalidType, "Expected an object.")]))
}

fn document(body: &[u8]) -> Result<Node<'_>> {
    if body.is_empty() {
        return Ok(Node::Object(Vec::new()));
    }
    let node = Node::read(body).map_err(|unread| match unread {
        Unread::Twice(path) => {
            Error::validation(vec![FieldError::new(path, FieldCode::Duplicate, "Duplicate field.")])
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
    FieldError::new(field, FieldCode::Invalid, "The text contains a NUL character.")
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
