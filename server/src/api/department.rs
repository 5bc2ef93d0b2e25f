//! Departments.

use axum::extract::State;
use service::Service;
use shared::department::{Department, DepartmentInput, DepartmentPatch};
use shared::id::DepartmentId;
use shared::page::Listing;
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Id};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::StaffView]))
        .routes(routes!(create).needs(&[Permission::StaffManage]))
        .routes(routes!(change).needs(&[Permission::StaffManage]))
}

/// All departments. Needs `staff:view`.
#[utoipa::path(get, path = "/api/departments", tag = "Departments",
    responses((status = 200, body = Listing<Department>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Listing<Department>>> {
    Ok(Json(Listing { data: service.departments().list(&caller).await? }))
}

/// Create a department. Needs `staff:manage`.
#[utoipa::path(post, path = "/api/departments", tag = "Departments",
    responses((status = 201, body = Department), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<DepartmentInput>,
) -> Answer<Created<Department>> {
    Ok(Created(service.departments().create(&caller, input).await?))
}

/// Change a department. Needs `staff:manage`.
#[utoipa::path(patch, path = "/api/departments/{id}", tag = "Departments",
    params(("id" = DepartmentId, Path)),
    responses((status = 200, body = Department), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<DepartmentId>,
    extract::Json(patch): extract::Json<DepartmentPatch>,
) -> Answer<Json<Department>> {
    Ok(Json(service.departments().change(&caller, id, patch).await?))
}
