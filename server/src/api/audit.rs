//! The audit log.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::audit::{AuditAction, AuditEntry, AuditQuery, Category};
use shared::id::StaffId;
use shared::page::{Page, PageRequest};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::csv;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{Caller, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::AuditView]))
        .routes(routes!(export).needs(&[Permission::AuditView]))
}

/// The audit log, newest first. Needs `audit:view`.
#[utoipa::path(get, path = "/api/audit-log", tag = "Audit log",
    params(
        ("category" = Option<Category>, Query), ("action" = Option<AuditAction>, Query),
        ("actorId" = Option<StaffId>, Query), ("entityId" = Option<String>, Query),
        ("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<AuditEntry>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<AuditEntry>>> {
    let query = AuditQuery { page: query.page()?, ..filters(&query)? };
    Ok(Json(service.audit().list(&caller, query).await?))
}

/// All of these entries as CSV, at most 50,000. Needs `audit:view`.
#[utoipa::path(get, path = "/api/audit-log/export.csv", tag = "Audit log",
    params(
        ("category" = Option<Category>, Query), ("action" = Option<AuditAction>, Query),
        ("actorId" = Option<StaffId>, Query), ("entityId" = Option<String>, Query),
        ("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = filters(&query)?;
    Ok(csv("audit-log.csv", service.audit().export(&caller, query).await?))
}

fn filters(query: &Query) -> Answer<AuditQuery> {
    Ok(AuditQuery {
        category: query.value("category")?,
        action: query.value("action")?,
        actor_id: query.value("actorId")?,
        entity_id: query.owned("entityId")?,
        from: query.date("from")?,
        to: query.date("to")?,
        page: PageRequest::default(),
    })
}
