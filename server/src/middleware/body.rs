//! Bodies are read whole, up to a limit, before anything looks at them: so that the limit holds
//! for the API, for server functions, and for bodies that do not say how long they are.

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use shared::error::{Code, Error};

use super::Authentication;
use super::nul::refuse_nul_in_body;
use crate::error::{Answer, ApiError, too_large};

/// For sign-in, and for everybody who has not signed in.
const SIGN_IN_BYTES_MAX: usize = 64 * 1024;
/// Where programs send files.
const IMPORT: &str = "/api/staff/import";
/// For files.
const IMPORT_BYTES_MAX: usize = 5 * 1024 * 1024;
/// Where the page sends the same as a field of a form.
const IMPORT_FORM: &str = "/api/ui/people/import";
/// A form writes a byte that is no Latin letter in three.
const IMPORT_FORM_BYTES_MAX: usize = 3 * IMPORT_BYTES_MAX + 1024;
/// For everything else.
const BYTES_MAX: usize = 1024 * 1024;

/// The request with its body read.
///
/// Errors: 413 for one that is too large, 400 for one that does not arrive.
pub async fn read_body(request: Request) -> Answer<Request> {
    let bytes_max = bytes_max(&request);
    let (parts, body) = request.into_parts();
    if body.is_end_stream() {
        return Ok(Request::from_parts(parts, Body::empty()));
    }
    let limit = u64::try_from(bytes_max).unwrap_or(u64::MAX);
    if body.size_hint().lower() > limit {
        return Err(too_large(bytes_max));
    }
    match Limited::new(body, bytes_max).collect().await {
        Ok(read) => {
            let bytes = read.to_bytes();
            refuse_nul_in_body(&parts, &bytes)?;
            Ok(Request::from_parts(parts, Body::from(bytes)))
        }
        Err(error) if error.is::<LengthLimitError>() => Err(too_large(bytes_max)),
        Err(_) => {
            let message = "The body ended before it was complete.";
            Err(ApiError(Error::invalid(Code::ValidationFailed, message)))
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
    } else if path == IMPORT {
        IMPORT_BYTES_MAX
    } else if path == IMPORT_FORM {
        IMPORT_FORM_BYTES_MAX
    } else {
        BYTES_MAX
    }
}
