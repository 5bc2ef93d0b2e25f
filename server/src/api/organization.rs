//! The caller's organization.

use axum::extract::State;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use http::header::CONTENT_TYPE;
use service::Service;
use shared::organization::{Logo, Organization, OrganizationPatch};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Image, PortalReady};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(find).needs(&[Permission::OrgManage]))
        .routes(routes!(change).needs_in_person(&[Permission::OrgManage]))
        .routes(routes!(logo))
        .routes(routes!(set_logo).needs_in_person(&[Permission::OrgManage]))
        .routes(routes!(remove_logo).needs_in_person(&[Permission::OrgManage]))
}

pub(super) fn portal_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(portal_logo))
}

/// The organization and its policies. Needs `org:manage`.
#[utoipa::path(get, path = "/api/organization", tag = "Organization",
    responses((status = 200, body = Organization), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<Organization>> {
    Ok(Json(service.organizations().find(&caller).await?))
}

/// Change the organization. Needs `org:manage`.
#[utoipa::path(patch, path = "/api/organization", tag = "Organization",
    responses((status = 200, body = Organization), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(patch): extract::Json<OrganizationPatch>,
) -> Answer<Json<Organization>> {
    Ok(Json(service.organizations().change(&caller, patch).await?))
}

/// The logo on everything that is printed: a PNG, JPEG or WebP image.
#[utoipa::path(get, path = "/api/organization/logo", tag = "Organization",
    responses((status = 200, content(
        (String = "image/png"), (String = "image/jpeg"), (String = "image/webp"))), Refusals))]
async fn logo(State(service): State<Service>, Caller(caller): Caller) -> Answer<Response> {
    Ok(image(service.organizations().logo(&caller).await?))
}

/// Replace the logo by a PNG, JPEG or WebP image of up to 200 KiB. Needs `org:manage`.
#[utoipa::path(put, path = "/api/organization/logo", tag = "Organization",
    request_body(content(
        (String = "image/png"), (String = "image/jpeg"), (String = "image/webp"))),
    responses((status = 200, body = Organization), Refusals))]
async fn set_logo(
    State(service): State<Service>,
    Caller(caller): Caller,
    Image(file): Image,
) -> Answer<Json<Organization>> {
    Ok(Json(service.organizations().set_logo(&caller, &file).await?))
}

/// Remove the logo. Needs `org:manage`.
#[utoipa::path(delete, path = "/api/organization/logo", tag = "Organization",
    responses((status = 204), Refusals))]
async fn remove_logo(State(service): State<Service>, Caller(caller): Caller) -> Answer<StatusCode> {
    service.organizations().remove_logo(&caller).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// The logo of the organization on everything that the customer prints.
#[utoipa::path(get, path = "/api/portal/logo", tag = "Portal", operation_id = "logo",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    responses((status = 200, content(
        (String = "image/png"), (String = "image/jpeg"), (String = "image/webp"))), Refusals))]
async fn portal_logo(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
) -> Answer<Response> {
    Ok(image(service.portal().logo(&caller).await?))
}

/// An image, which the headers of every response keep from being taken for anything else.
fn image(logo: Logo) -> Response {
    ([(CONTENT_TYPE, logo.format.as_str())], logo.content).into_response()
}
