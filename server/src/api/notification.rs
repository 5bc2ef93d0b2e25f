//! The caller's notifications.

mod stream;

use axum::extract::State;
use service::Service;
use shared::id::NotificationId;
use shared::notification::{Count, Notification};
use shared::page::Page;
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, NoBody, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::AppraisalsRespond]))
        .routes(routes!(unread_count).needs(&[Permission::AppraisalsRespond]))
        .routes(routes!(stream::stream))
        .routes(routes!(read_all).needs(&[Permission::AppraisalsRespond]))
        .routes(routes!(read).needs(&[Permission::AppraisalsRespond]))
}

/// A page of notifications, newest first.
#[utoipa::path(get, path = "/api/notifications", tag = "Notifications",
    params(("unread" = Option<bool>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<Notification>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<Notification>>> {
    let unread_only = query.value("unread")?.unwrap_or(false);
    Ok(Json(service.notifications().list(&caller, unread_only, query.page()?).await?))
}

/// The number of unread notifications.
#[utoipa::path(get, path = "/api/notifications/unread-count", tag = "Notifications",
    responses((status = 200, body = Count), Refusals))]
async fn unread_count(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Count>> {
    Ok(Json(Count { count: service.notifications().unread_count(&caller).await? }))
}

/// Mark a notification as read.
#[utoipa::path(post, path = "/api/notifications/{id}/read", tag = "Notifications",
    params(("id" = NotificationId, Path)),
    responses((status = 200, body = Notification), Refusals))]
async fn read(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<NotificationId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<Notification>> {
    Ok(Json(service.notifications().read(&caller, id).await?))
}

/// Mark all as read; returns the number of unread ones.
#[utoipa::path(post, path = "/api/notifications/read-all", tag = "Notifications",
    responses((status = 200, body = Count), Refusals))]
async fn read_all(
    State(service): State<Service>,
    Caller(caller): Caller,
    _: extract::Json<NoBody>,
) -> Answer<Json<Count>> {
    Ok(Json(Count { count: service.notifications().read_all(&caller).await? }))
}
