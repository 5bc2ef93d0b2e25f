//! A customer's own facilities, read-only.

use axum::extract::State;
use service::Service;
use shared::credit::facility::FacilitySchedule;
use shared::credit::portal::{PortalFacility, PortalPayment};
use shared::page::Page;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::document::Refusals;
use crate::error::Answer;
use crate::extract::{Key, PortalReady, Query};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list))
        .routes(routes!(find))
        .routes(routes!(schedule))
        .routes(routes!(payments))
}

/// A page of the customer's own facilities from their activation on, newest first.
#[utoipa::path(get, path = "/api/portal/facilities", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    params(("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<PortalFacility>), Refusals))]
async fn list(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    query: Query,
) -> Answer<Json<Page<PortalFacility>>> {
    Ok(Json(service.portal().facilities(&caller, query.page()?).await?))
}

/// One of the customer's own facilities.
#[utoipa::path(get, path = "/api/portal/facilities/{ref}", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    params(("ref" = String, Path)),
    responses((status = 200, body = PortalFacility), Refusals))]
async fn find(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    Key(facility_ref): Key,
) -> Answer<Json<PortalFacility>> {
    Ok(Json(service.portal().facility(&caller, &facility_ref).await?))
}

/// The schedule of one of the customer's own facilities.
#[utoipa::path(get, path = "/api/portal/facilities/{ref}/schedule", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    params(("ref" = String, Path)),
    responses((status = 200, body = FacilitySchedule), Refusals))]
async fn schedule(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    Key(facility_ref): Key,
) -> Answer<Json<FacilitySchedule>> {
    Ok(Json(service.portal().schedule(&caller, &facility_ref).await?))
}

/// A page of the payments received on one of the customer's own facilities, latest first.
#[utoipa::path(get, path = "/api/portal/facilities/{ref}/payments", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    params(("ref" = String, Path),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<PortalPayment>), Refusals))]
async fn payments(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    Key(facility_ref): Key,
    query: Query,
) -> Answer<Json<Page<PortalPayment>>> {
    Ok(Json(service.portal().payments(&caller, &facility_ref, query.page()?).await?))
}
