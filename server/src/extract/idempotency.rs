//! The idempotency key of a request.

use axum::extract::FromRequestParts;
use http::request::Parts;

use crate::error::ApiError;
use crate::middleware::idempotency::header_key;

/// The `Idempotency-Key`, if there is one.
///
/// Errors: 400 for an empty or overlong key, a duplicate one, or one that is not text.
#[derive(Debug)]
pub struct IdempotencyKey(pub Option<service::idempotency::IdempotencyKey>);

impl<S: Sync> FromRequestParts<S> for IdempotencyKey {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        header_key(&parts.headers).map(Self).map_err(ApiError)
    }
}
