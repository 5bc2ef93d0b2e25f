//! Server functions of the portal. Their paths are below `/api/ui/portal`, so that only the
//! customer's session applies; its cookie is not accessible to scripts.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use shared::credit::portal::{PortalFacility, PortalStatement};
use shared::credit::receipt::Receipt;
use shared::credit::statement::{AccountStatement, StatementQuery};
use shared::id::PaymentId;
use shared::page::Page;
use shared::portal::PortalMe;

use crate::error::{UiError, UiResult};
#[cfg(feature = "ssr")]
use crate::server::{
    allow_page_cache, answer, clear_token_cookie, customer, optional_customer, redirect_if_form,
    redirect_if_plain_form, request_context, require_script, service, set_token_cookie,
};
use crate::session::DemoAccountCard;
use crate::wire::Json;
#[cfg(feature = "ssr")]
use shared::mfa::{LoginOutcome, MfaRequired};
#[cfg(feature = "ssr")]
use shared::realm::Realm;

/// The home page of the portal.
pub const PORTAL_HOME: &str = "/portal";
/// The sign-in page.
pub const PORTAL_LOGIN: &str = "/portal/login";
/// The page that asks for the second factor.
pub const PORTAL_CODE: &str = "/portal/login/code";
/// The page of the second factor; the only page while it is required and not set up.
pub const PORTAL_SECURITY: &str = "/portal/settings/security";
/// The page that changes a temporary password.
pub const PORTAL_PASSWORD: &str = "/portal/password";
/// The page that confirms the change of the password.
pub const PORTAL_CHANGED: &str = "/portal/settings?changed=true";

/// The signed-in customer, if any.
#[server(name = ReadPortalMe, endpoint = "portal/me", output = Json)]
pub async fn portal_me() -> UiResult<Option<PortalMe>> {
    allow_page_cache();
    let found = async {
        let Some(caller) = optional_customer()? else { return Ok(None) };
        service()?.portal().me(&caller).await.map(Some)
    };
    answer(found.await)
}

/// The demo accounts of customers; empty outside a demo.
#[server(name = ReadPortalDemoAccounts, endpoint = "portal/demo-accounts", output = Json)]
pub async fn portal_demo_accounts() -> UiResult<Vec<DemoAccountCard>> {
    Ok(guests()
        .map(|it| DemoAccountCard { name: it.name, email: it.email, desk: it.desk })
        .collect())
}

/// Signs in and returns the path of the next page. Redirects to it without JavaScript.
#[server(name = PortalLogin, endpoint = "portal/login", output = Json)]
pub async fn portal_login(email: String, password: String) -> UiResult<String> {
    answer(sign_in(email, password).await)
}

/// Signs in with a demo account.
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
    let page = shared::page::PageRequest::new(page, shared::page::DEFAULT_LIMIT);
    answer(async { service()?.portal().facilities(&customer()?, page).await }.await)
}

/// One of the customer's facilities with its schedule and a page of its payments, from 1.
#[server(name = ReadPortalStatement, endpoint = "portal/statement", output = Json)]
pub async fn portal_statement(facility_ref: String, page: u32) -> UiResult<PortalStatement> {
    let page = shared::page::PageRequest::new(page, shared::page::DEFAULT_LIMIT);
    answer(async { service()?.portal().statement(&customer()?, &facility_ref, page).await }.await)
}

/// The data of the statement page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PortalStatementPageData {
    /// The facility.
    pub facility: PortalFacility,
    /// The statement, or the reason why there is none for that period.
    pub statement: Result<AccountStatement, UiError>,
}

/// The statement of account of one of the customer's facilities for a period.
#[server(name = ReadPortalAccountStatement, endpoint = "portal/account-statement", input = Json,
    output = Json)]
pub async fn portal_account_statement(
    facility_ref: String,
    query: StatementQuery,
) -> UiResult<PortalStatementPageData> {
    let data = async {
        let (service, customer) = (service()?, customer()?);
        let portal = service.portal();
        let facility = portal.facility(&customer, &facility_ref).await?;
        let statement = portal.account_statement(&customer, &facility_ref, query).await;
        Ok(PortalStatementPageData { facility, statement: statement.map_err(Into::into) })
    };
    answer(data.await)
}

/// The receipt for a payment on one of the customer's facilities.
#[server(name = ReadPortalReceipt, endpoint = "portal/receipt", input = Json, output = Json)]
pub async fn portal_receipt(facility_ref: String, payment: PaymentId) -> UiResult<Receipt> {
    answer(async { service()?.portal().receipt(&customer()?, &facility_ref, payment).await }.await)
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
    clear_token_cookie(Realm::Customer.cookie());
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
        let input = crate::server::new_password(current_password, new_password, &again)?;
        let answer = service()?.portal().change_password(&customer()?, input).await?;
        set_token_cookie(Realm::Customer.cookie(), &answer.access_token, answer.expires_in);
        redirect_if_form(PORTAL_CHANGED);
        Ok(())
    };
    answer(changed.await)
}

/// The second step of the sign-in: a code of the authenticator app, or a recovery code. Returns the
/// path of the next page, and redirects to it without JavaScript.
#[server(name = PortalLoginCode, endpoint = "portal/code", output = Json)]
pub async fn portal_login_code(code: String) -> UiResult<String> {
    let outcome = async {
        let input = crate::server::second_step(Realm::Customer, code)?;
        let answer = service()?.portal().login_mfa(input, request_context()).await?;
        clear_token_cookie(Realm::Customer.pre_auth_cookie());
        Ok(redirect_if_plain_form(welcome(&answer.login)))
    };
    answer(outcome.await)
}

/// The customer's sessions.
#[server(name = ListPortalSessions, endpoint = "portal/sessions", output = Json)]
pub async fn list_portal_sessions() -> UiResult<Vec<shared::session::ActiveSession>> {
    answer(async { service()?.portal().sessions(&customer()?).await }.await)
}

/// Ends one session of the customer.
#[server(name = EndPortalSession, endpoint = "portal/end-session", output = Json)]
pub async fn end_portal_session(id: shared::id::SessionId) -> UiResult<()> {
    answer(async { service()?.portal().end_session(&customer()?, id).await }.await)
}

/// Ends every other session of the customer.
#[server(name = EndOtherPortalSessions, endpoint = "portal/end-other-sessions", output = Json)]
pub async fn end_other_portal_sessions() -> UiResult<()> {
    answer(async { service()?.portal().end_other_sessions(&customer()?).await.map(drop) }.await)
}

/// Starts setting up the customer's second factor, after checking the password.
#[server(name = BeginPortalMfa, endpoint = "portal/mfa-setup", output = Json)]
pub async fn begin_portal_mfa(current_password: String) -> UiResult<shared::mfa::MfaSetup> {
    let begun = async {
        require_script("codes")?;
        service()?.portal().mfa_begin(&customer()?, &current_password).await
    };
    answer(begun.await)
}

/// Completes the setup of the customer's second factor with its first code.
#[server(name = CompletePortalMfa, endpoint = "portal/mfa-complete", output = Json)]
pub async fn complete_portal_mfa(code: String) -> UiResult<shared::mfa::MfaEnabled> {
    let completed = async {
        let input = crate::server::first_code(&code)?;
        service()?.portal().mfa_complete(&customer()?, input).await
    };
    answer(completed.await)
}

/// Replaces the customer's recovery codes.
#[server(name = RegeneratePortalCodes, endpoint = "portal/recovery-codes", output = Json)]
pub async fn regenerate_portal_codes(
    current_password: String,
    code: String,
) -> UiResult<shared::mfa::RecoveryCodes> {
    let regenerated = async {
        let input = crate::server::new_codes(current_password, &code)?;
        service()?.portal().regenerate_recovery_codes(&customer()?, input).await
    };
    answer(regenerated.await)
}

#[cfg(feature = "ssr")]
fn guests() -> impl Iterator<Item = service::demo::DemoAccount> {
    let accounts = use_context::<crate::server::DemoAccounts>();
    let accounts: Vec<_> =
        accounts.iter().flat_map(|accounts| accounts.0.iter()).cloned().collect();
    accounts.into_iter().filter(|account| account.role == service::demo::CUSTOMER_ROLE)
}

#[cfg(feature = "ssr")]
async fn sign_in(email: String, password: String) -> shared::Result<String> {
    let input = shared::session::LoginInput { email, password };
    let path = match service()?.portal().login(input, request_context()).await? {
        LoginOutcome::SignedIn(answer) => welcome(&answer),
        LoginOutcome::MfaRequired(question) => {
            let MfaRequired { pre_auth_token, expires_in, .. } = question;
            set_token_cookie(Realm::Customer.pre_auth_cookie(), &pre_auth_token, expires_in);
            PORTAL_CODE.to_owned()
        }
    };
    Ok(redirect_if_plain_form(path))
}

/// Sets the session cookie and returns the path of the next page.
#[cfg(feature = "ssr")]
fn welcome(answer: &shared::portal::PortalLoginAnswer) -> String {
    set_token_cookie(Realm::Customer.cookie(), &answer.access_token, answer.expires_in);
    if answer.password_change_required { PORTAL_PASSWORD } else { PORTAL_HOME }.to_owned()
}
