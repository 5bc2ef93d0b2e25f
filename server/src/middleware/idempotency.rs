//! The idempotency key of a request: from the header `Idempotency-Key`, or from the hidden field of
//! a form that is posted without JavaScript. It becomes part of the caller, so that every creating
//! use case honours it.

use axum::body::{Body, Bytes};
use axum::extract::Request;
use http::HeaderMap;
use http::header::CONTENT_TYPE;
use http_body_util::{BodyExt, Collected};
use service::idempotency::{FORM_FIELD, IdempotencyKey};
use shared::error::{Error, FieldCode};

use super::Authentication;
use crate::error::{Answer, ApiError};

const HEADER: &str = "idempotency-key";
const FORM: &[u8] = b"application/x-www-form-urlencoded";

/// Adds the idempotency key of the request to the caller. The body must have been read before.
///
/// Errors: 400 for an empty or overlong key, a duplicate one, or one that is not text.
pub async fn take_key(mut request: Request) -> Answer<Request> {
    let is_known =
        matches!(request.extensions().get::<Authentication>(), Some(Authentication(Ok(Some(_)))));
    if request.method().is_safe() || !is_known {
        return Ok(request);
    }
    let mut key = header_key(request.headers()).map_err(ApiError)?;
    if key.is_none() && is_form(request.headers()) {
        let (parts, body) = request.into_parts();
        let body = body.collect().await.map(Collected::to_bytes).unwrap_or_default();
        key = field_key(&body).map(IdempotencyKey::parse).transpose().map_err(ApiError)?;
        request = Request::from_parts(parts, Body::from(body));
    }
    let found = request.extensions_mut().get_mut::<Authentication>();
    if let (Some(key), Some(Authentication(Ok(Some(caller))))) = (key, found) {
        *caller = caller.clone().with_idempotency_key(key);
    }
    Ok(request)
}

/// The key in the header.
fn header_key(headers: &HeaderMap) -> Result<Option<IdempotencyKey>, Error> {
    let mut given = headers.get_all(HEADER).iter();
    let Some(key) = given.next() else { return Ok(None) };
    if given.next().is_some() {
        let message = "Send only one Idempotency-Key.";
        return Err(Error::field("Idempotency-Key", FieldCode::Duplicate, message));
    }
    let text = std::str::from_utf8(key.as_bytes()).unwrap_or_default();
    IdempotencyKey::parse(text).map(Some)
}

fn is_form(headers: &HeaderMap) -> bool {
    headers.get(CONTENT_TYPE).is_some_and(|value| value.as_bytes().starts_with(FORM))
}

/// The key in the form. It is opaque: nothing in it has to be decoded. A form without a key from a
/// script sends an empty one.
fn field_key(body: &Bytes) -> Option<&str> {
    let body = std::str::from_utf8(body).ok()?;
    let mut pairs = body.split('&').filter_map(|pair| pair.split_once('='));
    let key = pairs.find(|(name, _)| *name == FORM_FIELD).map(|(_, key)| key)?;
    (!key.is_empty()).then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_form_is_found_among_its_fields() {
        let found = |body: &'static str| field_key(&Bytes::from(body)).map(str::to_owned);
        assert_eq!(found("days=1&idempotency_key=6f1c&reason=x").as_deref(), Some("6f1c"));
        for body in ["", "days=1", "idempotency_key=", "idempotency_key", "my_idempotency_key=1"] {
            assert_eq!(found(body), None, "{body}");
        }
    }

    #[test]
    fn a_header_has_one_key() {
        let mut headers = HeaderMap::new();
        assert_eq!(header_key(&headers).unwrap(), None);
        headers.append(HEADER, "order-17".parse().unwrap());
        assert!(header_key(&headers).unwrap().is_some());
        headers.append(HEADER, "order-18".parse().unwrap());
        assert!(header_key(&headers).is_err());
    }
}
