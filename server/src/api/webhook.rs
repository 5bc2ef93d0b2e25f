//! Webhooks of integrations.

use axum::extract::State;
use http::StatusCode;
use service::Service;
use shared::id::WebhookId;
use shared::page::Listing;
use shared::permission::Permission;
use shared::webhook::{
    Webhook, WebhookChanged, WebhookCreated, WebhookInput, WebhookPatch, WebhookReplayInput,
};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::Answer;
use crate::extract::{self, Caller, Id};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::OrgManage]))
        .routes(routes!(create).needs_in_person(&[Permission::OrgManage]))
        .routes(routes!(change).needs_in_person(&[Permission::OrgManage]).repeatable())
        .routes(routes!(delete).needs(&[Permission::OrgManage]))
        .routes(routes!(replay).needs(&[Permission::OrgManage]).repeatable())
}

/// All webhooks, without their secrets. Needs `org:manage`.
#[utoipa::path(get, path = "/api/webhooks", tag = "Webhooks",
    responses((status = 200, body = Listing<Webhook>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Listing<Webhook>>> {
    Ok(Json(Listing { data: service.webhooks().list(&caller).await? }))
}

/// Create a webhook, to which the events of leave and credit from now on are sent; only this
/// response contains its secret. Needs `org:manage`.
#[utoipa::path(post, path = "/api/webhooks", tag = "Webhooks",
    responses((status = 201, body = WebhookCreated), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<WebhookInput>,
) -> Answer<Created<WebhookCreated>> {
    Ok(Created(service.webhooks().create(&caller, input).await?))
}

/// Change, pause or resume a webhook, or rotate its secret. Needs `org:manage`.
#[utoipa::path(patch, path = "/api/webhooks/{id}", tag = "Webhooks",
    params(("id" = WebhookId, Path)),
    responses((status = 200, body = WebhookChanged), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<WebhookId>,
    extract::Json(patch): extract::Json<WebhookPatch>,
) -> Answer<Json<WebhookChanged>> {
    Ok(Json(service.webhooks().change(&caller, id, patch).await?))
}

/// Delete a webhook; its undelivered events are never sent. Needs `org:manage`.
#[utoipa::path(delete, path = "/api/webhooks/{id}", tag = "Webhooks",
    params(("id" = WebhookId, Path)),
    responses((status = 204), Refusals))]
async fn delete(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<WebhookId>,
) -> Answer<StatusCode> {
    service.webhooks().delete(&caller, id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send events again: those that were given up, or with `after` every event after a cursor of the
/// feed. Needs `org:manage`.
#[utoipa::path(post, path = "/api/webhooks/{id}/replay", tag = "Webhooks",
    params(("id" = WebhookId, Path)),
    responses((status = 200, body = Webhook), Refusals))]
async fn replay(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<WebhookId>,
    extract::Json(input): extract::Json<WebhookReplayInput>,
) -> Answer<Json<Webhook>> {
    Ok(Json(service.webhooks().replay(&caller, id, input).await?))
}
