//! The feed of events for integrators.

use axum::extract::State;
use service::Service;
use shared::event::{DEFAULT_LIMIT, EventPage, EventQuery, LIMIT_CAP};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{Caller, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(feed).needs(&[Permission::EventsRead]))
}

/// The events after a cursor, oldest first: each of them at least once, and those of one record in
/// the order of its changes. Needs `events:read`.
#[utoipa::path(get, path = "/api/events", tag = "Events",
    params(
        ("after" = Option<String>, Query,
            description = "The `nextCursor` of the previous response; none to begin"),
        ("types" = Option<String>, Query, description = "One type, or several with commas"),
        ("limit" = Option<u32>, Query, description = "100 by default, at most 500")),
    responses((status = 200, body = EventPage), Refusals))]
async fn feed(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<EventPage>> {
    let query = EventQuery {
        after: query.value("after")?,
        types: query.values("types")?,
        limit: query.limit(DEFAULT_LIMIT, LIMIT_CAP)?,
    };
    Ok(Json(service.events().feed(&caller, query).await?))
}
