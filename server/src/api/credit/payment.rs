//! Payments, and their reversal.

use axum::extract::State;
use service::Service;
use shared::credit::payment::{Payment, PaymentInput, ReasonInput};
use shared::credit::preview::{PaymentPreview, ReversalPreview};
use shared::id::PaymentId;
use shared::page::Page;
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::Created;
use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::Answer;
use crate::extract::{self, Caller, Key, KeyAndId, Query};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::CreditView]))
        .routes(routes!(record).needs(&[Permission::CreditRecordPayment]))
        .routes(routes!(preview).needs(&[Permission::CreditRecordPayment]))
        .routes(routes!(preview_reversal).needs(&[Permission::CreditApprove]))
        .routes(routes!(reverse).needs(&[Permission::CreditApprove]).repeatable())
}

/// A page of the payments of a facility, latest first. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}/payments", tag = "Credit",
    params(("ref" = String, Path),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<Payment>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    query: Query,
) -> Answer<Json<Page<Payment>>> {
    Ok(Json(service.payments().list(&caller, &facility_ref, query.page()?).await?))
}

/// Record a payment, or with `earlySettlement` settle the facility by its quote. Needs
/// `credit:record_payment`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/payments", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 201, body = Payment), Refusals))]
async fn record(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<PaymentInput>,
) -> Answer<Created<Payment>> {
    Ok(Created(service.payments().record(&caller, &facility_ref, input).await?))
}

/// The effect of recording a payment, computed by recording it and writing nothing. Needs
/// `credit:record_payment`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/payments/preview", tag = "Credit",
    params(("ref" = String, Path)), responses((status = 200, body = PaymentPreview), Refusals))]
async fn preview(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<PaymentInput>,
) -> Answer<Json<PaymentPreview>> {
    Ok(Json(service.payments().preview(&caller, &facility_ref, input).await?))
}

/// Reverse the latest payment of a facility; it stays in the list. Needs `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/payments/{id}/reverse", tag = "Credit",
    params(("ref" = String, Path), ("id" = PaymentId, Path)),
    responses((status = 200, body = Payment), Refusals))]
async fn reverse(
    State(service): State<Service>,
    Caller(caller): Caller,
    KeyAndId(facility_ref, id): KeyAndId<PaymentId>,
    extract::Json(input): extract::Json<ReasonInput>,
) -> Answer<Json<Payment>> {
    Ok(Json(service.payments().reverse(&caller, &facility_ref, id, input).await?))
}

/// The effect of reversing a payment, computed by reversing it and writing nothing. Needs
/// `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/payments/{id}/reverse/preview",
    tag = "Credit", params(("ref" = String, Path), ("id" = PaymentId, Path)),
    responses((status = 200, body = ReversalPreview), Refusals))]
async fn preview_reversal(
    State(service): State<Service>,
    Caller(caller): Caller,
    KeyAndId(facility_ref, id): KeyAndId<PaymentId>,
    extract::Json(input): extract::Json<ReasonInput>,
) -> Answer<Json<ReversalPreview>> {
    Ok(Json(service.payments().preview_reversal(&caller, &facility_ref, id, input).await?))
}
