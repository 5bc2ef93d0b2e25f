//! Signing in and out.

use axum::Json;
use axum::extract::{Extension, State};
use http::StatusCode;
use service::Service;
use service::caller::RequestContext;
use shared::session::{LoginAnswer, LoginInput, Me, PasswordInput, TokenAnswer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::error::Answer;
use crate::extract::{self, Caller, NoBody};
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(me))
        .routes(routes!(logout))
        .routes(routes!(change_password))
}

/// Sign in. The token goes into `Authorization: Bearer …`; no cookie is set.
#[utoipa::path(post, path = "/api/auth/login", tag = "Sign-in", security(()),
    responses((status = 200, body = LoginAnswer), Refusals))]
async fn login(
    State(service): State<Service>,
    Extension(context): Extension<RequestContext>,
    extract::Json(input): extract::Json<LoginInput>,
) -> Answer<Json<LoginAnswer>> {
    Ok(Json(service.sessions().login(input, context).await?))
}

/// Who is signed in, and what they may do.
#[utoipa::path(get, path = "/api/auth/me", tag = "Sign-in",
    responses((status = 200, body = Me), Refusals))]
async fn me(State(service): State<Service>, Caller(caller): Caller) -> Answer<Json<Me>> {
    Ok(Json(service.sessions().me(&caller).await?))
}

/// End this session.
#[utoipa::path(post, path = "/api/auth/logout", tag = "Sign-in",
    responses((status = 204), Refusals))]
async fn logout(
    State(service): State<Service>,
    Caller(caller): Caller,
    _: extract::Json<NoBody>,
) -> Answer<StatusCode> {
    service.sessions().logout(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Change the password. Every other session ends; this one goes on with the new token.
#[utoipa::path(patch, path = "/api/auth/password", tag = "Sign-in",
    responses((status = 200, body = TokenAnswer), Refusals))]
async fn change_password(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<PasswordInput>,
) -> Answer<Json<TokenAnswer>> {
    Ok(Json(service.sessions().change_password(&caller, input).await?))
}
