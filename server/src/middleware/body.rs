//! Bodies are read completely, up to a limit, before any processing: so that the limit applies to
//! the API, to server functions, and to bodies without a declared length.

use std::time::Duration;

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use shared::error::{Code, Error};
use tokio::time::{Instant, timeout_at};

use super::Authentication;
use super::server_function::refuse_loose_body;
use crate::error::{Answer, ApiError, too_large};

/// For sign-in, and for all unauthenticated requests.
const SIGN_IN_BYTES_MAX: usize = 64 * 1024;
/// The address to which programs send files.
const IMPORT: &str = "/api/staff/import";
/// For files.
const IMPORT_BYTES_MAX: usize = 5 * 1024 * 1024;
/// The addresses to which forms of pages send files. A slightly too large file is refused by the
/// form, which reports it on the page.
const FILE_FORMS: [&str; 2] = [app::people::UPLOAD_PATH, app::people::LOGO_UPLOAD_PATH];
const FILE_FORM_BYTES_MAX: usize = 2 * IMPORT_BYTES_MAX;
/// For everything else.
const BYTES_MAX: usize = 1024 * 1024;

/// The time for which a client may be slow before the minimum rate applies.
const PATIENCE: Duration = Duration::from_secs(5);
/// The minimum rate of a head or a body in bytes per second after that. A slow telephone line is
/// several times as fast.
const BYTES_PER_SECOND_MIN: usize = 1_024;

/// The deadline of the next byte, after the given number of bytes since `began`.
pub fn due(began: Instant, bytes: usize) -> Instant {
    let seconds = u64::try_from(bytes / BYTES_PER_SECOND_MIN).unwrap_or(u64::MAX);
    let due = PATIENCE.checked_add(Duration::from_secs(seconds));
    due.and_then(|due| began.checked_add(due)).unwrap_or(began)
}

/// The request with its body read.
///
/// Errors: 413 for a body that is too large, 400 for one that does not arrive, or too slowly.
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
    let bytes = read_in_time(Limited::new(body, bytes_max), bytes_max).await?;
    refuse_loose_body(&parts, &bytes)?;
    Ok(Request::from_parts(parts, Body::from(bytes)))
}

async fn read_in_time(mut body: Limited<Body>, bytes_max: usize) -> Answer<Bytes> {
    let began = Instant::now();
    let (mut parts, mut length) = (Vec::<Bytes>::new(), 0);
    loop {
        match timeout_at(due(began, length), body.frame()).await {
            Err(_) => return Err(invalid("The request body was sent too slowly. Try again.")),
            Ok(None) => break,
            Ok(Some(Ok(frame))) => {
                let Ok(part) = frame.into_data() else { continue };
                length += part.len();
                parts.push(part);
            }
            Ok(Some(Err(error))) if error.is::<LengthLimitError>() => {
                return Err(too_large(bytes_max));
            }
            Ok(Some(Err(_))) => return Err(invalid("The request body is incomplete.")),
        }
    }
    Ok(match <[Bytes; 1]>::try_from(parts) {
        Ok([whole]) => whole,
        Err(parts) => Bytes::from(parts.concat()),
    })
}

fn invalid(message: &str) -> ApiError {
    ApiError(Error::invalid(Code::ValidationFailed, message))
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
    } else if FILE_FORMS.contains(&path) {
        FILE_FORM_BYTES_MAX
    } else {
        BYTES_MAX
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures::{StreamExt, stream};

    use super::*;

    /// A body with the given number of bytes in each of twenty seconds.
    fn arriving(bytes: usize) -> Request {
        let part = move |_| async move {
            tokio::time::sleep(Duration::from_secs(1)).await;
            Ok::<_, Infallible>(Bytes::from(vec![b'.'; bytes]))
        };
        Request::new(Body::from_stream(stream::iter(0..20).then(part)))
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_arrives_too_slowly_is_given_up() {
        let refused = read_body(arriving(10)).await.unwrap_err();
        assert!(refused.0.problem().message.contains("too slowly"), "{refused:?}");
    }

    #[tokio::test(start_paused = true)]
    async fn a_body_that_arrives_slowly_enough_is_read() {
        assert!(read_body(arriving(BYTES_PER_SECOND_MIN)).await.is_ok());
    }
}
