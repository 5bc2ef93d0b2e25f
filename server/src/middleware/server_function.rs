//! Strict parsing of requests to server functions, like the bodies of the API, in one layer before
//! all of them: `server_fn` itself requires no media type, replaces invalid characters and keeps
//! one of two fields of the same name.

use std::collections::HashSet;

use axum::body::Bytes;
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use shared::error::{Error, FieldCode};
use shared::strict::require_object;

use super::nul::SERVER_FUNCTIONS;
use crate::error::{Answer, ApiError, unsupported_media};

/// The suffix of list fields: one field for each element.
const LIST: &str = "[]";
/// The number of levels of a name that `server_fn` parses; it would treat deeper ones as part of
/// the name.
const DEPTH_MAX: usize = 5;

/// Errors: 415 for a body of a server function that is neither JSON nor a form; 400 for JSON that
/// is not an object, and for a form with an invalid encoding or a duplicate field; 400 for a NUL
/// character in either. Files are checked by the function that receives them.
pub fn refuse_loose_body(request: &Parts, body: &Bytes) -> Answer<()> {
    if !request.uri.path().starts_with(SERVER_FUNCTIONS) || body.is_empty() {
        return Ok(());
    }
    let media = request.headers.get(CONTENT_TYPE).map(HeaderValue::to_str);
    let media = media.and_then(Result::ok).unwrap_or_default();
    let essence = media.split(';').next().unwrap_or_default().trim().to_ascii_lowercase();
    match essence.as_str() {
        "application/json" => require_object(body),
        "application/x-www-form-urlencoded" => require_form(body),
        "multipart/form-data" => Ok(()),
        _ => {
            return Err(unsupported_media("application/json or application/x-www-form-urlencoded"));
        }
    }
    .map_err(ApiError)
}

fn require_form(body: &[u8]) -> Result<(), Error> {
    let mut names = HashSet::new();
    for pair in body.split(|byte| *byte == b'&').filter(|pair| !pair.is_empty()) {
        let middle = pair.iter().position(|byte| *byte == b'=').unwrap_or(pair.len());
        let (name, value) = pair.split_at(middle);
        let name = decoded(name).ok_or_else(malformed)?;
        let value = decoded(value.get(1..).unwrap_or_default()).ok_or_else(malformed)?;
        if name.contains('\0') || value.contains('\0') {
            let message = "The text contains a NUL character. Remove it.";
            return Err(Error::field(name.replace('\0', ""), FieldCode::Invalid, message));
        }
        if name.matches('[').count() > DEPTH_MAX {
            return Err(Error::field(
                name,
                FieldCode::Invalid,
                "The name of this field is nested too deeply.",
            ));
        }
        if !name.ends_with(LIST) && names.contains(&name) {
            return Err(Error::field(name, FieldCode::Duplicate, "Duplicate field."));
        }
        names.insert(name);
    }
    Ok(())
}

/// Decodes a text; none if the encoding is invalid.
fn decoded(encoded: &[u8]) -> Option<String> {
    let mut bytes = Vec::with_capacity(encoded.len());
    let mut rest = encoded.iter();
    while let Some(byte) = rest.next() {
        bytes.push(match byte {
            b'+' => b' ',
            b'%' => digit(*rest.next()?)? * 16 + digit(*rest.next()?)?,
            byte => *byte,
        });
    }
    String::from_utf8(bytes).ok()
}

fn digit(byte: u8) -> Option<u8> {
    char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok())
}

fn malformed() -> Error {
    Error::field("", FieldCode::Invalid, "The form is not encoded properly. Send it as UTF-8.")
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http::Request;

    use super::*;

    const FORM: &str = "application/x-www-form-urlencoded";
    const JSON: &str = "application/json";

    fn is_taken_at(path: &str, media: &str, body: &[u8]) -> bool {
        let request = Request::post(path).header(CONTENT_TYPE, media);
        let (request, _) = request.body(Body::empty()).unwrap().into_parts();
        refuse_loose_body(&request, &Bytes::copy_from_slice(body)).is_ok()
    }

    fn is_taken(media: &str, body: &str) -> bool {
        is_taken_at("/api/ui/people/create", media, body.as_bytes())
    }

    #[test]
    fn a_form_that_a_browser_sends_is_taken() {
        for body in [
            "",
            "name=%D8%A3+b&person%5Bemail%5D=a%40b.example&permissions[]=a&permissions[]=b",
            "a[0]=1&a[1]=2&b",
            "name=%2500",
            "now[murabaha/origination/debit]=1%25",
        ] {
            assert!(is_taken(FORM, body), "{body}");
            assert!(is_taken("Application/X-WWW-Form-Urlencoded; charset=UTF-8", body), "{body}");
        }
    }

    #[test]
    fn a_form_that_means_something_else_to_each_reader_is_refused() {
        for body in [
            "name=a%00b",
            "name=\0",
            "na%00me=1",
            "name=%",
            "name=%4",
            "name=%zz",
            "name=%ff",
            "name=a&name=b",
            "name=a&%6eame=b",
            "a[b]=1&a%5Bb%5D=2",
            "a[b][c][d][e][f][g]=1",
        ] {
            assert!(!is_taken(FORM, body), "{body}");
        }
        assert!(!is_taken_at("/api/ui/people/create", FORM, b"name=\xff"));
    }

    #[test]
    fn json_is_one_object_that_says_everything_once() {
        assert!(is_taken(JSON, r#"{"a":"\\u0000","b":[1]}"#));
        for body in [r#"{"a":"\u0000"}"#, r#"{"a":"\\\u0000"}"#, r#"{"a":1,"a":1}"#, "[]", "{", "1"]
        {
            assert!(!is_taken(JSON, body), "{body}");
        }
    }

    #[test]
    fn other_media_are_refused_and_other_addresses_have_readers_of_their_own() {
        for media in ["text/plain", "", "application/jsonp", "application/octet-stream"] {
            assert!(!is_taken(media, "{}"), "{media}");
            assert!(is_taken_at("/api/staff", media, b"{}"), "{media}");
        }
        assert!(is_taken("multipart/form-data; boundary=x", "\0"));
    }
}
