//! Extractors for handlers. Every refusal is a response in the common envelope.

mod json;
mod query;

use axum::extract::{FromRequestParts, Path};
use axum::response::{IntoResponse, Response};
use http::Method;
use http::header::ALLOW;
use http::request::Parts;
use shared::error::{Code, Error};
use std::str::FromStr;

use crate::error::{ApiError, method_not_allowed};
use crate::middleware::{Authentication, PortalAuthentication};

pub use json::{Csv, Image, Json, NoBody};
pub use query::Query;

/// An authenticated member of staff.
///
/// Errors: 401.
#[derive(Debug)]
pub struct Caller(pub service::Caller);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        match parts.extensions.get::<Authentication>() {
            Some(Authentication(Ok(Some(caller)))) => Ok(Self(caller.clone())),
            Some(Authentication(Err(error))) => Err(ApiError(error.clone())),
            Some(Authentication(Ok(None))) | None => Err(ApiError(Error::unauthenticated())),
        }
    }
}

/// An authenticated customer at the portal.
///
/// Errors: 401.
#[derive(Debug)]
pub struct PortalCaller(pub service::portal::PortalCaller);

impl<S: Sync> FromRequestParts<S> for PortalCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        match parts.extensions.get::<PortalAuthentication>() {
            Some(PortalAuthentication(Ok(Some(caller)))) => Ok(Self(caller.clone())),
            Some(PortalAuthentication(Err(error))) => Err(ApiError(error.clone())),
            Some(PortalAuthentication(Ok(None))) | None => Err(ApiError(Error::unauthenticated())),
        }
    }
}

/// The caller, on routes with another requirement than a permission: it is also checked before the
/// query and the body, and the service checks it again.
macro_rules! required {
    ($($(#[$meta:meta])* $name:ident: $extractor:ident($caller:ty) = $require:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name(pub $caller);

        impl<S: Sync> FromRequestParts<S> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
                let $extractor(caller) = $extractor::from_request_parts(parts, state).await?;
                caller.$require()?;
                Ok(Self(caller))
            }
        }
    )+};
}

required! {
    /// A caller in a session of their own, as opposed to an API token.
    SessionHolder: Caller(service::Caller) = require_session;
    /// The same, with a password of their own: the requirement for enrolling a second factor.
    SignedIn: Caller(service::Caller) = require_own_sign_in;
    /// A customer with a password of their own: the requirement for enrolling a second factor.
    PortalEnroller: PortalCaller(service::portal::PortalCaller) = require_own_password;
    /// A customer who meets all requirements of the organization.
    PortalReady: PortalCaller(service::portal::PortalCaller) = require_ready;
}

/// Accepts GET and refuses HEAD, where a read has a side effect.
///
/// Errors: 405.
#[derive(Debug)]
pub struct RefuseHead;

impl<S: Sync> FromRequestParts<S> for RefuseHead {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        if parts.method == Method::HEAD {
            return Err(([(ALLOW, "GET")], method_not_allowed()).into_response());
        }
        Ok(Self)
    }
}

/// An id in the path. A malformed one is read as the nil id, which no record has: the response is
/// the same as for an unknown id, after the same checks.
#[derive(Debug)]
pub struct Id<T>(pub T);

const UUID_LENGTH: usize = 36;

impl<S: Send + Sync, T: FromStr<Err = uuid::Error>> FromRequestParts<S> for Id<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let text = Path::<String>::from_request_parts(parts, state).await;
        id(&text.map(|Path(text)| text).unwrap_or_default()).map(Self)
    }
}

fn id<T: FromStr<Err = uuid::Error>>(text: &str) -> Result<T, ApiError> {
    let nil = uuid::Uuid::nil().to_string();
    let id = if text.len() == UUID_LENGTH { text.parse() } else { nil.parse() };
    id.or_else(|_| nil.parse()).map_err(|_| ApiError(Error::internal()))
}

/// A key in the path, such as that of a role.
#[derive(Debug)]
pub struct Key(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let text = Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(key(text.map(|Path(text)| text).unwrap_or_default())))
    }
}

/// Replaces a key that no database can store with the empty key, which no record has.
fn key(text: String) -> String {
    if text.contains('\0') { String::new() } else { text }
}

/// A key in the path, followed by an id.
#[derive(Debug)]
pub struct KeyAndId<T>(pub String, pub T);

impl<S: Send + Sync, T: FromStr<Err = uuid::Error>> FromRequestParts<S> for KeyAndId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let texts = Path::<(String, String)>::from_request_parts(parts, state).await;
        let (first, second) = texts.map(|Path(texts)| texts).unwrap_or_default();
        Ok(Self(key(first), id(&second)?))
    }
}

/// 400 `VALIDATION_FAILED`, with the given message and no details.
fn invalid(message: &str) -> ApiError {
    ApiError(Error::invalid(Code::ValidationFailed, message))
}
