//! Server functions for sign-in and account security. The session token is sent in a cookie that
//! scripts cannot read, and no response body contains it.

use leptos::prelude::*;
use serde::{Deserialize, Serialize};

use super::Workplace;
use crate::error::UiResult;
#[cfg(feature = "ssr")]
use crate::server::{
    answer, caller, clear_token_cookie, optional_caller, redirect_if_form, redirect_if_plain_form,
    request_context, require_script, service, set_token_cookie,
};
use crate::wire::Json;
#[cfg(feature = "ssr")]
use shared::mfa::{LoginOutcome, MfaRequired};
#[cfg(feature = "ssr")]
use shared::notification::Counts;
#[cfg(feature = "ssr")]
use shared::realm::Realm;

/// The path of the page that confirms a changed password.
pub const CHANGED: &str = "/password?changed=true";

/// A demo account on the sign-in page.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DemoAccountCard {
    pub name: String,
    pub email: String,
    /// The description of the role.
    pub desk: String,
}

/// The signed-in user with the counts in badges; none without a session.
#[server(name = ReadWorkplace, endpoint = "session/workplace", output = Json)]
pub async fn workplace() -> UiResult<Option<Workplace>> {
    answer(
        async {
            let Some(caller) = optional_caller()? else { return Ok(None) };
            let service = service()?;
            let me = service.sessions().me(&caller).await?;
            if me.password_change_required {
                return Ok(Some(Workplace { me, counts: Counts::default(), decides_leave: false }));
            }
            let counts = service.notifications().counts(&caller).await?;
            let decides_leave = service.leave().decides(&caller).await?;
            Ok(Some(Workplace { me, counts, decides_leave }))
        }
        .await,
    )
}

/// The demo accounts of staff; empty unless the database is a demo.
#[server(name = ReadDemoAccounts, endpoint = "session/demo-accounts", output = Json)]
pub async fn demo_accounts() -> UiResult<Vec<DemoAccountCard>> {
    let accounts = use_context::<crate::server::DemoAccounts>();
    let accounts = accounts.iter().flat_map(|accounts| accounts.0.iter());
    Ok(accounts
        .filter(|account| account.role != service::demo::CUSTOMER_ROLE)
        .map(|account| DemoAccountCard {
            name: account.name.clone(),
            email: account.email.clone(),
            desk: account.desk.clone(),
        })
        .collect())
}

/// Signs in and returns the path of the next page: `next`, or first the page that changes the
/// password or asks for the code. Redirects a form without JavaScript.
#[server(name = Login, endpoint = "session/login", output = Json)]
pub async fn login(email: String, password: String, next: Option<String>) -> UiResult<String> {
    answer(sign_in(email, password, next.as_deref()).await)
}

/// Signs in with a demo account; otherwise like [`login`].
#[server(name = EnterAs, endpoint = "session/enter-as", output = Json)]
pub async fn enter_as(email: String, next: Option<String>) -> UiResult<String> {
    let accounts = use_context::<crate::server::DemoAccounts>();
    let account = accounts.and_then(|accounts| {
        let is_meant = |account: &&service::demo::DemoAccount| {
            account.email == email && account.role != service::demo::CUSTOMER_ROLE
        };
        accounts.0.iter().find(is_meant).cloned()
    });
    let Some(account) = account else { return answer(Err(shared::Error::not_found("Person"))) };
    answer(sign_in(account.email, account.password, next.as_deref()).await)
}

/// Ends the session and redirects to the sign-in page.
#[server(name = Logout, endpoint = "session/logout", output = Json)]
pub async fn logout() -> UiResult<()> {
    let ended = async {
        if let Some(caller) = optional_caller()? {
            service()?.sessions().logout(&caller).await?;
        }
        Ok(())
    };
    let ended = answer(ended.await);
    clear_token_cookie(Realm::Staff.cookie());
    leptos_axum::redirect("/login");
    ended
}

/// Changes the password. Ends all other sessions of the user, and revokes their API tokens except
/// those in `keep`.
#[server(name = ChangePassword, endpoint = "session/password", output = Json)]
pub async fn change_password(
    current_password: String,
    new_password: String,
    again: String,
    #[server(default)] keep: Vec<shared::id::ApiTokenId>,
) -> UiResult<()> {
    let changed = async {
        let mut input = crate::server::new_password(current_password, new_password, &again)?;
        input.keep_tokens = keep;
        let answer = service()?.sessions().change_password(&caller()?, input).await?;
        set_token_cookie(Realm::Staff.cookie(), &answer.access_token, answer.expires_in);
        redirect_if_form(CHANGED);
        Ok(())
    };
    answer(changed.await)
}

/// The active sessions of the user.
#[server(name = ListSessions, endpoint = "session/list", output = Json)]
pub async fn list_sessions() -> UiResult<Vec<shared::session::ActiveSession>> {
    answer(async { service()?.sessions().list(&caller()?).await }.await)
}

/// Ends one session of the user.
#[server(name = EndSession, endpoint = "session/end", output = Json)]
pub async fn end_session(id: shared::id::SessionId) -> UiResult<()> {
    answer(async { service()?.sessions().end(&caller()?, id).await }.await)
}

/// Ends all sessions of the user except the current one.
#[server(name = EndOtherSessions, endpoint = "session/end-others", output = Json)]
pub async fn end_other_sessions() -> UiResult<()> {
    answer(async { service()?.sessions().end_others(&caller()?).await.map(drop) }.await)
}

/// The valid API tokens that the user has created.
#[server(name = ListOwnTokens, endpoint = "session/own-tokens", output = Json)]
pub async fn own_tokens() -> UiResult<Vec<shared::api_token::ApiToken>> {
    answer(async { service()?.api_tokens().own(&caller()?).await }.await)
}

/// Starts the setup of the second factor, which requires the current password.
#[server(name = BeginMfa, endpoint = "session/mfa-setup", output = Json)]
pub async fn begin_mfa(current_password: String) -> UiResult<shared::mfa::MfaSetup> {
    let begun = async {
        require_script("codes")?;
        service()?.sessions().mfa_begin(&caller()?, &current_password).await
    };
    answer(begun.await)
}

/// Completes the setup of the second factor with the first code.
#[server(name = CompleteMfa, endpoint = "session/mfa-complete", output = Json)]
pub async fn complete_mfa(code: String) -> UiResult<shared::mfa::MfaEnabled> {
    let completed = async {
        let input = crate::server::first_code(&code)?;
        service()?.sessions().mfa_complete(&caller()?, input).await
    };
    answer(completed.await)
}

/// Replaces the recovery codes of the user.
#[server(name = RegenerateCodes, endpoint = "session/recovery-codes", output = Json)]
pub async fn regenerate_codes(
    current_password: String,
    code: String,
) -> UiResult<shared::mfa::RecoveryCodes> {
    let regenerated = async {
        let input = crate::server::new_codes(current_password, &code)?;
        service()?.sessions().regenerate_recovery_codes(&caller()?, input).await
    };
    answer(regenerated.await)
}

/// Stores the colour theme and redirects to the page.
#[server(name = ChooseTheme, endpoint = "session/theme", output = Json)]
pub async fn choose_theme(theme: String, path: String) -> UiResult<()> {
    crate::frame::theme::Theme::read(&theme).store();
    redirect_if_plain_form(crate::return_path::page_path(Some(&path)));
    Ok(())
}

/// Stores the language and redirects to the page; ignores unsupported languages.
#[server(name = ChooseLanguage, endpoint = "session/language", output = Json)]
pub async fn choose_language(language: String, path: String) -> UiResult<()> {
    if let Some(locale) = crate::i18n::Locale::read(&language) {
        crate::language::store(locale);
    }
    redirect_if_plain_form(crate::return_path::page_path(Some(&path)));
    Ok(())
}

#[cfg(feature = "ssr")]
async fn sign_in(email: String, password: String, next: Option<&str>) -> shared::Result<String> {
    let input = shared::session::LoginInput { email, password };
    let path = match service()?.sessions().login(input, request_context()).await? {
        LoginOutcome::SignedIn(answer) => welcome(&answer, next),
        LoginOutcome::MfaRequired(question) => {
            let MfaRequired { pre_auth_token, expires_in, .. } = question;
            set_token_cookie(Realm::Staff.pre_auth_cookie(), &pre_auth_token, expires_in);
            crate::return_path::code_path(next)
        }
    };
    Ok(redirect_if_plain_form(path))
}

/// Stores the session in its cookie and returns the path of the next page.
#[cfg(feature = "ssr")]
fn welcome(answer: &shared::session::LoginAnswer, next: Option<&str>) -> String {
    set_token_cookie(Realm::Staff.cookie(), &answer.access_token, answer.expires_in);
    if answer.password_change_required {
        "/password".to_owned()
    } else {
        crate::return_path::return_path(next)
    }
}

/// The second sign-in step, with a code of the authenticator app or a recovery code. Returns the
/// path of the next page, and redirects a form without JavaScript.
#[server(name = LoginCode, endpoint = "session/code", output = Json)]
pub async fn login_code(code: String, next: Option<String>) -> UiResult<String> {
    let outcome = async {
        let input = crate::server::second_step(Realm::Staff, code)?;
        let answer = service()?.sessions().login_mfa(input, request_context()).await?;
        clear_token_cookie(Realm::Staff.pre_auth_cookie());
        Ok(redirect_if_plain_form(welcome(&answer.login, next.as_deref())))
    };
    answer(outcome.await)
}
