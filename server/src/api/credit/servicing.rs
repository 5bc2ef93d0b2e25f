//! Lateness, non-accrual and the quote of live facilities.

use axum::extract::State;
use service::Service;
use shared::credit::facility::{Facility, TransferInput};
use shared::credit::payment::{AsOfInput, ReasonInput, SettlementQuote};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::Answer;
use crate::extract::{self, Caller, Key, Query};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(settlement_quote).needs(&[Permission::CreditView]))
        .routes(routes!(overdue).needs(&[Permission::CreditApprove]).repeatable())
        .routes(routes!(stop_accrual).needs(&[Permission::CreditApprove]).repeatable())
        .routes(routes!(resume_accrual).needs(&[Permission::CreditApprove]).repeatable())
        .routes(routes!(waive_profit).needs(&[Permission::CreditApprove]).repeatable())
        .routes(routes!(transfer_ownership).needs(&[Permission::CreditApprove]).repeatable())
}

/// The settlement amount of a facility on a day, by default today. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}/settlement-quote", tag = "Credit",
    params(("ref" = String, Path), ("asOf" = Option<NaiveDate>, Query)),
    responses((status = 200, body = SettlementQuote), Refusals))]
async fn settlement_quote(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    query: Query,
) -> Answer<Json<SettlementQuote>> {
    let as_of = query.date("asOf")?;
    Ok(Json(service.facilities().settlement_quote(&caller, &facility_ref, as_of).await?))
}

/// Evaluate whether a facility is late on a day, by default today; nothing is posted. Needs
/// `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/overdue", tag = "Credit",
    params(("ref" = String, Path)),
    request_body = Option<AsOfInput>,
    responses((status = 200, body = Facility), Refusals))]
async fn overdue(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<AsOfInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().overdue(&caller, &facility_ref, input).await?))
}

/// Stop income recognition, with a reason; receipts are applied to principal from then on. Needs
/// `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/non-accrual", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Facility), Refusals))]
async fn stop_accrual(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<ReasonInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().stop_accrual(&caller, &facility_ref, input).await?))
}

/// Resume income recognition, with a reason, once no principal is late. Needs `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/resume-accrual", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Facility), Refusals))]
async fn resume_accrual(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<ReasonInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().resume_accrual(&caller, &facility_ref, input).await?))
}

/// Waive the suspended profit of a facility whose principal is received, with a reason; the
/// facility is then settled. Needs `credit:approve`, and another person than the recorder of the
/// latest payment.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/waive-profit", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Facility), Refusals))]
async fn waive_profit(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<ReasonInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().waive_profit(&caller, &facility_ref, input).await?))
}

/// Record the transfer of a settled ijarah's title to the customer, with its document. Needs
/// `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/transfer-ownership", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Facility), Refusals))]
async fn transfer_ownership(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<TransferInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().transfer_ownership(&caller, &facility_ref, input).await?))
}
