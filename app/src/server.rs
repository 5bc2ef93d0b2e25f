//! Access of server functions to the request: the service, the caller and the demo accounts.
//!
//! The server puts [`Service`], [`Authentication`] and, for a demo database, [`DemoAccounts`] into
//! the context of every page and server function, and [`RequestContext`] into the extensions of the
//! request.

pub(crate) mod cookie;

use std::sync::Arc;

use axum::http::StatusCode;
use axum::http::header::{
    ACCEPT, CACHE_CONTROL, HOST, HeaderMap, HeaderName, HeaderValue, ORIGIN, RETRY_AFTER,
};
use axum::http::request::Parts;
use leptos::prelude::*;
use leptos_axum::ResponseOptions;
use service::caller::RequestContext;
use service::demo::DemoAccount;
use service::idempotency::IdempotencyKey;
use service::portal::PortalCaller;
use service::{Caller, Service};
use shared::error::{Code, FieldCode};
use shared::mfa::{MfaCompleteInput, MfaLoginInput, RegenerateInput};
use shared::realm::Realm;
use shared::session::PasswordInput;
use shared::{Error, Result};

use crate::error::{UiResult, status_of};
pub use cookie::{
    clear_token_cookie, cookie, cookie_in, set_preference_cookie, set_token_cookie, token_cookie,
};

/// The request header of forms that the page script submits.
const FORM: HeaderName = HeaderName::from_static("mizan-form");
/// The response header with the address of the next page.
const NEXT: HeaderName = HeaderName::from_static("mizan-next");
/// The response header with the confirmation, in percent-encoded UTF-8, if it depends on the
/// result.
const CONFIRM: HeaderName = HeaderName::from_static("mizan-confirm");

/// The result of authentication: no caller, an authenticated one, or refused credentials.
#[derive(Clone, Debug)]
pub struct Authentication(pub Result<Option<Caller>>);

/// The same for customers at the portal.
#[derive(Clone, Debug)]
pub struct PortalAuthentication(pub Result<Option<PortalCaller>>);

/// The accounts of a demo database; absent for any other database.
#[derive(Clone, Debug)]
pub struct DemoAccounts(pub Arc<[DemoAccount]>);

/// The service.
///
/// Errors: 500 outside of a request.
pub fn service() -> Result<Service> {
    from_request::<Service>().ok_or_else(|| {
        tracing::error!("the service is not in the context of this request");
        Error::internal()
    })
}

/// A new idempotency key for the form that is being rendered; empty outside of a request.
pub fn one_time_key() -> String {
    service().map(|service| service.idempotency_keys().fresh()).unwrap_or_default()
}

/// The caller, if any.
///
/// Errors: 503 if the caller could not be determined; refused credentials count as no caller.
pub fn optional_caller() -> Result<Option<Caller>> {
    found(from_request::<Authentication>().map(|it| it.0))
}

/// The caller.
///
/// Errors: 401 if not signed in.
pub fn caller() -> Result<Caller> {
    optional_caller()?.ok_or_else(Error::unauthenticated)
}

/// The caller with the idempotency key from the request body; an empty key is ignored.
///
/// Errors: 400 for a key that is too long; 401 if not signed in.
pub fn caller_with_key(key: &str) -> Result<Caller> {
    let caller = caller()?;
    if key.is_empty() {
        return Ok(caller);
    }
    Ok(caller.with_idempotency_key(IdempotencyKey::parse(key)?))
}

/// The signed-in customer, if any; only on portal paths.
///
/// Errors: 503 if the customer could not be determined; refused credentials count as no customer.
pub fn optional_customer() -> Result<Option<PortalCaller>> {
    found(from_request::<PortalAuthentication>().map(|it| it.0))
}

/// The signed-in customer.
///
/// Errors: 401 if not signed in.
pub fn customer() -> Result<PortalCaller> {
    optional_customer()?.ok_or_else(Error::unauthenticated)
}

/// The result of authentication, in which refused credentials count as none.
fn found<T>(authentication: Option<Result<Option<T>>>) -> Result<Option<T>> {
    match authentication {
        None | Some(Err(Error::Unauthenticated(_))) => Ok(None),
        Some(found) => found,
    }
}

/// The data of the request for the audit log.
pub fn request_context() -> RequestContext {
    from_request::<RequestContext>().unwrap_or_default()
}

/// A value of the request: from the Leptos context, else from the extensions of the request.
fn from_request<T: Clone + Send + Sync + 'static>() -> Option<T> {
    use_context::<T>().or_else(|| use_context::<Parts>()?.extensions.get::<T>().cloned())
}

/// Converts the result of a server function, and sets the response status of an error.
pub fn answer<T>(result: Result<T>) -> UiResult<T> {
    result.map_err(|error| {
        set_status(&error);
        error.into()
    })
}

/// Sets the response status of an error, except on a page or for a form posted without JavaScript:
/// its response must remain the redirect back to the form.
pub fn set_status(error: &Error) {
    let (Some(parts), Some(response)) = (use_context::<Parts>(), use_context::<ResponseOptions>())
    else {
        return;
    };
    if accepts_html(&parts.headers) {
        return;
    }
    if let Ok(status) = StatusCode::from_u16(status_of(error)) {
        response.set_status(status);
    }
    if let Error::TooManyRequests { retry_after, .. } = error {
        response.insert_header(RETRY_AFTER, HeaderValue::from(*retry_after));
    }
}

/// The scheme and the host of the service, as the browser knows them: from its header `Origin`, or
/// else the host that was requested.
pub fn origin() -> String {
    let Some(parts) = use_context::<Parts>() else { return String::new() };
    let header = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
    let host = || Some(format!("https://{}", header(HOST)?));
    let origin = header(ORIGIN).filter(|text| text.starts_with("http")).map(str::to_owned);
    origin.or_else(host).unwrap_or_default()
}

/// Redirects after a form that was posted without JavaScript or submitted by the page script. The
/// WebAssembly bundle displays the response itself and stays on the page.
pub fn redirect_if_form(path: &str) {
    if is_plain_form() {
        leptos_axum::redirect(path);
    } else if is_sent_form()
        && let (Some(response), Ok(path)) =
            (use_context::<ResponseOptions>(), HeaderValue::from_str(path))
    {
        response.insert_header(NEXT, path);
    }
}

/// Sets a confirmation that depends on the result, so the form cannot contain it.
pub fn confirm_done(text: &str) {
    let text = HeaderValue::from_str(&crate::return_path::encode(text));
    if is_sent_form()
        && let (Some(response), Ok(text)) = (use_context::<ResponseOptions>(), text)
    {
        response.insert_header(CONFIRM, text);
    }
}

/// True if the page script submitted the form. It displays errors with the texts of the server.
pub fn is_sent_form() -> bool {
    use_context::<Parts>().is_some_and(|parts| parts.headers.contains_key(FORM))
}

/// True if the request is a form that was posted without JavaScript.
pub fn is_plain_form() -> bool {
    use_context::<Parts>().is_some_and(|parts| accepts_html(&parts.headers))
}

/// Sets the status of the page that is being rendered.
pub fn set_page_status(status: u16) {
    let (Some(response), Ok(status)) =
        (use_context::<ResponseOptions>(), StatusCode::from_u16(status))
    else {
        return;
    };
    response.set_status(status);
}

/// Allows the back/forward cache for the page that sent this request: a `no-store` response to a
/// script would exclude the page. Without effect during rendering.
pub fn allow_page_cache() {
    if let Some(response) = use_context::<ResponseOptions>()
        && !is_plain_form()
    {
        response.insert_header(CACHE_CONTROL, HeaderValue::from_static("private, no-cache"));
    }
}

/// Errors: 400 for a form without JavaScript, which could not display data that is shown only once.
///
/// * `what`: the data in the response, in the plural.
pub fn require_script(what: &str) -> Result<()> {
    if is_plain_form() {
        let message = format!("Turn on JavaScript: the {what} are shown only once.");
        return Err(Error::invalid(Code::ValidationFailed, message));
    }
    Ok(())
}

/// The input of the second sign-in step; browsers store the token of the first step in a cookie.
///
/// Errors: 401 `INVALID_PRE_AUTH_TOKEN` without a token.
pub fn second_step(realm: Realm, code: String) -> Result<MfaLoginInput> {
    let pre_auth_token = cookie(realm.pre_auth_cookie()).filter(|token| !token.is_empty());
    let pre_auth_token = pre_auth_token.ok_or_else(shared::mfa::invalid_pre_auth_token)?;
    Ok(MfaLoginInput { pre_auth_token, code: shared::digits::latin(&code) })
}

/// The input that completes the setup of a second factor; its response contains recovery codes.
///
/// Errors: 400 for a form without JavaScript, which could not display them.
pub fn first_code(code: &str) -> Result<MfaCompleteInput> {
    require_script("codes")?;
    Ok(MfaCompleteInput::new(shared::digits::latin(code)))
}

/// The input that replaces recovery codes.
///
/// Errors: 400 for a form without JavaScript, which could not display them.
pub fn new_codes(current_password: String, code: &str) -> Result<RegenerateInput> {
    require_script("codes")?;
    Ok(RegenerateInput { current_password, code: shared::digits::latin(code) })
}

/// A password change with the new password entered twice.
///
/// Errors: 400 for the field `again` if the two entries differ.
pub fn new_password(
    current_password: String,
    new_password: String,
    again: &str,
) -> Result<PasswordInput> {
    if new_password != again {
        let message = "Passwords don't match.";
        return Err(Error::field("again", FieldCode::Different, message));
    }
    Ok(PasswordInput { current_password, new_password, keep_tokens: Vec::new() })
}

/// Redirects a form that was posted without JavaScript, and returns the path.
pub fn redirect_if_plain_form(path: String) -> String {
    if is_plain_form() {
        leptos_axum::redirect(&path);
    }
    path
}

fn accepts_html(headers: &HeaderMap) -> bool {
    headers
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .is_some_and(|accept| accept.contains("text/html"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(name: axum::http::HeaderName, value: &'static str) -> HeaderMap {
        HeaderMap::from_iter([(name, HeaderValue::from_static(value))])
    }

    #[test]
    fn only_a_form_without_javascript_accepts_html() {
        assert!(accepts_html(&headers(ACCEPT, "text/html,application/xhtml+xml")));
        assert!(!accepts_html(&headers(ACCEPT, "application/json")));
        assert!(!accepts_html(&HeaderMap::new()));
    }
}
