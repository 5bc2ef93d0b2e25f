//! Sign-in and sign-out.

use axum::extract::{Extension, State};
use http::StatusCode;
use service::Service;
use service::caller::RequestContext;
use shared::id::SessionId;
use shared::mfa::{
    LoginOutcome, MfaCompleteInput, MfaEnabled, MfaLoginAnswer, MfaLoginInput, MfaSetup,
    RecoveryCodes, RegenerateInput,
};
use shared::page::Listing;
use shared::session::{ActiveSession, LoginInput, Me, PasswordInput, TokenAnswer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use super::{SignedOut, signed_out};
use crate::error::Answer;
use crate::extract::{self, Caller, Id, NoBody, RefuseHead, SessionHolder, SignedIn};
use crate::state::AppState;
use axum::Json;
use shared::realm::Realm;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(login_mfa))
        .routes(routes!(mfa_setup))
        .routes(routes!(mfa_complete))
        .routes(routes!(regenerate_recovery_codes))
        .routes(routes!(me))
        .routes(routes!(logout))
        .routes(routes!(change_password))
        .routes(routes!(sessions))
        .routes(routes!(end_session))
        .routes(routes!(end_other_sessions))
}

/// Sign in. The token goes into `Authorization: Bearer …`; no cookie is set. An account with a
/// second factor gets `mfaRequired` and a `preAuthToken` instead, for `/api/auth/login/mfa`.
#[utoipa::path(post, path = "/api/auth/login", tag = "Sign-in", security(()),
    responses((status = 200, body = LoginOutcome), Refusals))]
async fn login(
    State(service): State<Service>,
    Extension(context): Extension<RequestContext>,
    extract::Json(input): extract::Json<LoginInput>,
) -> Answer<Json<LoginOutcome>> {
    Ok(Json(service.sessions().login(input, context).await?))
}

/// The second step of a sign-in: a code of the authenticator app, or one recovery code.
#[utoipa::path(post, path = "/api/auth/login/mfa", tag = "Sign-in", security(()),
    responses((status = 200, body = MfaLoginAnswer), Refusals))]
async fn login_mfa(
    State(service): State<Service>,
    Extension(context): Extension<RequestContext>,
    extract::Json(input): extract::Json<MfaLoginInput>,
) -> Answer<Json<MfaLoginAnswer>> {
    Ok(Json(service.sessions().login_mfa(input, context).await?))
}

/// Begin the enrolment of a second factor. Within 15 minutes the response stays the same; the
/// factor is inactive until `/api/auth/mfa/complete`.
#[utoipa::path(get, path = "/api/auth/mfa/setup", tag = "Sign-in",
    responses((status = 200, body = MfaSetup), Refusals))]
async fn mfa_setup(
    State(service): State<Service>,
    SignedIn(caller): SignedIn,
    _: RefuseHead,
) -> Answer<Json<MfaSetup>> {
    Ok(Json(service.sessions().mfa_setup(&caller).await?))
}

/// Enable the second factor with its first code. Only this response contains the recovery codes.
#[utoipa::path(post, path = "/api/auth/mfa/complete", tag = "Sign-in",
    responses((status = 200, body = MfaEnabled), Refusals))]
async fn mfa_complete(
    State(service): State<Service>,
    SignedIn(caller): SignedIn,
    extract::Json(input): extract::Json<MfaCompleteInput>,
) -> Answer<Json<MfaEnabled>> {
    Ok(Json(service.sessions().mfa_complete(&caller, input).await?))
}

/// Replace all recovery codes; the old ones become invalid. Only this response contains the new
/// ones.
#[utoipa::path(post, path = "/api/auth/mfa/recovery-codes/regenerate", tag = "Sign-in",
    responses((status = 200, body = RecoveryCodes), Refusals))]
async fn regenerate_recovery_codes(
    State(service): State<Service>,
    SignedIn(caller): SignedIn,
    extract::Json(input): extract::Json<RegenerateInput>,
) -> Answer<Json<RecoveryCodes>> {
    Ok(Json(service.sessions().regenerate_recovery_codes(&caller, input).await?))
}

/// The person who is signed in, with their permissions.
#[utoipa::path(get, path = "/api/auth/me", tag = "Sign-in",
    responses((status = 200, body = Me), Refusals))]
async fn me(State(service): State<Service>, Caller(caller): Caller) -> Answer<Json<Me>> {
    Ok(Json(service.sessions().me(&caller).await?))
}

/// End this session. The cookie of a browser is deleted.
#[utoipa::path(post, path = "/api/auth/logout", tag = "Sign-in",
    responses((status = 204), Refusals))]
async fn logout(
    State(service): State<Service>,
    SessionHolder(caller): SessionHolder,
    _: extract::Json<NoBody>,
) -> Answer<SignedOut> {
    service.sessions().logout(&caller).await?;
    Ok(signed_out(Realm::Staff))
}

/// Change the password. Every other session ends; this one continues with the new token.
#[utoipa::path(patch, path = "/api/auth/password", tag = "Sign-in",
    responses((status = 200, body = TokenAnswer), Refusals))]
async fn change_password(
    State(service): State<Service>,
    SessionHolder(caller): SessionHolder,
    extract::Json(input): extract::Json<PasswordInput>,
) -> Answer<Json<TokenAnswer>> {
    Ok(Json(service.sessions().change_password(&caller, input).await?))
}

/// The active sessions of the caller, most recently used first.
#[utoipa::path(get, path = "/api/auth/sessions", tag = "Sign-in",
    responses((status = 200, body = Listing<ActiveSession>), Refusals))]
async fn sessions(
    State(service): State<Service>,
    SignedIn(caller): SignedIn,
) -> Answer<Json<Listing<ActiveSession>>> {
    Ok(Json(Listing { data: service.sessions().list(&caller).await? }))
}

/// End one session of the caller.
#[utoipa::path(delete, path = "/api/auth/sessions/{id}", tag = "Sign-in",
    params(("id" = SessionId, Path)), responses((status = 204), Refusals))]
async fn end_session(
    State(service): State<Service>,
    SignedIn(caller): SignedIn,
    Id(id): Id<SessionId>,
) -> Answer<StatusCode> {
    service.sessions().end(&caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End every session of the caller except the current one; returns the remaining session.
#[utoipa::path(post, path = "/api/auth/sessions/end-others", tag = "Sign-in",
    responses((status = 200, body = Listing<ActiveSession>), Refusals))]
async fn end_other_sessions(
    State(service): State<Service>,
    SignedIn(caller): SignedIn,
    _: extract::Json<NoBody>,
) -> Answer<Json<Listing<ActiveSession>>> {
    Ok(Json(Listing { data: service.sessions().end_others(&caller).await? }))
}
