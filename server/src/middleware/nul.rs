//! Pages and server functions take no NUL character, which PostgreSQL cannot store: one layer for
//! all of them. The API refuses it member by member, after it has looked at permissions.

use axum::body::Bytes;
use axum::extract::Request;
use http::HeaderValue;
use http::header::CONTENT_TYPE;
use http::request::Parts;
use shared::error::{Code, Error};

use crate::error::{Answer, ApiError};

/// What server functions lie below.
const SERVER_FUNCTIONS: &str = "/api/ui/";
const ENCODED: &[u8] = b"%00";
const ESCAPED: &[u8] = b"\\u0000";

/// Errors: 400 for the address of a page or of a server function with a NUL character.
pub fn refuse_nul_in_address(request: &Request) -> Answer<()> {
    let path = request.uri().path();
    let is_api = path.starts_with("/api/") && !path.starts_with(SERVER_FUNCTIONS);
    let query = request.uri().query().unwrap_or_default();
    let has_nul = has(path.as_bytes(), ENCODED) || has(query.as_bytes(), ENCODED);
    if is_api || !has_nul { Ok(()) } else { Err(refused()) }
}

/// Errors: 400 for the body of a server function with a NUL character. Files are read line by line
/// by whoever takes them.
pub fn refuse_nul_in_body(request: &Parts, body: &Bytes) -> Answer<()> {
    if !request.uri.path().starts_with(SERVER_FUNCTIONS) {
        return Ok(());
    }
    let media = request.headers.get(CONTENT_TYPE).map(HeaderValue::as_bytes).unwrap_or_default();
    let has_nul = if media.starts_with(b"application/json") {
        has_escaped(body)
    } else if media.starts_with(b"application/x-www-form-urlencoded") {
        has(body, ENCODED) || body.contains(&0)
    } else {
        false
    };
    if has_nul { Err(refused()) } else { Ok(()) }
}

fn has(bytes: &[u8], pattern: &[u8]) -> bool {
    bytes.windows(pattern.len()).any(|window| window == pattern)
}

/// In JSON the escape counts unless its backslash is escaped itself.
fn has_escaped(bytes: &[u8]) -> bool {
    let places = bytes.windows(ESCAPED.len()).enumerate().filter(|(_, it)| *it == ESCAPED);
    let is_escape = |place: usize| {
        let before = bytes.get(..place).unwrap_or_default();
        before.iter().rev().take_while(|byte| **byte == b'\\').count().is_multiple_of(2)
    };
    places.map(|(place, _)| place).any(is_escape)
}

fn refused() -> ApiError {
    let message = "The request holds a NUL character. Remove it.";
    ApiError(Error::invalid(Code::ValidationFailed, message))
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http::Request;

    use super::*;

    fn address(uri: &str) -> bool {
        refuse_nul_in_address(&Request::get(uri).body(Body::empty()).unwrap()).is_ok()
    }

    fn body(media: &str, text: &'static str) -> bool {
        let request = Request::post("/api/ui/people/create").header(CONTENT_TYPE, media);
        let (request, _) = request.body(Body::empty()).unwrap().into_parts();
        refuse_nul_in_body(&request, &Bytes::from_static(text.as_bytes())).is_ok()
    }

    #[test]
    fn addresses_of_pages_and_server_functions_hold_no_nul() {
        for uri in ["/staff/%00", "/staff?q=a%00b", "/api/ui/people/list?q=%00"] {
            assert!(!address(uri), "{uri}");
        }
        for uri in ["/staff?q=%2500", "/staff?q=%20", "/api/staff?q=%00", "/"] {
            assert!(address(uri), "{uri}");
        }
    }

    #[test]
    fn bodies_of_server_functions_hold_no_nul() {
        let form = "application/x-www-form-urlencoded";
        assert!(!body(form, "name=a%00b") && !body(form, "name=\0"));
        assert!(body(form, "name=%2500"));
        let json = "application/json";
        assert!(!body(json, r#"{"a":"\u0000"}"#) && !body(json, r#"{"a":"\\\u0000"}"#));
        assert!(body(json, r#"{"a":"\\u0000"}"#) && body(json, r#"{"a":"\u0001"}"#));
        assert!(body("multipart/form-data; boundary=x", "\0"));
    }
}
