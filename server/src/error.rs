//! Conversion of service errors into HTTP responses.

use axum::response::{IntoResponse, Response};
use http::header::{RETRY_AFTER, WWW_AUTHENTICATE};
use http::{HeaderValue, StatusCode};
use serde::Serialize;
use shared::error::{Code, Error, FieldError, Problem};
use utoipa::ToSchema;

use axum::Json;

/// Seconds after which a client may retry when a component is unavailable.
const UNAVAILABLE_RETRY_SECONDS: u32 = 2;

/// The result of every API handler.
pub type Answer<T> = Result<T, ApiError>;

/// An error of the service as an HTTP response.
#[derive(Clone, Debug)]
pub struct ApiError(pub Error);

impl From<Error> for ApiError {
    fn from(error: Error) -> Self {
        Self(error)
    }
}

/// The body of every unsuccessful response.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorEnvelope {
    /// Always `error`.
    #[schema(example = "error")]
    pub status: &'static str,
    /// The error.
    pub error: ErrorBody,
}

/// The error.
#[derive(Debug, Serialize, ToSchema)]
pub struct ErrorBody {
    /// Stable code, to match on.
    pub code: Code,
    /// The fault and how to correct it.
    pub message: String,
    /// Details by field of the input, if any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub errors: Vec<FieldError>,
}

/// The HTTP status of an error.
pub const fn status(error: &Error) -> StatusCode {
    match error {
        Error::Invalid(_) => StatusCode::BAD_REQUEST,
        Error::Unauthenticated(_) => StatusCode::UNAUTHORIZED,
        Error::Forbidden(_) => StatusCode::FORBIDDEN,
        Error::NotFound(_) => StatusCode::NOT_FOUND,
        Error::MethodNotAllowed(_) => StatusCode::METHOD_NOT_ALLOWED,
        Error::Conflict(_) => StatusCode::CONFLICT,
        Error::Unprocessable(_) => StatusCode::UNPROCESSABLE_ENTITY,
        Error::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
        Error::UnsupportedMedia(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
        Error::TooManyRequests { .. } => StatusCode::TOO_MANY_REQUESTS,
        Error::Internal(_) => StatusCode::INTERNAL_SERVER_ERROR,
        Error::Unavailable(_) => StatusCode::SERVICE_UNAVAILABLE,
    }
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        let Self(error) = self;
        let Problem { code, message, errors } = error.problem().clone();
        let envelope =
            ErrorEnvelope { status: "error", error: ErrorBody { code, message, errors } };
        let mut response = (status(&error), Json(envelope)).into_response();
        let headers = response.headers_mut();
        match error {
            Error::Unauthenticated(_) => {
                headers.insert(WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
            }
            Error::TooManyRequests { retry_after, .. } => {
                headers.insert(RETRY_AFTER, HeaderValue::from(retry_after));
            }
            Error::Unavailable(_) => {
                headers.insert(RETRY_AFTER, HeaderValue::from(UNAVAILABLE_RETRY_SECONDS));
            }
            Error::Invalid(_)
            | Error::Forbidden(_)
            | Error::NotFound(_)
            | Error::MethodNotAllowed(_)
            | Error::Conflict(_)
            | Error::Unprocessable(_)
            | Error::TooLarge(_)
            | Error::UnsupportedMedia(_)
            | Error::Internal(_) => {}
        }
        response
    }
}

/// 404 for an unknown address.
pub fn unknown_route() -> ApiError {
    ApiError(Error::not_found("Route"))
}

/// 405; the header `Allow` names the supported methods.
pub fn method_not_allowed() -> ApiError {
    ApiError(Error::MethodNotAllowed(problem(
        Code::MethodNotAllowed,
        "Method not allowed. See the Allow header.",
    )))
}

/// 413.
pub fn too_large(bytes_max: usize) -> ApiError {
    let kibibytes = bytes_max / 1024;
    ApiError(Error::TooLarge(problem(
        Code::PayloadTooLarge,
        &format!("The request body is too large. Maximum {kibibytes} KiB."),
    )))
}

/// 415.
pub fn unsupported_media(expected: &str) -> ApiError {
    ApiError(Error::UnsupportedMedia(problem(
        Code::UnsupportedMediaType,
        &format!("Send the body with Content-Type: {expected}."),
    )))
}

fn problem(code: Code, message: &str) -> Problem {
    Problem { code, message: message.to_owned(), errors: Vec::new() }
}

#[cfg(test)]
mod tests {
    use shared::error::FieldCode;

    use super::*;

    #[test]
    fn details_are_left_out_where_there_are_none() {
        let envelope = |error: Error| {
            let Problem { code, message, errors } = error.problem().clone();
            let error = ErrorBody { code, message, errors };
            serde_json::to_string(&ErrorEnvelope { status: "error", error }).unwrap()
        };
        assert_eq!(
            envelope(Error::not_found("Appraisal")),
            r#"{"status":"error","error":{"code":"NOT_FOUND","message":"Appraisal not found"}}"#
        );
        assert!(
            envelope(Error::field("page", FieldCode::Invalid, "No.")).contains(r#""field":"page""#)
        );
    }

    #[test]
    fn answers_say_when_to_come_back_and_how_to_sign_in() {
        let header = |error: Error, name| ApiError(error).into_response().headers()[name].clone();
        assert_eq!(header(Error::too_many_requests(7), RETRY_AFTER), "7");
        assert_eq!(header(Error::unavailable(), RETRY_AFTER), "2");
        assert_eq!(header(Error::unauthenticated(), WWW_AUTHENTICATE), "Bearer");
    }
}
