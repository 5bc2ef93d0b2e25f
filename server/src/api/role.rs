//! Roles.

use axum::extract::State;
use service::Service;
use shared::page::Listing;
use shared::role::{Role, RoleInput, RolePatch};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::error::Answer;
use crate::extract::{self, Administrator, Key, OrganizationManager};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(list, create)).routes(routes!(change))
}

/// All roles. Needs `org:manage`.
#[utoipa::path(get, path = "/api/roles", tag = "Roles",
    responses((status = 200, body = Listing<Role>), Refusals))]
async fn list(
    State(service): State<Service>,
    OrganizationManager(caller): OrganizationManager,
) -> Answer<Json<Listing<Role>>> {
    Ok(Json(Listing { data: service.roles().list(&caller).await? }))
}

/// Create a role. Needs `org:manage`.
#[utoipa::path(post, path = "/api/roles", tag = "Roles",
    responses((status = 201, body = Role), Refusals))]
async fn create(
    State(service): State<Service>,
    Administrator(caller): Administrator,
    extract::Json(input): extract::Json<RoleInput>,
) -> Answer<Created<Role>> {
    Ok(Created(service.roles().create(&caller, input).await?))
}

/// Change a role. Needs `org:manage`.
#[utoipa::path(patch, path = "/api/roles/{key}", tag = "Roles",
    params(("key" = String, Path)),
    responses((status = 200, body = Role), Refusals))]
async fn change(
    State(service): State<Service>,
    Administrator(caller): Administrator,
    Key(key): Key,
    extract::Json(patch): extract::Json<RolePatch>,
) -> Answer<Json<Role>> {
    Ok(Json(service.roles().change(&caller, &key, patch).await?))
}
