//! Security headers of responses.

use axum::response::Response;
use http::header::{
    CACHE_CONTROL, CONNECTION, CONTENT_SECURITY_POLICY, REFERRER_POLICY, STRICT_TRANSPORT_SECURITY,
    X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use http::{HeaderName, HeaderValue};

use crate::phase::Phase;

/// A response other than a page may load nothing, and may not be framed. Pages have a policy of
/// their own, with the nonce of their scripts.
const STRICT_POLICY: &str = "default-src 'none'; frame-ancestors 'none'";
const PERMISSIONS: &str = "accelerometer=(), camera=(), geolocation=(), gyroscope=(), \
     magnetometer=(), microphone=(), payment=(), usb=()";

/// Sent unless the handler has set its own.
const HEADERS: [(HeaderName, &str); 9] = [
    (CONTENT_SECURITY_POLICY, STRICT_POLICY),
    (STRICT_TRANSPORT_SECURITY, "max-age=31536000; includeSubDomains"),
    (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (X_FRAME_OPTIONS, "DENY"),
    (REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS),
    (CACHE_CONTROL, "no-store"),
];

/// Pages that a browser has prefetched or prerendered.
const PREPARED_PAGES: &str = "\"prefetchCache\", \"prerenderCache\"";

/// Makes the browser discard prepared pages after a change.
pub fn discard_prepared_pages(response: &mut Response) {
    let name = HeaderName::from_static("clear-site-data");
    response.headers_mut().insert(name, HeaderValue::from_static(PREPARED_PAGES));
}

/// Adds the headers that the handler has not set. After the signal to stop, the connection is
/// closed with the response, so that no request meets its end.
pub fn add_headers(phase: Phase, response: &mut Response) {
    if phase != Phase::Serving {
        response.headers_mut().insert(CONNECTION, HeaderValue::from_static("close"));
    }
    for (name, value) in HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
}
