//! Sign-in and sign-out of customers at the portal.

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
use shared::portal::{PortalLoginAnswer, PortalMe};
use shared::session::{ActiveSession, LoginInput, PasswordInput, TokenAnswer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use super::{SignedOut, signed_out};
use crate::error::Answer;
use crate::extract::{self, Id, NoBody, PortalCaller, PortalEnroller, PortalReady, RefuseHead};
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

/// Sign in as a customer. The token goes into `Authorization: Bearer …`; no cookie is set. An
/// account with a second factor gets `mfaRequired` and a `preAuthToken` instead, for
/// `/api/customer-auth/login/mfa`.
#[utoipa::path(post, path = "/api/customer-auth/login", tag = "Portal", security(()),
    responses((status = 200, body = LoginOutcome<PortalLoginAnswer>), Refusals))]
async fn login(
    State(service): State<Service>,
    Extension(context): Extension<RequestContext>,
    extract::Json(input): extract::Json<LoginInput>,
) -> Answer<Json<LoginOutcome<PortalLoginAnswer>>> {
    Ok(Json(service.portal().login(input, context).await?))
}

/// The second step of a customer's sign-in: a code of the authenticator app, or one recovery code.
#[utoipa::path(post, path = "/api/customer-auth/login/mfa", tag = "Portal", security(()),
    responses((status = 200, body = MfaLoginAnswer<PortalLoginAnswer>), Refusals))]
async fn login_mfa(
    State(service): State<Service>,
    Extension(context): Extension<RequestContext>,
    extract::Json(input): extract::Json<MfaLoginInput>,
) -> Answer<Json<MfaLoginAnswer<PortalLoginAnswer>>> {
    Ok(Json(service.portal().login_mfa(input, context).await?))
}

/// Begin the enrolment of a second factor. Within 15 minutes the response stays the same; the
/// factor is inactive until `/api/customer-auth/mfa/complete`.
#[utoipa::path(get, path = "/api/customer-auth/mfa/setup", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, body = MfaSetup), Refusals))]
async fn mfa_setup(
    State(service): State<Service>,
    PortalEnroller(caller): PortalEnroller,
    _: RefuseHead,
) -> Answer<Json<MfaSetup>> {
    Ok(Json(service.portal().mfa_setup(&caller).await?))
}

/// Enable the second factor with its first code. Only this response contains the recovery codes.
#[utoipa::path(post, path = "/api/customer-auth/mfa/complete", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, body = MfaEnabled), Refusals))]
async fn mfa_complete(
    State(service): State<Service>,
    PortalEnroller(caller): PortalEnroller,
    extract::Json(input): extract::Json<MfaCompleteInput>,
) -> Answer<Json<MfaEnabled>> {
    Ok(Json(service.portal().mfa_complete(&caller, input).await?))
}

/// Replace all recovery codes; the old ones become invalid. Only this response contains the new
/// ones.
#[utoipa::path(post, path = "/api/customer-auth/mfa/recovery-codes/regenerate", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, body = RecoveryCodes), Refusals))]
async fn regenerate_recovery_codes(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    extract::Json(input): extract::Json<RegenerateInput>,
) -> Answer<Json<RecoveryCodes>> {
    Ok(Json(service.portal().regenerate_recovery_codes(&caller, input).await?))
}

/// The customer who is signed in.
#[utoipa::path(get, path = "/api/customer-auth/me", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, body = PortalMe), Refusals))]
async fn me(
    State(service): State<Service>,
    PortalCaller(caller): PortalCaller,
) -> Answer<Json<PortalMe>> {
    Ok(Json(service.portal().me(&caller).await?))
}

/// End this session.
#[utoipa::path(post, path = "/api/customer-auth/logout", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 204), Refusals))]
async fn logout(
    State(service): State<Service>,
    PortalCaller(caller): PortalCaller,
    _: extract::Json<NoBody>,
) -> Answer<SignedOut> {
    service.portal().logout(&caller).await?;
    Ok(signed_out(Realm::Customer))
}

/// Change the password. Every other session ends; this one continues with the new token.
#[utoipa::path(patch, path = "/api/customer-auth/password", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, body = TokenAnswer), Refusals))]
async fn change_password(
    State(service): State<Service>,
    PortalCaller(caller): PortalCaller,
    extract::Json(input): extract::Json<PasswordInput>,
) -> Answer<Json<TokenAnswer>> {
    Ok(Json(service.portal().change_password(&caller, input).await?))
}

/// The active sessions of the caller, most recently used first.
#[utoipa::path(get, path = "/api/customer-auth/sessions", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, body = Listing<ActiveSession>), Refusals))]
async fn sessions(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
) -> Answer<Json<Listing<ActiveSession>>> {
    Ok(Json(Listing { data: service.portal().sessions(&caller).await? }))
}

/// End one session of the caller.
#[utoipa::path(delete, path = "/api/customer-auth/sessions/{id}", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    params(("id" = SessionId, Path)), responses((status = 204), Refusals))]
async fn end_session(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    Id(id): Id<SessionId>,
) -> Answer<StatusCode> {
    service.portal().end_session(&caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// End every session of the caller except the current one; returns the remaining session.
#[utoipa::path(post, path = "/api/customer-auth/sessions/end-others", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, body = Listing<ActiveSession>), Refusals))]
async fn end_other_sessions(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    _: extract::Json<NoBody>,
) -> Answer<Json<Listing<ActiveSession>>> {
    Ok(Json(Listing { data: service.portal().end_other_sessions(&caller).await? }))
}
