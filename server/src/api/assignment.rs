//! The assignment of appraisal templates to departments.

use axum::extract::State;
use service::Service;
use shared::assignment::{Assignment, AssignmentsInput};
use shared::page::Listing;
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
    OpenApiRouter::new().routes(routes!(list, change).needs(&[Permission::AppraisalsHrManage]))
}

/// Every department with its template. Needs `appraisals:hr_manage`.
#[utoipa::path(get, path = "/api/staff/appraisal-settings/department-assignments",
    tag = "Appraisal settings",
    responses((status = 200, body = Listing<Assignment>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Listing<Assignment>>> {
    Ok(Json(Listing { data: service.assignments().list(&caller).await? }))
}

/// Set the templates of departments; other departments keep theirs. Needs `appraisals:hr_manage`.
#[utoipa::path(patch, path = "/api/staff/appraisal-settings/department-assignments",
    tag = "Appraisal settings",
    responses((status = 200, body = Listing<Assignment>), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<AssignmentsInput>,
) -> Answer<Json<Listing<Assignment>>> {
    Ok(Json(Listing { data: service.assignments().change(&caller, input).await? }))
}
