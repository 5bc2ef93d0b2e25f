//! Authentication: performed once per request, for the API, server functions and pages alike.

use axum::extract::Request;
use http::HeaderMap;
use http::header::{AUTHORIZATION, USER_AGENT};
use service::caller::RequestContext;
use shared::api_token::API_TOKEN_PREFIX;
use shared::{Error, Result};

use super::access_log::RequestId;
use super::client_address::client_address;
use super::{Authentication, PortalAuthentication};
use crate::state::AppState;
use app::server::cookie_in;
use shared::realm::Realm;

const USER_AGENT_LENGTH_MAX: usize = 200;

/// Adds the [`RequestContext`] to the request, and depending on its address an [`Authentication`]
/// of staff or a [`PortalAuthentication`] of a customer: never both.
pub async fn authenticate(state: &AppState, request: &mut Request) {
    let context = request_context(state, request);
    let realm = Realm::of(request.uri().path());
    let token = token(request.headers(), realm).map(|token| token.map(str::to_owned));
    let (service, with) = (&state.service, context.clone());
    match realm {
        Realm::Staff => {
            let found = match token {
                Ok(Some(token)) => service.sessions().authenticate(&token, with).await.map(Some),
                Ok(None) => Ok(None),
                Err(error) => Err(error),
            };
            request.extensions_mut().insert(Authentication(found));
        }
        Realm::Customer => {
            let found = match token {
                Ok(Some(token)) => service.portal().authenticate(&token, with).await.map(Some),
                Ok(None) => Ok(None),
                Err(error) => Err(error),
            };
            request.extensions_mut().insert(PortalAuthentication(found));
        }
    }
    request.extensions_mut().insert(context);
}

fn request_context(state: &AppState, request: &Request) -> RequestContext {
    let user_agent = request.headers().get(USER_AGENT).and_then(|value| value.to_str().ok());
    RequestContext {
        request_id: request.extensions().get::<RequestId>().map(|RequestId(id)| id.clone()),
        ip: client_address(request, &state.config.trusted_proxies).map(|ip| ip.to_string()),
        user_agent: user_agent.map(|text| text.chars().take(USER_AGENT_LENGTH_MAX).collect()),
    }
}

/// The token of a request. A header `Authorization` takes precedence: an invalid one does not fall
/// back to the cookie.
///
/// Errors: 401 for two such headers, for any scheme but `Bearer`, and for an API token in a cookie,
/// which is reserved for sessions.
fn token(headers: &HeaderMap, realm: Realm) -> Result<Option<&str>> {
    let mut values = headers.get_all(AUTHORIZATION).into_iter();
    match (values.next(), values.next()) {
        (None, _) => match cookie_in(headers, realm.cookie()) {
            Some(token) if token.starts_with(API_TOKEN_PREFIX) => Err(refused()),
            cookie => Ok(cookie.filter(|token| !token.is_empty())),
        },
        (Some(value), None) => value.to_str().ok().and_then(bearer).map(Some).ok_or_else(refused),
        (Some(_), Some(_)) => Err(refused()),
    }
}

fn bearer(value: &str) -> Option<&str> {
    let (scheme, token) = value.split_once(' ')?;
    let token = token.trim();
    (scheme.eq_ignore_ascii_case("Bearer") && !token.is_empty()).then_some(token)
}

fn refused() -> Error {
    Error::unauthenticated()
}

#[cfg(test)]
mod tests {
    use super::*;
    use http::HeaderValue;
    use http::header::COOKIE;

    fn headers(authorization: &[&'static str], cookie: Option<&'static str>) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in authorization {
            headers.append(AUTHORIZATION, HeaderValue::from_static(value));
        }
        if let Some(cookie) = cookie {
            headers.append(COOKIE, HeaderValue::from_static(cookie));
        }
        headers
    }

    #[test]
    fn the_header_decides_alone() {
        let cookie = Some("__Host-staff_session=from-cookie");
        assert_eq!(token(&headers(&[], cookie), Realm::Staff), Ok(Some("from-cookie")));
        assert_eq!(
            token(&headers(&["bearer from-header"], cookie), Realm::Staff),
            Ok(Some("from-header"))
        );
        for bad in ["Basic YTpi", "Bearer", "Bearer ", "from-header", ""] {
            assert!(token(&headers(&[bad], cookie), Realm::Staff).is_err(), "{bad}");
        }
        assert!(token(&headers(&["Bearer a", "Bearer a"], cookie), Realm::Staff).is_err());
    }

    #[test]
    fn each_realm_looks_at_its_own_cookie() {
        let cookies = Some("__Host-staff_session=a; __Host-customer_session=b");
        assert_eq!(token(&headers(&[], cookies), Realm::Staff), Ok(Some("a")));
        assert_eq!(token(&headers(&[], cookies), Realm::Customer), Ok(Some("b")));
    }

    #[test]
    fn an_integration_has_no_cookie() {
        let cookie = Some("__Host-staff_session=mizan_abc");
        assert!(token(&headers(&[], cookie), Realm::Staff).is_err());
        assert_eq!(
            token(&headers(&["Bearer mizan_abc"], cookie), Realm::Staff),
            Ok(Some("mizan_abc"))
        );
    }

    #[test]
    fn nobody_is_nobody() {
        assert_eq!(token(&headers(&[], None), Realm::Staff), Ok(None));
        assert_eq!(token(&headers(&[], Some("__Host-staff_session=")), Realm::Staff), Ok(None));
    }
}
