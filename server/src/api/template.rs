//! KPI templates.

use axum::extract::State;
use service::Service;
use shared::id::TemplateId;
use shared::page::Listing;
use shared::permission::Permission;
use shared::template::{Template, TemplateInput, TemplatePatch};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, NoBody, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list, create).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(change).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(archive).needs(&[Permission::AppraisalsHrManage]))
}

/// All templates by name; archived ones only with `archived=true`. Needs `appraisals:hr_manage`.
#[utoipa::path(get, path = "/api/staff/appraisal-settings/templates", tag = "Appraisal settings",
    params(("archived" = Option<bool>, Query)),
    responses((status = 200, body = Listing<Template>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Listing<Template>>> {
    let with_archived = query.value("archived")?.unwrap_or(false);
    Ok(Json(Listing { data: service.templates().list(&caller, with_archived).await? }))
}

/// Create a template. Needs `appraisals:hr_manage`.
#[utoipa::path(post, path = "/api/staff/appraisal-settings/templates", tag = "Appraisal settings",
    responses((status = 201, body = Template), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<TemplateInput>,
) -> Answer<Created<Template>> {
    Ok(Created(service.templates().create(&caller, input).await?))
}

/// Change a template; `items` replaces all of its rows. Needs `appraisals:hr_manage`.
#[utoipa::path(patch, path = "/api/staff/appraisal-settings/templates/{id}",
    tag = "Appraisal settings", params(("id" = TemplateId, Path)),
    responses((status = 200, body = Template), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<TemplateId>,
    extract::Json(patch): extract::Json<TemplatePatch>,
) -> Answer<Json<Template>> {
    Ok(Json(service.templates().change(&caller, id, patch).await?))
}

/// Archive a template; its departments move to General / Other. Needs `appraisals:hr_manage`.
#[utoipa::path(post, path = "/api/staff/appraisal-settings/templates/{id}/archive",
    tag = "Appraisal settings", params(("id" = TemplateId, Path)),
    responses((status = 200, body = Template), Refusals))]
async fn archive(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<TemplateId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<Template>> {
    Ok(Json(service.templates().archive(&caller, id).await?))
}
