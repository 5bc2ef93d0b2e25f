//! Protection against cross-site requests.

use axum::extract::Request;
use http::header::{AUTHORIZATION, ORIGIN};
use http::{HeaderMap, Method};
use shared::error::{Code, Error, Result};

use crate::state::AppState;
use app::server::cookie_in;
use shared::realm::Realm;

/// GET requests that change something.
const CHANGING_READS: [&str; 2] = ["/api/auth/mfa/setup", "/api/customer-auth/mfa/setup"];

/// Refuses changes that were initiated by a page of another site.
///
/// Errors: 403 `CROSS_SITE_REJECTED`.
pub fn refuse_cross_site(state: &AppState, request: &Request) -> Result<()> {
    let safe = matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS)
        && !CHANGING_READS.contains(&request.uri().path());
    if safe || is_own(request.headers(), &state.config.public_origin) {
        return Ok(());
    }
    let message = "This request comes from another site and was rejected.";
    Err(Error::forbidden(Code::CrossSiteRejected, message))
}

/// Browsers report the initiator of a request in `Sec-Fetch-Site`, older ones in `Origin`. A client
/// that sends neither is not a browser: it is accepted if it sends no cookie.
fn is_own(headers: &HeaderMap, public_origin: &str) -> bool {
    let cookies = |realm: Realm| [realm.cookie(), realm.pre_auth_cookie()];
    let mut names = [Realm::Staff, Realm::Customer].into_iter().flat_map(cookies);
    let has_cookie = names.any(|name| cookie_in(headers, name).is_some());
    if headers.contains_key(AUTHORIZATION) && !has_cookie {
        return true;
    }
    if let Some(site) = headers.get("sec-fetch-site") {
        return site == "same-origin" || site == "none";
    }
    match headers.get(ORIGIN) {
        Some(origin) => origin == public_origin,
        None => !has_cookie,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::{HeaderName, HeaderValue};

    fn own(pairs: &[(&'static str, &'static str)]) -> bool {
        let pairs = pairs
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        is_own(&pairs.collect(), "https://mizan.example")
    }

    const COOKIE: (&str, &str) = ("cookie", "__Host-staff_session=token");

    #[test]
    fn a_browser_says_where_a_request_comes_from() {
        assert!(own(&[COOKIE, ("sec-fetch-site", "same-origin")]));
        assert!(own(&[COOKIE, ("sec-fetch-site", "none")]));
        assert!(!own(&[COOKIE, ("sec-fetch-site", "cross-site")]));
        assert!(!own(&[COOKIE, ("sec-fetch-site", "same-site")]));
        let own_origin = ("origin", "https://mizan.example");
        assert!(!own(&[COOKIE, ("sec-fetch-site", "cross-site"), own_origin]));
    }

    #[test]
    fn an_older_browser_says_its_origin() {
        assert!(own(&[COOKIE, ("origin", "https://mizan.example")]));
        assert!(!own(&[COOKIE, ("origin", "https://mizan.example.evil.example")]));
        assert!(!own(&[COOKIE, ("origin", "http://mizan.example")]));
        assert!(!own(&[COOKIE, ("origin", "null")]));
        assert!(!own(&[("origin", "https://evil.example")]));
    }

    #[test]
    fn a_client_that_says_nothing_must_not_bring_a_cookie() {
        assert!(!own(&[COOKIE]));
        assert!(!own(&[("cookie", "__Host-customer_session=token")]));
        assert!(!own(&[("cookie", "__Host-staff_preauth=token")]));
        assert!(!own(&[("cookie", "__Host-customer_preauth=token")]));
        assert!(own(&[]));
        assert!(own(&[("authorization", "Bearer token")]));
        assert!(!own(&[("authorization", "Bearer token"), COOKIE]));
    }
}
