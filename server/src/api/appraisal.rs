//! Appraisals: queries and initiation.

mod act;
mod overview;

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::appraisal::detail::AppraisalDetail;
use shared::appraisal::explanation::ScoreExplanation;
use shared::appraisal::initiation::{InitiationInput, InitiationPreview, InitiationPreviewInput};
use shared::appraisal::list::{AppraisalQuery, AppraisalSort, AppraisalSummary, Scope};
use shared::appraisal::{ReviewType, Status};
use shared::id::{AppraisalId, DepartmentId, StaffId};
use shared::notification::Count;
use shared::page::{Listing, Page};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::AppraisalsRespond]))
        .routes(routes!(initiate).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(preview).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(pending_count))
        .routes(routes!(export).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(detail))
        .routes(routes!(score))
        .merge(act::routes())
        .merge(overview::routes())
}

/// A page of appraisals: the caller's own (default), those that wait for the caller, or all. `all`
/// needs `appraisals:hr_manage` and supports the filters.
#[utoipa::path(get, path = "/api/staff/appraisals", tag = "Appraisals",
    params(
        ("scope" = Option<Scope>, Query), ("status" = Option<Status>, Query),
        ("staffId" = Option<StaffId>, Query), ("q" = Option<String>, Query),
        ("departmentId" = Option<DepartmentId>, Query),
        ("reviewType" = Option<ReviewType>, Query), ("sort" = Option<AppraisalSort>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<AppraisalSummary>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<AppraisalSummary>>> {
    let scope = query.value("scope")?.unwrap_or(Scope::Mine);
    let query = appraisal_query(scope, &query)?;
    Ok(Json(service.appraisals().list(&caller, query).await?))
}

fn appraisal_query(scope: Scope, query: &Query) -> Answer<AppraisalQuery> {
    Ok(AppraisalQuery {
        scope,
        status: query.value("status")?,
        staff_id: query.value("staffId")?,
        q: query.owned("q")?,
        department_id: query.value("departmentId")?,
        review_type: query.value("reviewType")?,
        sort: query.value("sort")?,
        page: query.page()?,
    })
}

/// The number of appraisals that wait for the caller.
#[utoipa::path(get, path = "/api/staff/appraisals/pending-count", tag = "Appraisals",
    responses((status = 200, body = Count), Refusals))]
async fn pending_count(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Count>> {
    Ok(Json(Count { count: service.appraisals().pending_count(&caller).await? }))
}

/// Start an appraisal. Needs `appraisals:hr_manage`.
#[utoipa::path(post, path = "/api/staff/appraisals", tag = "Appraisals",
    responses((status = 201, body = AppraisalDetail), Refusals))]
async fn initiate(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<InitiationInput>,
) -> Answer<Created<AppraisalDetail>> {
    Ok(Created(service.appraisals().initiate(&caller, input).await?))
}

/// Preview the start of appraisals, for one person or many; nothing is written. Needs
/// `appraisals:hr_manage`.
#[utoipa::path(post, path = "/api/staff/appraisals/preview", tag = "Appraisals",
    responses((status = 200, body = Listing<InitiationPreview>), Refusals))]
async fn preview(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<InitiationPreviewInput>,
) -> Answer<Json<Listing<InitiationPreview>>> {
    Ok(Json(Listing { data: service.appraisals().preview(&caller, input).await? }))
}

/// Every appraisal that matches the filters, as CSV. Needs `appraisals:hr_manage`.
#[utoipa::path(get, path = "/api/staff/appraisals/export.csv", tag = "Appraisals",
    params(
        ("status" = Option<Status>, Query), ("staffId" = Option<StaffId>, Query),
        ("q" = Option<String>, Query), ("departmentId" = Option<DepartmentId>, Query),
        ("reviewType" = Option<ReviewType>, Query), ("sort" = Option<AppraisalSort>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = appraisal_query(Scope::All, &query)?;
    Ok(super::csv("appraisals.csv", service.appraisals().export(&caller, query).await?))
}

/// One appraisal, as the caller may see it.
#[utoipa::path(get, path = "/api/staff/appraisals/{id}", tag = "Appraisals",
    params(("id" = AppraisalId, Path)),
    responses((status = 200, body = AppraisalDetail), Refusals))]
async fn detail(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
) -> Answer<Json<AppraisalDetail>> {
    Ok(Json(service.appraisals().detail(&caller, id).await?))
}

/// The computation from the rows to the band.
#[utoipa::path(get, path = "/api/staff/appraisals/{id}/score", tag = "Appraisals",
    params(("id" = AppraisalId, Path)),
    responses((status = 200, body = ScoreExplanation), Refusals))]
async fn score(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<AppraisalId>,
) -> Answer<Json<ScoreExplanation>> {
    Ok(Json(service.appraisals().score(&caller, id).await?))
}
