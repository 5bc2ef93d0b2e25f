//! The caller's organization.

use axum::extract::State;
use service::Service;
use shared::organization::{Organization, OrganizationPatch};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(find).needs(&[Permission::OrgManage]))
        .routes(routes!(change).needs_in_person(&[Permission::OrgManage]))
}

/// The organization and its policies. Needs `org:manage`.
#[utoipa::path(get, path = "/api/organization", tag = "Organization",
    responses((status = 200, body = Organization), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Organization>> {
    Ok(Json(service.organizations().find(&caller).await?))
}

/// Change the organization. Needs `org:manage`.
#[utoipa::path(patch, path = "/api/organization", tag = "Organization",
    responses((status = 200, body = Organization), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(patch): extract::Json<OrganizationPatch>,
) -> Answer<Json<Organization>> {
    Ok(Json(service.organizations().change(&caller, patch).await?))
}
