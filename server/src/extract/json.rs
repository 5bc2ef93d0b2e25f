//! Request bodies.

use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use shared::error::{Error, FieldCode};
use shared::organization::LogoFormat;
use shared::strict::from_json;

use super::invalid;
use crate::error::{ApiError, unsupported_media};

/// A JSON body. An empty one counts as an empty object.
///
/// Errors: 415 for another media type; 400 `MALFORMED_JSON`; 400 `VALIDATION_FAILED` naming the
/// field that is missing, of a wrong type, or contains a NUL character.
#[derive(Debug)]
pub struct Json<T>(pub T);

/// For routes that need no body: if one is sent, it must still be JSON.
#[derive(Debug, Deserialize)]
pub struct NoBody {}

/// A table, as the bytes of its file.
///
/// Errors: 415 for another media type; 400 for a declared encoding other than UTF-8 or UTF-16.
#[derive(Debug)]
pub struct Csv(pub Bytes);

/// A body that is declared to be an image. The service checks what it is.
///
/// Errors: 415 for another media type.
#[derive(Debug)]
pub struct Image(pub Bytes);

impl<S: Send + Sync, T: DeserializeOwned> FromRequest<S> for Json<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_json = is_of(request.headers(), |essence| essence == "application/json");
        let body = read(request, state).await?;
        if !body.is_empty() && !is_json {
            return Err(unsupported_media("application/json"));
        }
        from_json(&body).map(Self).map_err(ApiError)
    }
}

impl<S: Send + Sync> FromRequest<S> for Csv {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_csv = is_of(request.headers(), |essence| essence == "text/csv");
        let charset = charset(request.headers());
        let body = read(request, state).await?;
        if !is_csv {
            return Err(unsupported_media("text/csv"));
        }
        if let Some(charset) =
            charset.filter(|it| !it.starts_with("utf-8") && !it.starts_with("utf-16"))
        {
            let message = format!("The file is encoded in {charset}. Save it as \"CSV UTF-8\".");
            return Err(ApiError(Error::field("csv", FieldCode::UnsupportedEncoding, message)));
        }
        Ok(Self(body))
    }
}

impl<S: Send + Sync> FromRequest<S> for Image {
    type Rejection = ApiError;

    async fn from_request(request: Request, state: &S) -> Result<Self, ApiError> {
        let is_image = is_of(request.headers(), |essence| essence.parse::<LogoFormat>().is_ok());
        let body = read(request, state).await?;
        if !is_image {
            return Err(unsupported_media("image/png, image/jpeg or image/webp"));
        }
        Ok(Self(body))
    }
}

/// The body, which was read already under the size limit.
async fn read<S: Send + Sync>(request: Request, state: &S) -> Result<Bytes, ApiError> {
    Bytes::from_request(request, state).await.map_err(|_| invalid("The body cannot be read."))
}

fn is_of(headers: &HeaderMap, accepts: impl FnOnce(&str) -> bool) -> bool {
    let value = headers.get(CONTENT_TYPE).and_then(|value| value.to_str().ok());
    let essence = value.and_then(|value| value.split(';').next()).unwrap_or_default();
    accepts(&essence.trim().to_ascii_lowercase())
}

/// The character set in a media type, in lower case. US-ASCII is a subset of UTF-8.
fn charset(headers: &HeaderMap) -> Option<String> {
    let value = headers.get(CONTENT_TYPE)?.to_str().ok()?.to_ascii_lowercase();
    let named = value.split(';').find_map(|it| it.trim().strip_prefix("charset="))?;
    let named = named.trim_matches('"').trim();
    (named != "us-ascii").then(|| named.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use shared::appraisal::initiation::InitiationInput;
    use shared::appraisal::save::{ReviewInput, SelfInput};
    use shared::money::Money;
    use shared::session::LoginInput;

    fn read<T: DeserializeOwned>(json: &str) -> Result<T, (String, String)> {
        from_json(json.as_bytes()).map_err(|error| {
            let detail = &error.problem().errors[0];
            (detail.field.clone(), detail.code.to_string())
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
    fn unknown_members_are_dropped_and_duplicates_are_refused() {
        let input = read::<LoginInput>(r#"{"email":"a","password":"x","isAdmin":true}"#);
        assert_eq!(input.unwrap().email, "a");
        let twice = r#"{"email":"a","email":"b@c.example","password":"x"}"#;
        assert_eq!(refused::<LoginInput>(twice), named("email", "DUPLICATE"));
    }

    #[test]
    fn a_nul_is_refused_at_any_position() {
        let text = r#"{"email":"a","password":"x","other":["\u0000"]}"#;
        assert_eq!(refused::<LoginInput>(text), named("other[0]", "INVALID"));
        let name = r#"{"email":"a","password":"x","\u0000":1}"#;
        assert_eq!(refused::<LoginInput>(name), named("", "INVALID"));
    }

    #[test]
    fn an_amount_means_exactly_what_was_written() {
        let read = |json: &str| read::<[Money; 1]>(&format!("[{json}]"));
        for (json, amount) in [
            ("999999999999.9999", "999999999999.9999"),
            ("99999999999999.9999", "99999999999999.9999"),
            ("12345678901234.0001", "12345678901234.0001"),
            ("51646886291485.2000", "51646886291485.2000"),
            ("\"51646886291485.2\"", "51646886291485.2000"),
            ("-3", "-3.0000"),
        ] {
            assert_eq!(read(json).unwrap()[0].to_string(), amount, "{json}");
        }
        for json in ["1e3", "1.1E1", "99999999999.99999", "1000.00000000000001", "100000000000000"]
        {
            assert!(read(json).is_err(), "{json}");
        }
    }

    #[test]
    fn a_number_that_a_double_would_round_is_refused() {
        let id = "0192e4a0-0000-7000-8000-000000000001";
        let json = format!(r#"{{"items":[{{"id":"{id}","selfScore":5.00000000000000000001}}]}}"#);
        assert_eq!(refused::<SelfInput>(&json), named("items[0].selfScore", "INVALID"));
    }

    #[test]
    fn dates_and_ids_have_one_form() {
        let id = "0192e4a0-0000-7000-8000-000000000001";
        let input = |staff: &str, from: &str| {
            format!(
                r#"{{"staffId":"{staff}","reviewType":"annual","periodFrom":"{from}",
                "periodTo":"2026-12-31","roleCategory":"other",
                "isManagerRole":false}}"#
            )
        };
        assert!(read::<InitiationInput>(&input(id, "2026-01-01")).is_ok());
        for from in ["2026-1-1", " 2026-01-01", "+2026-01-01", "2026 -01-01", "2026-01-01 "] {
            let refused = refused::<InitiationInput>(&input(id, from));
            assert_eq!(refused, named("periodFrom", "INVALID"), "{from}");
        }
        for staff in [&id.replace('-', ""), &format!("{{{id}}}"), &format!("urn:uuid:{id}")] {
            let refused = refused::<InitiationInput>(&input(staff, "2026-01-01"));
            assert_eq!(refused, named("staffId", "INVALID"), "{staff}");
        }
    }

    #[test]
    fn nul_is_refused_at_any_position() {
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
