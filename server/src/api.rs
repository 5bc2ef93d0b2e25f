//! The REST API: one file for each noun, one function for each verb. Handlers translate; every
//! decision is the service's.

mod api_token;
mod appraisal;
mod audit;
mod department;
pub mod document;
mod health;
mod notification;
mod organization;
mod role;
mod session;
mod staff;

use axum::Json;
use axum::response::{IntoResponse, Response};
use http::StatusCode;
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::error::{ApiError, unknown_route};
use crate::state::AppState;

/// Every route of the API with its description.
pub fn routes() -> (axum::Router<AppState>, OpenApi) {
    OpenApiRouter::with_openapi(document::base())
        .merge(session::routes())
        .merge(organization::routes())
        .merge(staff::routes())
        .merge(department::routes())
        .merge(role::routes())
        .merge(api_token::routes())
        .merge(appraisal::routes())
        .merge(notification::routes())
        .merge(audit::routes())
        .split_for_parts()
}

/// Routes that tell machines how the service is; nobody signs in for them.
pub fn health_routes() -> axum::Router<AppState> {
    health::routes()
}

/// Answers 201 with a new record.
#[derive(Debug)]
struct Created<T>(T);

impl<T: serde::Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

/// 404 for every address under `/api` that leads nowhere.
pub async fn unknown() -> ApiError {
    unknown_route()
}
