//! Signing in and out at the portal, for customers.

use axum::Json;
use axum::extract::{Extension, State};
use http::StatusCode;
use service::Service;
use service::caller::RequestContext;
use shared::portal::{PortalLoginAnswer, PortalMe};
use shared::session::{LoginInput, PasswordInput, TokenAnswer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::error::Answer;
use crate::extract::{self, NoBody, PortalCaller};
use crate::state::AppState;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(login))
        .routes(routes!(me))
        .routes(routes!(logout))
        .routes(routes!(change_password))
}

/// Sign in as a customer. The token goes into `Authorization: Bearer …`; no cookie is set.
#[utoipa::path(post, path = "/api/customer-auth/login", tag = "Portal", security(()),
    responses((status = 200, body = PortalLoginAnswer), Refusals))]
async fn login(
    State(service): State<Service>,
    Extension(context): Extension<RequestContext>,
    extract::Json(input): extract::Json<LoginInput>,
) -> Answer<Json<PortalLoginAnswer>> {
    Ok(Json(service.portal().login(input, context).await?))
}

/// Which customer is signed in.
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
) -> Answer<StatusCode> {
    service.portal().logout(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Change the password. Every other session ends; this one goes on with the new token.
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
