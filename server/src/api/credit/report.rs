//! Credit reports.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::credit::report::{IncomeReport, PortfolioReport, ShariahReport};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::csv;
use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{Caller, Query};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(portfolio).needs(&[Permission::CreditView]))
        .routes(routes!(export_portfolio).needs(&[Permission::CreditView]))
        .routes(routes!(income).needs(&[Permission::CreditView]))
        .routes(routes!(export_income).needs(&[Permission::CreditView]))
        .routes(routes!(shariah_compliance).needs(&[Permission::CreditView]))
}

/// The amounts owed on a day, by default today, by product and status and by lateness, and the
/// reconciliation of ledger and schedules. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/reports/portfolio", tag = "Credit",
    params(("asOf" = Option<NaiveDate>, Query)),
    responses((status = 200, body = PortfolioReport), Refusals))]
async fn portfolio(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<PortfolioReport>> {
    Ok(Json(service.credit_reports().portfolio(&caller, query.date("asOf")?).await?))
}

/// The portfolio of a day as CSV. Lines of type `product` by product and status, lines of type
/// `ageing` by arrears bucket. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/reports/portfolio/export.csv", tag = "Credit",
    params(("asOf" = Option<NaiveDate>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export_portfolio(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let table = service.credit_reports().export_portfolio(&caller, query.date("asOf")?).await?;
    Ok(csv("portfolio.csv", table))
}

/// Profit and rent by product and month of the value date. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/reports/income", tag = "Credit",
    params(("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, body = IncomeReport), Refusals))]
async fn income(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<IncomeReport>> {
    let (from, to) = (query.date("from")?, query.date("to")?);
    Ok(Json(service.credit_reports().income(&caller, from, to).await?))
}

/// Profit and rent as CSV. Lines of type `income` by product and month, lines of type `collection`
/// with the amounts due and received in each month. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/reports/income/export.csv", tag = "Credit",
    params(("from" = Option<NaiveDate>, Query), ("to" = Option<NaiveDate>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export_income(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let (from, to) = (query.date("from")?, query.date("to")?);
    Ok(csv("income.csv", service.credit_reports().export_income(&caller, from, to).await?))
}

/// Compliance with the Shariah rules that the service monitors. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/reports/shariah-compliance", tag = "Credit",
    responses((status = 200, body = ShariahReport), Refusals))]
async fn shariah_compliance(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<ShariahReport>> {
    Ok(Json(service.credit_reports().shariah_compliance(&caller).await?))
}
