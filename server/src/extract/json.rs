//! Bodies.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use shared::error::{Error, FieldError};

use super::strict::{self, Strict};
use super::{invalid, nul};
use crate::error::{ApiError, malformed_json, unsupported_media};

/// The most details that one answer names.
const DETAILS_MAX: usize = 100;

/// A body of JSON. An empty one counts as an object without members.
///
/// Errors: 415 for another media type; 400 `MALFORMED_JSON`; 400 `VALIDATION_FAILED` naming the
/// member that is missing, of a wrong type, or holds a NUL character.
#[derive(Debug)]
pub struct Json<T>(pub T);

/// For routes that need no body: one that is sent has to be JSON all the same.
#[derive(Debug, Deserialize)]
pub struct NoBody {}

/// A body of text of one media type.
#[derive(Debug)]
pub struct Text(pub String);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = is_of(request.headers(), |essence| {
            essence == "application/json" || essence.ends_with("+json")
        });
        let body = read(request, state).await?;
        if body.is_empty() {
            return from_value(&Value::Object(serde_json::Map::new())).map(Self);
        }
        if !is_json {
            return Err(unsupported_media("application/json"));
        }
        let value = serde_json::from_slice(&body).map_err(|error| {
            malformed_json(&format!("line {}, column {}", error.line(), error.column()))
        })?;
        from_value(&value).map(Self)
    }
}

impl<S: Send + Sync> FromRequest<S> for Text {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_csv = is_of(request.headers(), |essence| essence == "text/csv");
        let body = read(request, state).await?;
        if !is_csv {
            return Err(unsupported_media("text/csv"));
        }
        let text = String::from_utf8(body.into())
            .map_err(|_| invalid("The body is not UTF-8; save the file as CSV UTF-8."))?;
        if text.contains('\0') {
            return Err(invalid("The body holds a NUL character."));
        }
        Ok(Self(text))
    }
}

/// The body, which the limit on bodies has read already.
async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state).await.map_err(|_| invalid("The body cannot be read."))
}

fn is_of(headers: &HeaderMap, accepts: impl FnOnce(&str) -> bool) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).unwrap_or_default();
    accepts(&essence.trim().to_ascii_lowercase())
}

fn from_value<T: DeserializeOwned>(value: &Value) -> Result<T, ApiError> {
    let mut errors = Vec::new();
    find_nul(value, &mut String::new(), &mut errors);
    if !errors.is_empty() {
        return Err(ApiError(Error::validation(errors)));
    }
    serde_path_to_error::deserialize(Strict(value)).map_err(|error| {
        let path = error.path().to_string();
        let path = if path == "." { String::new() } else { path };
        ApiError(Error::validation(vec![strict::detail(&path, error.inner())]))
    })
}

/// Names every text with a NUL character, by the path of its member.
fn find_nul(value: &Value, path: &mut String, errors: &mut Vec<FieldError>) {
    let length = path.len();
    match value {
        Value::Null | Value::Bool(_) | Value::Number(_) => {}
        Value::String(text) => {
            if text.contains('\0') && errors.len() < DETAILS_MAX {
                errors.push(nul(path.clone()));
            }
        }
        Value::Array(elements) => {
            for (position, element) in elements.iter().enumerate() {
                path.extend(["[", &position.to_string(), "]"]);
                find_nul(element, path, errors);
                path.truncate(length);
            }
        }
        Value::Object(members) => {
            for (name, member) in members {
                if !path.is_empty() {
                    path.push('.');
                }
                path.push_str(name);
                find_nul(member, path, errors);
                path.truncate(length);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::appraisal::initiation::InitiationInput;
    use shared::appraisal::save::{ReviewInput, SelfInput};
    use shared::session::LoginInput;

    fn read<T: DeserializeOwned>(json: &str) -> Result<T, (String, String)> {
        let value: Value = serde_json::from_str(json).unwrap();
        from_value(&value).map_err(|ApiError(error)| {
            let detail = &error.problem().errors[0];
            (detail.field.clone(), detail.code.clone())
        })
    }

    fn refused<T: DeserializeOwned>(json: &str) -> (String, String) {
        read::<T>(json).err().unwrap()
    }

    fn named(field: &str, code: &str) -> (String, String) {
        (field.to_owned(), code.to_owned())
    }

    #[test]
    fn the_member_at_fault_is_named_by_its_path() {
        let id = "0192e4a0-0000-7000-8000-000000000001";
        let json = format!(r#"{{"items":[{{"id":"{id}"}},{{"id":"{id}","selfScore":"4"}}]}}"#);
        assert_eq!(refused::<SelfInput>(&json), named("items[1].selfScore", "INVALID_TYPE"));
        let json = r#"{"items":[{"selfScore":4}]}"#;
        assert_eq!(refused::<SelfInput>(json), named("items[0].id", "REQUIRED"));
        let json = r#"{"items":[{"id":"12"}]}"#;
        assert_eq!(refused::<SelfInput>(json), named("items[0].id", "INVALID"));
        let json = r#"{"planRows":{"pip":[{"reviewDate":"2026-02-30"}]}}"#;
        assert_eq!(refused::<ReviewInput>(json), named("planRows.pip[0].reviewDate", "INVALID"));
    }

    #[test]
    fn a_word_that_is_not_known_is_refused() {
        let json = r#"{"staffId":"0192e4a0-0000-7000-8000-000000000001","reviewType":"daily"}"#;
        assert_eq!(refused::<InitiationInput>(json), named("reviewType", "INVALID"));
    }

    #[test]
    fn a_list_is_never_taken_for_an_object() {
        assert_eq!(refused::<LoginInput>(r#"["a@b.example","x"]"#), named("", "INVALID_TYPE"));
        assert_eq!(refused::<SelfInput>("[]"), named("", "INVALID_TYPE"));
        assert_eq!(refused::<SelfInput>("null"), named("", "INVALID_TYPE"));
        assert_eq!(refused::<NoBody>("1"), named("", "INVALID_TYPE"));
        let json = r#"{"items":[["0192e4a0-0000-7000-8000-000000000001",4]]}"#;
        assert_eq!(refused::<SelfInput>(json), named("items[0]", "INVALID_TYPE"));
    }

    #[test]
    fn unknown_members_are_dropped_and_the_last_of_two_counts() {
        let input = read::<LoginInput>(
            r#"{"email":"a","email":"b@c.example","password":"x","isAdmin":true}"#,
        );
        assert_eq!(input.unwrap().email, "b@c.example");
    }

    #[test]
    fn nul_is_refused_wherever_it_stands() {
        let json = r#"{"email":"a","password":"x","extra":{"list":["a\u0000b"]}}"#;
        assert_eq!(refused::<LoginInput>(json), named("extra.list[0]", "INVALID"));
    }

    #[test]
    fn media_types_may_have_parameters_and_any_case() {
        let headers = |text: &'static str| {
            HeaderMap::from_iter([(CONTENT_TYPE, http::HeaderValue::from_static(text))])
        };
        let json = |essence: &str| essence == "application/json";
        assert!(is_of(&headers("Application/JSON; charset=utf-8"), json));
        assert!(!is_of(&headers("text/plain"), json));
        assert!(!is_of(&HeaderMap::new(), json));
    }
}
