//! Facilities, from the simulation to the activation.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::credit::facility::{
    AssetOwnedInput, Facility, FacilityInput, FacilityQuery, FacilitySchedule, FacilitySort,
    RevisionInput,
};
use shared::credit::journal::{FacilityEvent, Journal};
use shared::credit::payment::ReasonInput;
use shared::credit::preview::ActivationPreview;
use shared::credit::simulation::{Simulation, SimulationInput};
use shared::credit::vocabulary::{AgeingBucket, ProductType};
use shared::id::CustomerId;
use shared::page::{Listing, Page};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::api::{Created, csv};
use crate::error::Answer;
use crate::extract::{self, Caller, Key, Query};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::CreditView]))
        .routes(routes!(create).needs(&[Permission::CreditCreate]))
        .routes(routes!(export).needs(&[Permission::CreditView]))
        .routes(routes!(simulate).needs(&[Permission::CreditView, Permission::CreditCreate]))
        .routes(routes!(find).needs(&[Permission::CreditView]))
        .routes(routes!(schedule).needs(&[Permission::CreditView]))
        .routes(routes!(timeline).needs(&[Permission::CreditView]))
        .routes(routes!(journals).needs(&[Permission::CreditView]))
        .routes(routes!(review).needs(&[Permission::CreditCreate]).repeatable())
        .routes(
            routes!(approve)
                .needs(&[Permission::CreditReview, Permission::CreditApprove])
                .repeatable(),
        )
        .routes(routes!(reject).needs(&[Permission::CreditReview]).repeatable())
        .routes(routes!(withdraw).needs(&[Permission::CreditCreate]).repeatable())
        .routes(routes!(own_asset).needs(&[Permission::CreditApprove]).repeatable())
        .routes(routes!(activate).needs(&[Permission::CreditApprove]).repeatable())
        .routes(routes!(preview_activation).needs(&[Permission::CreditApprove]))
}

/// A page of facilities, by default newest first. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities", tag = "Credit",
    params(
        ("status" = Option<String>, Query, description = "One status, or several with commas"),
        ("productType" = Option<ProductType>, Query),
        ("customerId" = Option<CustomerId>, Query), ("bucket" = Option<AgeingBucket>, Query),
        ("dueWithin" = Option<u32>, Query, description = "Due until so many days from today"),
        ("mine" = Option<bool>, Query, description = "Structured by the caller"),
        ("q" = Option<String>, Query), ("sort" = Option<FacilitySort>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<Facility>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<Facility>>> {
    let query = facility_query(&query)?;
    Ok(Json(service.facilities().list(&caller, query).await?))
}

fn facility_query(query: &Query) -> Answer<FacilityQuery> {
    Ok(FacilityQuery {
        status: query.values("status")?,
        product_type: query.value("productType")?,
        customer_id: query.value("customerId")?,
        bucket: query.value("bucket")?,
        due_within: query.value("dueWithin")?,
        mine: query.value("mine")?.unwrap_or_default(),
        q: query.owned("q")?,
        sort: query.value("sort")?,
        page: query.page()?,
    })
}

/// Every facility that matches the filters, as CSV. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/export.csv", tag = "Credit",
    params(
        ("status" = Option<String>, Query, description = "One status, or several with commas"),
        ("productType" = Option<ProductType>, Query),
        ("customerId" = Option<CustomerId>, Query), ("bucket" = Option<AgeingBucket>, Query),
        ("dueWithin" = Option<u32>, Query, description = "Due until so many days from today"),
        ("mine" = Option<bool>, Query, description = "Structured by the caller"),
        ("q" = Option<String>, Query), ("sort" = Option<FacilitySort>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = facility_query(&query)?;
    Ok(csv("facilities.csv", service.facilities().export(&caller, query).await?))
}

/// Create a draft with its schedule. Needs `credit:create`.
#[utoipa::path(post, path = "/api/credit/facilities", tag = "Credit",
    responses((status = 201, body = Facility), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<FacilityInput>,
) -> Answer<Created<Facility>> {
    Ok(Created(service.facilities().create(&caller, input).await?))
}

/// Simulate schedules, for one product or several in comparison; nothing is written. Needs
/// `credit:create` or `credit:view`.
#[utoipa::path(post, path = "/api/credit/facilities/simulate", tag = "Credit",
    responses((status = 200, body = Simulation), Refusals))]
async fn simulate(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<SimulationInput>,
) -> Answer<Json<Simulation>> {
    Ok(Json(service.facilities().simulate(&caller, input).await?))
}

/// One facility. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}", tag = "Credit",
    params(("ref" = String, Path)), responses((status = 200, body = Facility), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().find(&caller, &facility_ref).await?))
}

/// The schedule of a facility. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}/schedule", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = FacilitySchedule), Refusals))]
async fn schedule(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
) -> Answer<Json<FacilitySchedule>> {
    Ok(Json(service.facilities().schedule(&caller, &facility_ref).await?))
}

/// The timeline of a facility, newest first. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}/timeline", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Listing<FacilityEvent>), Refusals))]
async fn timeline(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
) -> Answer<Json<Listing<FacilityEvent>>> {
    let data = service.facilities().timeline(&caller, &facility_ref).await?;
    Ok(Json(Listing { data }))
}

/// The journals of a facility, latest value date first. Needs `credit:view`.
#[utoipa::path(get, path = "/api/credit/facilities/{ref}/journals", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Listing<Journal>), Refusals))]
async fn journals(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
) -> Answer<Json<Listing<Journal>>> {
    let data = service.facilities().journals(&caller, &facility_ref).await?;
    Ok(Json(Listing { data }))
}

/// Submit a draft for review. Needs `credit:create`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/review", tag = "Credit",
    params(("ref" = String, Path)),
    request_body = Option<RevisionInput>,
    responses((status = 200, body = Facility), Refusals))]
async fn review(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<RevisionInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().review(&caller, &facility_ref, input).await?))
}

/// Approve a facility: its review needs `credit:review`, its Shariah approval `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/approve", tag = "Credit",
    params(("ref" = String, Path)),
    request_body = Option<RevisionInput>,
    responses((status = 200, body = Facility), Refusals))]
async fn approve(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<RevisionInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().approve(&caller, &facility_ref, input).await?))
}

/// Reject a facility with a reason. Needs `credit:review`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/reject", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Facility), Refusals))]
async fn reject(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<ReasonInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().reject(&caller, &facility_ref, input).await?))
}

/// Withdraw one's own draft with a reason, which is final. Needs `credit:create`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/withdraw", tag = "Credit",
    params(("ref" = String, Path)),
    responses((status = 200, body = Facility), Refusals))]
async fn withdraw(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<ReasonInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().withdraw(&caller, &facility_ref, input).await?))
}

/// Record that the provider owns the asset; a repetition changes nothing. Needs `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/asset-owned", tag = "Credit",
    params(("ref" = String, Path)),
    request_body = Option<AssetOwnedInput>,
    responses((status = 200, body = Facility), Refusals))]
async fn own_asset(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<AssetOwnedInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().own_asset(&caller, &facility_ref, input).await?))
}

/// Activate an approved facility and post its origination. Needs `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/activate", tag = "Credit",
    params(("ref" = String, Path)),
    request_body = Option<RevisionInput>, responses((status = 200, body = Facility), Refusals))]
async fn activate(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<RevisionInput>,
) -> Answer<Json<Facility>> {
    Ok(Json(service.facilities().activate(&caller, &facility_ref, input).await?))
}

/// The effect of activating a facility, computed by activating it and writing nothing. Needs
/// `credit:approve`.
#[utoipa::path(post, path = "/api/credit/facilities/{ref}/activate/preview", tag = "Credit",
    params(("ref" = String, Path)), request_body = Option<RevisionInput>,
    responses((status = 200, body = ActivationPreview), Refusals))]
async fn preview_activation(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(facility_ref): Key,
    extract::Json(input): extract::Json<RevisionInput>,
) -> Answer<Json<ActivationPreview>> {
    Ok(Json(service.facilities().preview_activation(&caller, &facility_ref, input).await?))
}
