//! The name under which a request may be sent again.

use axum::extract::FromRequestParts;
use http::request::Parts;
use shared::error::Error;

use crate::error::ApiError;

const HEADER: &str = "idempotency-key";

/// The `Idempotency-Key`, where there is one.
///
/// Errors: 400 for an empty or too long one, one given twice, or one that is no text.
#[derive(Debug)]
pub struct IdempotencyKey(pub Option<service::credit::IdempotencyKey>);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        let mut given = parts.headers.get_all(HEADER).iter();
        let Some(key) = given.next() else { return Ok(Self(None)) };
        let text = std::str::from_utf8(key.as_bytes()).unwrap_or_default();
        if given.next().is_some() {
            let message = "Give one Idempotency-Key only.";
            return Err(ApiError(Error::field("Idempotency-Key", "DUPLICATE", message)));
        }
        let key = service::credit::IdempotencyKey::parse(text).map_err(ApiError)?;
        Ok(Self(Some(key)))
    }
}
