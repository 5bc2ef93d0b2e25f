//! Reading and writing of cookies. No other module does so.

use axum::http::header::{ACCEPT_LANGUAGE, COOKIE, HeaderMap, HeaderValue, SET_COOKIE};
use axum::http::request::Parts;
use leptos::prelude::use_context;
use leptos_axum::ResponseOptions;

/// The value of a cookie in the headers of a request.
pub fn cookie_in<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h str> {
    let cookies = headers.get_all(COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|it| it.split_once('='));
    pairs.find(|(key, _)| key.trim() == name).map(|(_, value)| value.trim())
}

/// The value of a cookie of the request.
pub fn cookie(name: &str) -> Option<String> {
    cookie_in(&use_context::<Parts>()?.headers, name).map(str::to_owned)
}

/// The value of the header `Accept-Language`.
pub fn accepted_languages() -> Option<String> {
    let headers = use_context::<Parts>()?.headers;
    headers.get(ACCEPT_LANGUAGE)?.to_str().ok().map(str::to_owned)
}

/// A `Set-Cookie` header that stores a token for some seconds, inaccessible to scripts; 0 deletes
/// it.
pub fn token_cookie(name: &str, token: &str, seconds: i64) -> String {
    format!("{name}={token}; Path=/; Max-Age={seconds}; Secure; HttpOnly; SameSite=Lax")
}

/// Stores a token in a cookie for some seconds.
pub fn set_token_cookie(name: &str, token: &str, seconds: i64) {
    set_cookie(&token_cookie(name, token, seconds));
}

/// Deletes the cookie of a token.
pub fn clear_token_cookie(name: &str) {
    set_token_cookie(name, "", 0);
}

/// Stores a preference of the user in a cookie for a year.
pub fn set_preference_cookie(name: &str, value: &str) {
    set_cookie(&preference_cookie(name, value));
}

fn preference_cookie(name: &str, value: &str) -> String {
    format!("{name}={value}; Path=/; Max-Age=31536000; SameSite=Lax")
}

fn set_cookie(cookie: &str) {
    let (Some(response), Ok(value)) =
        (use_context::<ResponseOptions>(), HeaderValue::from_str(cookie))
    else {
        return;
    };
    response.append_header(SET_COOKIE, value);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preference_is_valid_on_every_page_for_a_year() {
        let cookie = preference_cookie("mizan_language", "ar");
        assert_eq!(cookie, "mizan_language=ar; Path=/; Max-Age=31536000; SameSite=Lax");
    }

    #[test]
    fn a_cookie_is_found_among_others_and_across_headers() {
        let mut headers = HeaderMap::new();
        headers.append(COOKIE, HeaderValue::from_static("theme=dark; __Host-staff_sessio=no"));
        assert_eq!(cookie_in(&headers, "__Host-staff_session"), None);
        headers.append(COOKIE, HeaderValue::from_static("a=b; __Host-staff_session=token=="));
        assert_eq!(cookie_in(&headers, "__Host-staff_session"), Some("token=="));
        assert_eq!(cookie_in(&headers, "theme"), Some("dark"));
        assert_eq!(cookie_in(&headers, "them"), None);
    }
}
