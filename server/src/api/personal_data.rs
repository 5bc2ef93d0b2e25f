//! The personal data of a member of staff or of a customer, for administrators.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::header::CONTENT_DISPOSITION;
use service::Service;
use shared::id::{CustomerId, StaffId};
use shared::permission::Permission;
use shared::personal_data::PersonalData;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, NoBody};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(export_staff).needs_in_person(&[Permission::OrgManage]))
        .routes(routes!(export_customer).needs_in_person(&[Permission::OrgManage]))
}

/// Everything that is stored about a member of staff; the export is audited. Needs `org:manage`.
#[utoipa::path(post, path = "/api/personal-data/staff/{id}", tag = "Personal data",
    params(("id" = StaffId, Path)),
    responses((status = 200, body = PersonalData), Refusals))]
async fn export_staff(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<StaffId>,
    _: extract::Json<NoBody>,
) -> Answer<Response> {
    Ok(file(&service.personal_records().of_staff(&caller, id).await?))
}

/// Everything that is stored about a customer; the export is audited. Needs `org:manage`.
#[utoipa::path(post, path = "/api/personal-data/customers/{id}", tag = "Personal data",
    params(("id" = CustomerId, Path)),
    responses((status = 200, body = PersonalData), Refusals))]
async fn export_customer(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    _: extract::Json<NoBody>,
) -> Answer<Response> {
    Ok(file(&service.personal_records().of_customer(&caller, id).await?))
}

/// A response that browsers save as a file.
fn file(data: &PersonalData) -> Response {
    let name = format!("personal-data-{}.json", data.id);
    let disposition = format!("attachment; filename=\"{name}\"");
    ([(CONTENT_DISPOSITION, disposition)], Json(data)).into_response()
}
