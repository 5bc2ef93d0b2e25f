//! What the pages of the portal ask of the service. Their addresses lie below `/api/ui/portal`, so
//! that only the session of a customer counts; it travels in a cookie that scripts cannot read.

use leptos::prelude::*;
use shared::credit::portal::{PortalFacility, PortalStatement};
use shared::page::Page;
use shared::portal::PortalMe;

use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{
    answer, customer, is_plain_form, optional_customer, request_context, service, set_cookie,
};
use crate::session::CastCard;
use crate::wire::Json;

/// The name of the cookie.
pub const PORTAL_COOKIE: &str = "__Host-customer_session";

/// The first page of the portal.
pub const PORTAL_HOME: &str = "/portal";
/// The page where nobody is signed in.
pub const PORTAL_LOGIN: &str = "/portal/login";
/// The page that a temporary password leads to.
pub const PORTAL_PASSWORD: &str = "/portal/password";
/// The page that says that the password was changed.
pub const PORTAL_CHANGED: &str = "/portal/settings?changed=true";

/// Which customer is signed in; nobody when nobody is.
#[server(name = ReadPortalMe, endpoint = "portal/me", output = Json)]
pub async fn portal_me() -> UiResult<Option<PortalMe>> {
    let found = async {
        let Some(caller) = optional_customer()? else { return Ok(None) };
        service()?.portal().me(&caller).await.map(Some)
    };
    answer(found.await)
}

/// The customers of a demo; none anywhere else.
#[server(name = ReadPortalCast, endpoint = "portal/cast", output = Json)]
pub async fn portal_cast() -> UiResult<Vec<CastCard>> {
    Ok(guests().map(|it| CastCard { name: it.name, email: it.email, desk: it.desk }).collect())
}

/// Signs in and answers where to go; a form without JavaScript goes there.
#[server(name = PortalLogin, endpoint = "portal/login", output = Json)]
pub async fn portal_login(email: String, password: String) -> UiResult<String> {
    answer(sign_in(email, password).await)
}

/// Signs in as one of the customers of a demo.
#[server(name = EnterPortalAs, endpoint = "portal/enter-as", output = Json)]
pub async fn enter_portal_as(email: String) -> UiResult<String> {
    let Some(guest) = guests().find(|guest| guest.email == email) else {
        return answer(Err(shared::Error::not_found("Person")));
    };
    answer(sign_in(guest.email, guest.password).await)
}

/// A page of the customer's facilities, from 1.
#[server(name = ListPortalFacilities, endpoint = "portal/facilities", output = Json)]
pub async fn portal_facilities(page: u32) -> UiResult<Page<PortalFacility>> {
    let page = shared::page::PageRequest { page, ..Default::default() };
    answer(async { service()?.portal().facilities(&customer()?, page).await }.await)
}

/// One of the customer's facilities with its schedule and payments.
#[server(name = ReadPortalStatement, endpoint = "portal/statement", output = Json)]
pub async fn portal_statement(facility_ref: String) -> UiResult<PortalStatement> {
    answer(async { service()?.portal().statement(&customer()?, &facility_ref).await }.await)
}

/// Ends the session and goes to the sign-in page of the portal.
#[server(name = PortalLogout, endpoint = "portal/logout", output = Json)]
pub async fn portal_logout() -> UiResult<()> {
    let ended = async {
        if let Some(caller) = optional_customer()? {
            service()?.portal().logout(&caller).await?;
        }
        Ok(())
    };
    let ended = answer(ended.await);
    set_cookie(&session_cookie("", 0));
    leptos_axum::redirect(PORTAL_LOGIN);
    ended
}

/// Changes the password; every other session of the customer ends.
#[server(name = ChangePortalPassword, endpoint = "portal/password", output = Json)]
pub async fn change_portal_password(
    current_password: String,
    new_password: String,
    again: String,
) -> UiResult<()> {
    let changed = async {
        if new_password != again {
            let message = "The two new passwords differ. Type the same one twice.";
            return Err(shared::Error::field("again", "DIFFERENT", message));
        }
        let input = shared::session::PasswordInput { current_password, new_password };
        let answer = service()?.portal().change_password(&customer()?, input).await?;
        set_cookie(&session_cookie(&answer.access_token, answer.expires_in));
        if is_plain_form() {
            leptos_axum::redirect(PORTAL_CHANGED);
        }
        Ok(())
    };
    answer(changed.await)
}

#[cfg(feature = "ssr")]
fn guests() -> impl Iterator<Item = crate::server::CastMember> {
    let cast = use_context::<crate::server::DemoCast>();
    let members: Vec<_> = cast.iter().flat_map(|cast| cast.0.iter()).cloned().collect();
    members.into_iter().filter(|member| member.role == service::demo::CUSTOMER_ROLE)
}

#[cfg(feature = "ssr")]
async fn sign_in(email: String, password: String) -> shared::Result<String> {
    let input = shared::session::LoginInput { email, password };
    let answer = service()?.portal().login(input, request_context()).await?;
    set_cookie(&session_cookie(&answer.access_token, answer.expires_in));
    let path = if answer.password_change_required { PORTAL_PASSWORD } else { PORTAL_HOME };
    if is_plain_form() {
        leptos_axum::redirect(path);
    }
    Ok(path.to_owned())
}

#[cfg(feature = "ssr")]
fn session_cookie(token: &str, seconds: i64) -> String {
    format!("{PORTAL_COOKIE}={token}; Path=/; Max-Age={seconds}; Secure; HttpOnly; SameSite=Lax")
}
