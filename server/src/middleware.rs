//! What every request passes before it reaches its handler, and every answer on its way out.

pub mod access_log;
pub mod authentication;
pub mod body;
pub mod client_address;
pub mod cross_site;
pub mod headers;
pub mod panic;
pub mod realm;
pub mod timeout;

pub use app::server::{Authentication, PortalAuthentication};
pub use client_address::PeerAddress;

use http::HeaderMap;
use http::header::COOKIE;

use realm::Realm;

/// The cookie of a request that holds a session of this realm.
fn session_cookie(headers: &HeaderMap, realm: Realm) -> Option<&str> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|it| it.split_once('='));
    pairs.find(|(name, _)| name.trim() == realm.cookie()).map(|(_, value)| value.trim())
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;

    #[test]
    fn the_session_cookie_is_found_among_others_and_across_headers() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("theme=dark; __Host-staff_sessio=no"));
        assert_eq!(session_cookie(&headers, Realm::Staff), None);
        headers.append(COOKIE, HeaderValue::from_static("a=b; __Host-staff_session=token=="));
        assert_eq!(session_cookie(&headers, Realm::Staff), Some("token=="));
        assert_eq!(session_cookie(&headers, Realm::Customer), None);
    }
}
