//! Roles.

use axum::extract::State;
use service::Service;
use shared::page::Listing;
use shared::permission::Permission;
use shared::role::{Role, RoleInput, RolePatch};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Key};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::OrgManage]))
        .routes(routes!(create).needs_in_person(&[Permission::OrgManage]))
        .routes(routes!(change).needs_in_person(&[Permission::OrgManage]))
}

/// All roles. Needs `org:manage`.
#[utoipa::path(get, path = "/api/roles", tag = "Roles",
    responses((status = 200, body = Listing<Role>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Listing<Role>>> {
    Ok(Json(Listing { data: service.roles().list(&caller).await? }))
}

/// Create a role. Needs `org:manage`.
#[utoipa::path(post, path = "/api/roles", tag = "Roles",
    responses((status = 201, body = Role), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
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
    Caller(caller): Caller,
    Key(key): Key,
    extract::Json(patch): extract::Json<RolePatch>,
) -> Answer<Json<Role>> {
    Ok(Json(service.roles().change(&caller, &key, patch).await?))
}
