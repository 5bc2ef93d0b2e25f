//! Redirects by pages: to another page, or back to the refused form.

use axum::extract::Request;
use axum::response::Response;
use http::header::{HOST, LOCATION, REFERER};
use http::{HeaderMap, Method, StatusCode, Uri};

use crate::state::AppState;

/// Leptos redirects a form that was posted without JavaScript to its `Referer`. A foreign one is
/// removed, which redirects to the start page instead.
pub fn forget_foreign_referrer(state: &AppState, request: &mut Request) {
    if !is_own(request.headers(), &state.config.public_origin) {
        request.headers_mut().remove(REFERER);
    }
}

/// Returns true for a `Referer` of the public origin, or of the requested host.
fn is_own(headers: &HeaderMap, public_origin: &str) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let Some(referrer) = text(REFERER).and_then(|text| text.parse::<Uri>().ok()) else {
        return false;
    };
    let (Some(scheme), Some(authority)) = (referrer.scheme_str(), referrer.authority()) else {
        return false;
    };
    let is_own_host = matches!(scheme, "http" | "https") && text(HOST) == Some(authority.as_str());
    is_own_host || format!("{scheme}://{authority}") == public_origin
}

/// Returns true for a request to a page, which may respond with a redirect.
pub fn is_page(request: &Request) -> bool {
    matches!(*request.method(), Method::GET | Method::HEAD)
        && !request.uri().path().starts_with("/api/")
}

/// Leptos sets the status of a redirecting page only for browsers; other clients have to follow it
/// as well.
pub fn set_redirect_status(response: &mut Response) {
    if response.status() == StatusCode::OK && response.headers().contains_key(LOCATION) {
        *response.status_mut() = StatusCode::FOUND;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn only_a_page_of_ours_is_led_back_to() {
        let own = |referrer: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(REFERER, HeaderValue::from_static(referrer));
            headers.insert(HOST, HeaderValue::from_static("localhost:3000"));
            is_own(&headers, "https://mizan.example")
        };
        for referrer in [
            "https://mizan.example/login?next=%2Fleave",
            "https://mizan.example",
            "http://localhost:3000/portal/login",
        ] {
            assert!(own(referrer), "{referrer}");
        }
        for referrer in [
            "https://evil.example/p",
            "https://mizan.example.evil.example/",
            "https://mizan.example@evil.example/",
            "http://mizan.example/login",
            "https://localhost:3001/",
            "ftp://localhost:3000/",
            "//evil.example/",
            "/login",
            "javascript:alert(1)",
            "",
        ] {
            assert!(!own(referrer), "{referrer}");
        }
    }
}
