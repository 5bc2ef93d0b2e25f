//! Bodies are read whole, up to a limit, before anything looks at them: so that the limit holds
//! for the API, for server functions, and for bodies that do not say how long they are.

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use shared::error::{Code, Error};

use super::Authentication;
use crate::error::{ApiError, too_large};

/// For sign-in, and for everybody who has not signed in.
const SIGN_IN_BYTES_MAX: usize = 64 * 1024;
/// Where files are sent, by programs and by the page.
const IMPORTS: [&str; 2] = ["/api/staff/import", "/api/ui/people/import"];
/// For files.
const IMPORT_BYTES_MAX: usize = 5 * 1024 * 1024;
/// For everything else.
const BYTES_MAX: usize = 1024 * 1024;

/// Reads the body, or refuses it with 413.
pub async fn body(request: Request, next: Next) -> Response {
    let bytes_max = bytes_max(&request);
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return next.run(Request::from_parts(parts, Body::empty())).await;
    }
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX);
    if body.size_hint().lower() > limit {
        return too_large(bytes_max).into_response();
    }
    match Limited::new(body, bytes_max).collect().await {
        Ok(read) => next.run(Request::from_parts(parts, Body::from(read.to_bytes()))).await,
        Err(error) if error.is::<LengthLimitError>() => too_large(bytes_max).into_response(),
        Err(_) => {
            let message = "The body ended before it was complete.";
            ApiError(Error::invalid(Code::ValidationFailed, message)).into_response()
        }
    }
}

fn bytes_max(request: &Request) -> usize {
    let path = request.uri().path();
    let is_known =
        matches!(request.extensions().get::<Authentication>(), Some(Authentication(Ok(Some(_)))));
    let is_sign_in = path.starts_with("/api/auth/") || path.starts_with("/api/ui/session/");
    if is_sign_in || !is_known {
        SIGN_IN_BYTES_MAX
    } else if IMPORTS.contains(&path) {
        IMPORT_BYTES_MAX
    } else {
        BYTES_MAX
    }
}
