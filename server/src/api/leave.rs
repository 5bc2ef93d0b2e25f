//! Leave: balances, requests, decisions, policies, the calendar and the year-end.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::calendar::WorkingCalendar;
use shared::id::{LeaveRequestId, StaffId};
use shared::leave::balance::LeaveBalances;
use shared::leave::policy::{
    LeaveAdjustment, LeaveAdjustmentInput, LeavePoliciesInput, LeavePolicy,
};
use shared::leave::request::{
    LeaveDecisionInput, LeaveQuery, LeaveRequest, LeaveRequestInput, LeaveScope,
};
use shared::leave::status::LeaveStatus;
use shared::leave::year_end::{YearEnd, YearEndInput};
use shared::page::{Listing, Page, PageRequest};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use super::{Created, csv};
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, NoBody, Query};
use crate::state::AppState;
use axum::Json;

/// Everyone who has leave, or manages that of others.
const MEMBERS: &[Permission] = &[Permission::AppraisalsRespond, Permission::LeaveManage];

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(balances).needs(MEMBERS))
        .routes(routes!(balances_of).needs(MEMBERS))
        .routes(routes!(list, create).needs(MEMBERS))
        .routes(routes!(export).needs(MEMBERS))
        .routes(routes!(resubmit).needs(MEMBERS).repeatable())
        .routes(routes!(approve).needs(MEMBERS).repeatable())
        .routes(routes!(reject).needs(MEMBERS).repeatable())
        .routes(routes!(cancel).needs(MEMBERS).repeatable())
        .routes(routes!(adjust).needs(&[Permission::LeaveManage]))
        .routes(routes!(policies, set_policies).needs(&[Permission::LeaveManage]))
        .routes(routes!(calendar, set_calendar).needs(&[Permission::LeaveManage]))
        .routes(routes!(year_end).needs(&[Permission::LeaveManage]).repeatable())
}

/// The caller's balances of a year, by default the current one.
#[utoipa::path(get, path = "/api/leave/balances", tag = "Leave",
    params(("year" = Option<i32>, Query)),
    responses((status = 200, body = LeaveBalances), Refusals))]
async fn balances(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<LeaveBalances>> {
    Ok(Json(service.leave().balances(&caller, query.value("year")?).await?))
}

/// Another employee's balances: for their line manager and with `leave:manage`.
#[utoipa::path(get, path = "/api/leave/balances/{id}", tag = "Leave",
    params(("id" = StaffId, Path), ("year" = Option<i32>, Query)),
    responses((status = 200, body = LeaveBalances), Refusals))]
async fn balances_of(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<StaffId>,
    query: Query,
) -> Answer<Json<LeaveBalances>> {
    Ok(Json(service.leave().balances_of(&caller, id, query.value("year")?).await?))
}

/// Requests: the caller's own, those they decide on, or all of them (`leave:manage`).
#[utoipa::path(get, path = "/api/leave/requests", tag = "Leave",
    params(
        ("scope" = Option<LeaveScope>, Query), ("status" = Option<LeaveStatus>, Query),
        ("staffId" = Option<StaffId>, Query), ("year" = Option<i32>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<LeaveRequest>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<LeaveRequest>>> {
    let query = LeaveQuery { page: query.page()?, ..filters(&query)? };
    Ok(Json(service.leave().requests(&caller, query).await?))
}

/// All of these requests as CSV, at most 50,000.
#[utoipa::path(get, path = "/api/leave/requests/export.csv", tag = "Leave",
    params(
        ("scope" = Option<LeaveScope>, Query), ("status" = Option<LeaveStatus>, Query),
        ("staffId" = Option<StaffId>, Query), ("year" = Option<i32>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = filters(&query)?;
    Ok(csv("leave-requests.csv", service.leave().export(&caller, query).await?))
}

fn filters(query: &Query) -> Answer<LeaveQuery> {
    Ok(LeaveQuery {
        scope: query.value("scope")?.unwrap_or(LeaveScope::Mine),
        status: query.value("status")?,
        staff_id: query.value("staffId")?,
        year: query.value("year")?,
        page: PageRequest::default(),
    })
}

/// Request leave.
#[utoipa::path(post, path = "/api/leave/requests", tag = "Leave",
    responses((status = 201, body = LeaveRequest), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<LeaveRequestInput>,
) -> Answer<Created<LeaveRequest>> {
    Ok(Created(service.leave().request(&caller, input).await?))
}

/// Resubmit a rejected or cancelled request with the same dates.
#[utoipa::path(post, path = "/api/leave/requests/{id}/resubmit", tag = "Leave",
    params(("id" = LeaveRequestId, Path)),
    responses((status = 200, body = LeaveRequest), Refusals))]
async fn resubmit(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<LeaveRequestId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<LeaveRequest>> {
    Ok(Json(service.leave().resubmit(&caller, id).await?))
}

/// Approve a request, as the person who decides on it.
#[utoipa::path(post, path = "/api/leave/requests/{id}/approve", tag = "Leave",
    params(("id" = LeaveRequestId, Path)), request_body = Option<LeaveDecisionInput>,
    responses((status = 200, body = LeaveRequest), Refusals))]
async fn approve(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<LeaveRequestId>,
    extract::Json(input): extract::Json<LeaveDecisionInput>,
) -> Answer<Json<LeaveRequest>> {
    Ok(Json(service.leave().approve(&caller, id, input).await?))
}

/// Reject a request, as the person who decides on it.
#[utoipa::path(post, path = "/api/leave/requests/{id}/reject", tag = "Leave",
    params(("id" = LeaveRequestId, Path)), request_body = Option<LeaveDecisionInput>,
    responses((status = 200, body = LeaveRequest), Refusals))]
async fn reject(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<LeaveRequestId>,
    extract::Json(input): extract::Json<LeaveDecisionInput>,
) -> Answer<Json<LeaveRequest>> {
    Ok(Json(service.leave().reject(&caller, id, input).await?))
}

/// Cancel a request; consumed days become available again.
#[utoipa::path(post, path = "/api/leave/requests/{id}/cancel", tag = "Leave",
    params(("id" = LeaveRequestId, Path)), request_body = Option<LeaveDecisionInput>,
    responses((status = 200, body = LeaveRequest), Refusals))]
async fn cancel(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<LeaveRequestId>,
    extract::Json(input): extract::Json<LeaveDecisionInput>,
) -> Answer<Json<LeaveRequest>> {
    Ok(Json(service.leave().cancel(&caller, id, input).await?))
}

/// Correct an employee's days. Needs `leave:manage`.
#[utoipa::path(post, path = "/api/leave/adjustments", tag = "Leave",
    responses((status = 201, body = LeaveAdjustment), Refusals))]
async fn adjust(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<LeaveAdjustmentInput>,
) -> Answer<Created<LeaveAdjustment>> {
    Ok(Created(service.leave().adjust(&caller, input).await?))
}

/// The entitlements of all types in this year. Needs `leave:manage`.
#[utoipa::path(get, path = "/api/leave/policies", tag = "Leave",
    responses((status = 200, body = Listing<LeavePolicy>), Refusals))]
async fn policies(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Listing<LeavePolicy>>> {
    Ok(Json(Listing { data: service.leave().policies(&caller).await? }))
}

/// Set the entitlements of types from this year on. Needs `leave:manage`.
#[utoipa::path(put, path = "/api/leave/policies", tag = "Leave",
    responses((status = 200, body = Listing<LeavePolicy>), Refusals))]
async fn set_policies(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<LeavePoliciesInput>,
) -> Answer<Json<Listing<LeavePolicy>>> {
    Ok(Json(Listing { data: service.leave().set_policies(&caller, input).await? }))
}

/// The working days and the holidays. Needs `leave:manage`.
#[utoipa::path(get, path = "/api/leave/calendar", tag = "Leave",
    responses((status = 200, body = WorkingCalendar), Refusals))]
async fn calendar(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<WorkingCalendar>> {
    Ok(Json(service.leave().calendar(&caller).await?))
}

/// Set the working days and the holidays; existing requests keep their days. Needs `leave:manage`.
#[utoipa::path(put, path = "/api/leave/calendar", tag = "Leave",
    responses((status = 200, body = WorkingCalendar), Refusals))]
async fn set_calendar(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(calendar): extract::Json<WorkingCalendar>,
) -> Answer<Json<WorkingCalendar>> {
    Ok(Json(service.leave().set_calendar(&caller, calendar).await?))
}

/// Carry unused days forward into the next year, or with `dryRun` return a preview. Needs
/// `leave:manage`.
#[utoipa::path(post, path = "/api/leave/year-end", tag = "Leave",
    responses((status = 200, body = YearEnd), Refusals))]
async fn year_end(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<YearEndInput>,
) -> Answer<Json<YearEnd>> {
    Ok(Json(service.leave().year_end(&caller, input).await?))
}
