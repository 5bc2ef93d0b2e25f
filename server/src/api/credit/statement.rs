//! Statements of account, for staff and for the customer.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::credit::statement::{AccountStatement, StatementQuery};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::csv;
use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{Caller, Key, PortalReady, Query};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(statement).needs(&[Permission::CreditView]))
        .routes(routes!(statement_export).needs(&[Permission::CreditView]))
}

pub(in crate::api) fn portal_routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(own_statement))
}

/// The statement of account of a facility, by default from its activation to today. Needs
/// `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}/statement", tag = "Credit",
    params(("ref" = String, Path),
        ("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, body = AccountStatement), Refusals))]
async fn statement(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    query: Query,
) -> Answer<Json<AccountStatement>> {
    let period = period(&query)?;
    Ok(Json(service.facilities().statement(&caller, &facility_ref, period).await?))
}

/// The statement of account of a facility as CSV, with the opening and the closing balance. Needs
/// `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}/statement.csv", tag = "Credit",
    params(("ref" = String, Path),
        ("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn statement_export(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    query: Query,
) -> Answer<Response> {
    let period = period(&query)?;
    let table = service.facilities().export_statement(&caller, &facility_ref, period).await?;
    Ok(csv("statement.csv", table))
}

/// The statement of account of one of the customer's own facilities, without journals.
#[utoipa::path(get, path = "/api/portal/facilities/{ref}/statement", tag = "Portal",
    security(("customer_bearer" = []), ("customer_cookie" = [])),
    params(("ref" = String, Path),
        ("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, body = AccountStatement), Refusals))]
async fn own_statement(
    State(service): State<Service>,
    PortalReady(caller): PortalReady,
    Key(facility_ref): Key,
    query: Query,
) -> Answer<Json<AccountStatement>> {
    let period = period(&query)?;
    Ok(Json(service.portal().account_statement(&caller, &facility_ref, period).await?))
}

fn period(query: &Query) -> Answer<StatementQuery> {
    Ok(StatementQuery { from: query.date("from")?, to: query.date("to")? })
}
