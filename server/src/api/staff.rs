//! Members of staff.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::id::{DepartmentId, StaffId};
use shared::page::Page;
use shared::permission::Permission;
use shared::probation::{DueFilter, Probation, ProbationQuery};
use shared::staff::{
    ImportResult, Staff, StaffCreated, StaffInput, StaffPatch, StaffQuery, StaffSort,
    TemporaryPassword,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::Answer;
use crate::extract::{self, Caller, Csv, Id, NoBody, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::StaffView]))
        .routes(routes!(create).needs(&[Permission::StaffManage]))
        .routes(routes!(import).needs(&[Permission::StaffManage]).repeatable())
        .routes(routes!(export).needs(&[Permission::StaffView]))
        .routes(routes!(probation).needs(&[Permission::AppraisalsHrManage]))
        .routes(routes!(find).needs(&[Permission::StaffView]))
        .routes(routes!(change).needs(&[Permission::StaffManage]))
        .routes(routes!(reset_password).needs_in_person(&[Permission::OrgManage]).repeatable())
        .routes(routes!(reset_mfa).needs_in_person(&[Permission::OrgManage]).repeatable())
        .routes(routes!(end_sessions).needs_in_person(&[Permission::OrgManage]))
}

/// A page of staff, by default newest first. Needs `staff:view`.
#[utoipa::path(get, path = "/api/staff", tag = "Staff",
    params(
        ("q" = Option<String>, Query), ("departmentId" = Option<DepartmentId>, Query),
        ("role" = Option<String>, Query), ("confirmed" = Option<bool>, Query),
        ("due" = Option<bool>, Query), ("dueWithin" = Option<u32>, Query),
        ("blocked" = Option<bool>, Query),
        ("sort" = Option<StaffSort>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<Staff>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<Staff>>> {
    let query = staff_query(&query)?;
    Ok(Json(service.staff().list(&caller, query).await?))
}

fn staff_query(query: &Query) -> Answer<StaffQuery> {
    Ok(StaffQuery {
        q: query.owned("q")?,
        department_id: query.value("departmentId")?,
        role: query.owned("role")?,
        confirmed: query.value("confirmed")?,
        due: DueFilter::of(query.value("due")?, query.value("dueWithin")?),
        blocked: query.value("blocked")?,
        sort: query.value("sort")?,
        page: query.page()?,
    })
}

/// Everyone who matches the filters, as CSV that an import accepts. Needs `staff:view`.
#[utoipa::path(get, path = "/api/staff/export.csv", tag = "Staff",
    params(
        ("q" = Option<String>, Query), ("departmentId" = Option<DepartmentId>, Query),
        ("role" = Option<String>, Query), ("confirmed" = Option<bool>, Query),
        ("due" = Option<bool>, Query), ("dueWithin" = Option<u32>, Query),
        ("blocked" = Option<bool>, Query),
        ("sort" = Option<StaffSort>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = staff_query(&query)?;
    Ok(super::csv("staff.csv", service.staff().export(&caller, query).await?))
}

/// A page of unconfirmed employees, longest employed first, with their open appraisal. Needs
/// `appraisals:hr_manage`.
#[utoipa::path(get, path = "/api/staff/probation", tag = "Staff",
    params(
        ("due" = Option<bool>, Query), ("dueWithin" = Option<u32>, Query),
        ("departmentId" = Option<DepartmentId>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<Probation>), Refusals))]
async fn probation(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<Probation>>> {
    let query = ProbationQuery {
        due: DueFilter::of(query.value("due")?, query.value("dueWithin")?),
        department_id: query.value("departmentId")?,
        page: query.page()?,
    };
    Ok(Json(service.staff().probation(&caller, query).await?))
}

/// Create a member of staff; only this response contains the temporary password. Needs
/// `staff:manage`.
#[utoipa::path(post, path = "/api/staff", tag = "Staff",
    responses((status = 201, body = StaffCreated), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<StaffInput>,
) -> Answer<Created<StaffCreated>> {
    Ok(Created(service.staff().create(&caller, input).await?))
}

/// One member of staff. Needs `staff:view`.
#[utoipa::path(get, path = "/api/staff/{id}", tag = "Staff", params(("id" = StaffId, Path)),
    responses((status = 200, body = Staff), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<StaffId>,
) -> Answer<Json<Staff>> {
    Ok(Json(service.staff().find(&caller, id).await?))
}

/// Change a member of staff. Needs `staff:manage`.
#[utoipa::path(patch, path = "/api/staff/{id}", tag = "Staff", params(("id" = StaffId, Path)),
    responses((status = 200, body = Staff), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<StaffId>,
    extract::Json(patch): extract::Json<StaffPatch>,
) -> Answer<Json<Staff>> {
    Ok(Json(service.staff().change(&caller, id, patch).await?))
}

/// Issue a temporary password; every session of that person ends. Needs `org:manage`.
#[utoipa::path(post, path = "/api/staff/{id}/reset-password", tag = "Staff",
    params(("id" = StaffId, Path)),
    responses((status = 200, body = TemporaryPassword), Refusals))]
async fn reset_password(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<StaffId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<TemporaryPassword>> {
    Ok(Json(service.staff().reset_password(&caller, id).await?))
}

/// Remove the second factor and issue a temporary password; every session of that person ends.
/// Needs `org:manage`.
#[utoipa::path(post, path = "/api/staff/{id}/reset-mfa", tag = "Staff",
    params(("id" = StaffId, Path)),
    responses((status = 200, body = TemporaryPassword), Refusals))]
async fn reset_mfa(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<StaffId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<TemporaryPassword>> {
    Ok(Json(service.staff().reset_mfa(&caller, id).await?))
}

/// End every session of that person. Needs `org:manage`.
#[utoipa::path(post, path = "/api/staff/{id}/end-sessions", tag = "Staff",
    params(("id" = StaffId, Path)),
    responses((status = 200, body = Staff), Refusals))]
async fn end_sessions(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<StaffId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<Staff>> {
    Ok(Json(service.staff().end_sessions(&caller, id).await?))
}

/// Create many members of staff from CSV: all of them, or none with the reasons. Needs
/// `staff:manage`.
#[utoipa::path(post, path = "/api/staff/import", tag = "Staff",
    params(("dryRun" = Option<bool>, Query)),
    request_body(content = String, content_type = "text/csv"),
    responses((status = 200, body = ImportResult), Refusals))]
async fn import(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
    Csv(file): Csv,
) -> Answer<Json<ImportResult>> {
    let dry_run = query.value("dryRun")?.unwrap_or(false);
    Ok(Json(service.staff().import(&caller, &file, dry_run).await?))
}
