//! Strict parsing of JSON, shared by the API and the server functions: exact numbers, no duplicate
//! fields, no NUL characters, and no list in place of an object.

mod fault;
mod reader;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

use crate::error::{Code, Error, Result};
use reader::Strict;

/// Deserializes a body. An empty one counts as an empty object; unknown fields are ignored, but
/// checked as well.
///
/// Errors: 400 `MALFORMED_JSON`; 400 `VALIDATION_FAILED` naming the field that is missing, of a
/// wrong type, duplicate, or contains a NUL character.
pub fn from_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let body = if body.is_empty() { b"{}" } else { body };
    let value: &RawValue = serde_json::from_slice(body)
        .map_err(|error| malformed(format!("line {}, column {}", error.line(), error.column())))?;
    serde_path_to_error::deserialize(Strict::new(value)).map_err(|error| {
        let path = error.path().to_string();
        error.inner().at(if path == "." { "" } else { &path })
    })
}

/// Errors: 400 for a body that cannot be parsed as an input: not a JSON object, a duplicate field,
/// or a NUL character.
pub fn require_object(body: &[u8]) -> Result<()> {
    from_json(body).map(|AnyObject {}| ())
}

/// An object with any fields.
#[derive(Deserialize)]
struct AnyObject {}

fn malformed(place: impl std::fmt::Display) -> Error {
    Error::invalid(Code::MalformedJson, format!("The body is not valid JSON: {place}."))
}

#[cfg(test)]
mod tests;
