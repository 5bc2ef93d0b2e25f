//! API tokens for integrations.

use axum::extract::State;
use service::Service;
use shared::api_token::{ApiToken, ApiTokenCreated, ApiTokenInput};
use shared::id::ApiTokenId;
use shared::page::Listing;
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, NoBody};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::OrgManage]))
        .routes(routes!(create).needs_in_person(&[Permission::OrgManage]))
        .routes(routes!(rotate).needs_in_person(&[Permission::OrgManage]))
        .routes(routes!(revoke).needs(&[Permission::OrgManage]))
}

/// All tokens, without their secrets. Needs `org:manage`.
#[utoipa::path(get, path = "/api/api-tokens", tag = "API tokens",
    responses((status = 200, body = Listing<ApiToken>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Listing<ApiToken>>> {
    Ok(Json(Listing { data: service.api_tokens().list(&caller).await? }))
}

/// Create a token; only this response contains its secret. Needs `org:manage`.
#[utoipa::path(post, path = "/api/api-tokens", tag = "API tokens",
    responses((status = 201, body = ApiTokenCreated), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<ApiTokenInput>,
) -> Answer<Created<ApiTokenCreated>> {
    Ok(Created(service.api_tokens().create(&caller, input).await?))
}

/// Rotate a token of one's own; only this response contains the new secret. A new token with the
/// same name, permissions and length of life replaces it, and it is revoked at once. Needs
/// `org:manage`.
#[utoipa::path(post, path = "/api/api-tokens/{id}/rotate", tag = "API tokens",
    params(("id" = ApiTokenId, Path)),
    responses((status = 201, body = ApiTokenCreated), Refusals))]
async fn rotate(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<ApiTokenId>,
    _: extract::Json<NoBody>,
) -> Answer<Created<ApiTokenCreated>> {
    Ok(Created(service.api_tokens().rotate(&caller, id).await?))
}

/// Revoke a token. Needs `org:manage`.
#[utoipa::path(post, path = "/api/api-tokens/{id}/revoke", tag = "API tokens",
    params(("id" = ApiTokenId, Path)),
    responses((status = 200, body = ApiToken), Refusals))]
async fn revoke(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<ApiTokenId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<ApiToken>> {
    Ok(Json(service.api_tokens().revoke(&caller, id).await?))
}
