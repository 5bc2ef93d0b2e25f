//! The REST API: one file for each noun, one function for each verb. Handlers only translate; all
//! decisions are made by the service.

mod api_token;
mod appraisal;
mod assignment;
mod audit;
mod catalog;
mod credit;
mod customer;
mod department;
pub mod document;
mod event;
mod health;
mod job;
mod leave;
mod needs;
mod notification;
mod organization;
mod personal_data;
mod portal;
mod repeatable;
mod role;
mod session;
mod staff;
mod template;
mod webhook;

use axum::response::{IntoResponse, Response};
use http::header::{CONTENT_DISPOSITION, CONTENT_TYPE, SET_COOKIE};
use http::{HeaderName, StatusCode};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::error::{ApiError, unknown_route};
use crate::state::AppState;
use axum::Json;
use shared::realm::Realm;

/// Every route of the API with its description.
pub fn routes() -> (axum::Router<AppState>, OpenApi) {
    let (router, mut openapi) = OpenApiRouter::with_openapi(document::base())
        .merge(named("session", session::routes()))
        .merge(named("organization", organization::routes()))
        .merge(named("staff", staff::routes()))
        .merge(named("department", department::routes()))
        .merge(named("role", role::routes()))
        .merge(named("api_token", api_token::routes()))
        .merge(named("appraisal", appraisal::routes()))
        .merge(named("leave", leave::routes()))
        .merge(named("customer", customer::routes()))
        .merge(named("personal_data", personal_data::routes()))
        .merge(named("portal", portal::routes()))
        .merge(named("portal", organization::portal_routes()))
        .merge(named("facility", credit::facility::routes()))
        .merge(named("account_map", credit::account_map::routes()))
        .merge(named("account_names", credit::account_name::routes()))
        .merge(named("closed_period", credit::closed_period::routes()))
        .merge(named("journal", credit::journal::routes()))
        .merge(named("facility", credit::servicing::routes()))
        .merge(named("payment", credit::payment::routes()))
        .merge(named("portal_facility", credit::portal::routes()))
        .merge(named("facility", credit::statement::routes()))
        .merge(named("portal_facility", credit::statement::portal_routes()))
        .merge(named("credit_report", credit::report::routes()))
        .merge(named("template", template::routes()))
        .merge(named("catalog", catalog::routes()))
        .merge(named("assignment", assignment::routes()))
        .merge(named("notification", notification::routes()))
        .merge(named("audit", audit::routes()))
        .merge(named("event", event::routes()))
        .merge(named("webhook", webhook::routes()))
        .merge(named("job", job::routes()))
        .split_for_parts();
    document::complete(&mut openapi);
    (router, openapi)
}

/// Prefixes the name of every operation with its noun: `appraisal_finalize`.
fn named(noun: &str, mut router: OpenApiRouter<AppState>) -> OpenApiRouter<AppState> {
    for path in router.get_openapi_mut().paths.paths.values_mut() {
        let operations =
            [&mut path.get, &mut path.post, &mut path.put, &mut path.patch, &mut path.delete];
        for operation in operations.into_iter().flatten() {
            let verb = operation.operation_id.take().unwrap_or_default();
            operation.operation_id = Some(format!("{noun}_{verb}"));
        }
        if let Some(operation) = &mut path.post {
            repeatable::describe_creation(operation);
        }
    }
    router
}

/// Health routes for monitoring, without authentication.
pub fn health_routes() -> axum::Router<AppState> {
    health::routes()
}

/// A response with status 201 and a new record.
#[derive(Debug)]
struct Created<T>(T);

impl<T: serde::Serialize> IntoResponse for Created<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

/// A response with a table that browsers save as a file.
fn csv(name: &str, table: String) -> Response {
    let disposition = format!("attachment; filename=\"{name}\"");
    let kind = (CONTENT_TYPE, "text/csv; charset=utf-8".to_owned());
    ([kind, (CONTENT_DISPOSITION, disposition)], table).into_response()
}

/// 404 for every unknown address under `/api`.
pub async fn unknown() -> ApiError {
    unknown_route()
}

/// 204, with a header that deletes the browser's cookie.
type SignedOut = (StatusCode, [(HeaderName, String); 1]);

fn signed_out(realm: Realm) -> SignedOut {
    (StatusCode::NO_CONTENT, [(SET_COOKIE, app::server::token_cookie(realm.cookie(), "", 0))])
}
