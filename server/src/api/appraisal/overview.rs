//! Overviews of appraisals: blocked ones, and figures.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::appraisal::Status;
use shared::appraisal::analytics::{Analytics, AnalyticsQuery};
use shared::appraisal::stuck::{StuckAppraisal, StuckQuery};
use shared::page::{Page, PageRequest};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::csv;
use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{Caller, Query};
use crate::state::AppState;
use axum::Json;

/// Without the first one, only figures from which none of a single person can be inferred.
const ANALYTICS: &[Permission] = &[Permission::AppraisalsHrManage, Permission::StaffView];

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(stuck).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(stuck_export).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(analytics).needs(ANALYTICS))
        .routes(routes!(analytics_export).needs(ANALYTICS))
}

/// A page of appraisals in flight, longest wait first, each with its reasons for delay. Needs
/// `appraisals:hr_manage`.
#[utoipa::path(get, path = "/api/staff/appraisals/stuck", tag = "Appraisals",
    params(
        ("status" = Option<Status>, Query), ("blocked" = Option<bool>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<StuckAppraisal>), Refusals))]
async fn stuck(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<StuckAppraisal>>> {
    let query = StuckQuery { page: query.page()?, ..stuck_filters(&query)? };
    Ok(Json(service.appraisals().stuck(&caller, query).await?))
}

/// All of these appraisals in flight as CSV. Needs `appraisals:hr_manage`.
#[utoipa::path(get, path = "/api/staff/appraisals/stuck/export.csv", tag = "Appraisals",
    params(("status" = Option<Status>, Query), ("blocked" = Option<bool>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn stuck_export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = stuck_filters(&query)?;
    Ok(csv("stuck-appraisals.csv", service.appraisals().export_stuck(&caller, query).await?))
}

fn stuck_filters(query: &Query) -> Answer<StuckQuery> {
    Ok(StuckQuery {
        status: query.value("status")?,
        blocked: query.value("blocked")?.unwrap_or(false),
        page: PageRequest::default(),
    })
}

/// Scores by department, line manager and month, and times by stage, over the given period or the
/// last twelve months. Needs `appraisals:hr_manage` or `staff:view`. `smallGroupsHidden` is true
/// for the second one alone: figures of groups of at least five people, in a calendar year that
/// has ended.
#[utoipa::path(get, path = "/api/staff/appraisals/analytics", tag = "Appraisals",
    params(("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, body = Analytics), Refusals))]
async fn analytics(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Analytics>> {
    let query = AnalyticsQuery { from: query.date("from")?, to: query.date("to")? };
    Ok(Json(service.appraisals().analytics(&caller, query).await?))
}

/// The same figures as CSV. Needs `appraisals:hr_manage` or `staff:view`.
#[utoipa::path(get, path = "/api/staff/appraisals/analytics.csv", tag = "Appraisals",
    params(("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn analytics_export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = AnalyticsQuery { from: query.date("from")?, to: query.date("to")? };
    Ok(csv("analytics.csv", service.appraisals().analytics_export(&caller, query).await?))
}
