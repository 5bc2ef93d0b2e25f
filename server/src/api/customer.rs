//! Customers and their portal accounts, as managed by staff.

use axum::extract::State;
use axum::response::Response;
use service::Service;
use shared::customer::{
    Customer, CustomerInput, CustomerPatch, CustomerQuery, CustomerSort, CustomerType, PortalAccess,
};
use shared::id::CustomerId;
use shared::page::{Page, PageRequest};
use shared::permission::Permission;
use shared::portal::{PortalAccount, PortalAccountCreated, PortalAccountInput};
use shared::staff::TemporaryPassword;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use super::{Created, csv};
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, NoBody, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::CustomersView]))
        .routes(routes!(create).needs(&[Permission::CustomersManage]))
        .routes(routes!(export).needs(&[Permission::CustomersView]))
        .routes(routes!(find).needs(&[Permission::CustomersView]))
        .routes(routes!(change).needs(&[Permission::CustomersManage]))
        .routes(routes!(create_account).needs_in_person(&[Permission::CustomersManage]))
        .routes(routes!(block_account).needs(&[Permission::CustomersManage]))
        .routes(routes!(unblock_account).needs_in_person(&[Permission::CustomersManage]))
        .routes(
            routes!(reset_account_password)
                .needs_in_person(&[Permission::CustomersManage])
                .repeatable(),
        )
        .routes(
            routes!(reset_account_mfa).needs_in_person(&[Permission::CustomersManage]).repeatable(),
        )
        .routes(routes!(end_account_sessions).needs_in_person(&[Permission::OrgManage]))
}

/// A page of customers, by default newest first. Needs `customers:view`.
#[utoipa::path(get, path = "/api/customers", tag = "Customers",
    params(
        ("q" = Option<String>, Query), ("type" = Option<CustomerType>, Query),
        ("portal" = Option<PortalAccess>, Query), ("sort" = Option<CustomerSort>, Query),
        ("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<Customer>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<Customer>>> {
    let query = CustomerQuery { page: query.page()?, ..filters(&query)? };
    Ok(Json(service.customers().list(&caller, query).await?))
}

/// All of these customers as CSV. Needs `customers:view`.
#[utoipa::path(get, path = "/api/customers/export.csv", tag = "Customers",
    params(
        ("q" = Option<String>, Query), ("type" = Option<CustomerType>, Query),
        ("portal" = Option<PortalAccess>, Query), ("sort" = Option<CustomerSort>, Query)),
    responses((status = 200, content_type = "text/csv", body = String), Refusals))]
async fn export(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Response> {
    let query = filters(&query)?;
    Ok(csv("customers.csv", service.customers().export(&caller, query).await?))
}

fn filters(query: &Query) -> Answer<CustomerQuery> {
    Ok(CustomerQuery {
        q: query.owned("q")?,
        customer_type: query.value("type")?,
        portal: query.value("portal")?,
        sort: query.value("sort")?,
        page: PageRequest::default(),
    })
}

/// Create a customer. Needs `customers:manage`.
#[utoipa::path(post, path = "/api/customers", tag = "Customers",
    responses((status = 201, body = Customer), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<CustomerInput>,
) -> Answer<Created<Customer>> {
    Ok(Created(service.customers().create(&caller, input).await?))
}

/// One customer. Needs `customers:view`.
#[utoipa::path(get, path = "/api/customers/{id}", tag = "Customers",
    params(("id" = CustomerId, Path)), responses((status = 200, body = Customer), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
) -> Answer<Json<Customer>> {
    Ok(Json(service.customers().find(&caller, id).await?))
}

/// Change a customer. Needs `customers:manage`.
#[utoipa::path(patch, path = "/api/customers/{id}", tag = "Customers",
    params(("id" = CustomerId, Path)), responses((status = 200, body = Customer), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    extract::Json(patch): extract::Json<CustomerPatch>,
) -> Answer<Json<Customer>> {
    Ok(Json(service.customers().change(&caller, id, patch).await?))
}

/// Create the customer's portal account; only this response contains the temporary password. Needs
/// `customers:manage`.
#[utoipa::path(post, path = "/api/customers/{id}/portal-account", tag = "Customers",
    params(("id" = CustomerId, Path)),
    responses((status = 201, body = PortalAccountCreated), Refusals))]
async fn create_account(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    extract::Json(input): extract::Json<PortalAccountInput>,
) -> Answer<Created<PortalAccountCreated>> {
    Ok(Created(service.customers().create_account(&caller, id, input).await?))
}

/// Block the customer; their sessions end at once. Needs `customers:manage`.
#[utoipa::path(post, path = "/api/customers/{id}/portal-account/block", tag = "Customers",
    params(("id" = CustomerId, Path)),
    responses((status = 200, body = PortalAccount), Refusals))]
async fn block_account(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<PortalAccount>> {
    Ok(Json(service.customers().block_account(&caller, id).await?))
}

/// Unblock the customer. Needs `customers:manage`.
#[utoipa::path(post, path = "/api/customers/{id}/portal-account/unblock", tag = "Customers",
    params(("id" = CustomerId, Path)),
    responses((status = 200, body = PortalAccount), Refusals))]
async fn unblock_account(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<PortalAccount>> {
    Ok(Json(service.customers().unblock_account(&caller, id).await?))
}

/// Issue a temporary password; the customer's sessions end. Needs `customers:manage`.
#[utoipa::path(post, path = "/api/customers/{id}/portal-account/reset-password", tag = "Customers",
    params(("id" = CustomerId, Path)),
    responses((status = 200, body = TemporaryPassword), Refusals))]
async fn reset_account_password(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<TemporaryPassword>> {
    Ok(Json(service.customers().reset_account_password(&caller, id).await?))
}

/// Remove the customer's second factor and issue a temporary password; their sessions end. Needs
/// `customers:manage`.
#[utoipa::path(post, path = "/api/customers/{id}/portal-account/reset-mfa", tag = "Customers",
    params(("id" = CustomerId, Path)),
    responses((status = 200, body = TemporaryPassword), Refusals))]
async fn reset_account_mfa(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<TemporaryPassword>> {
    Ok(Json(service.customers().reset_account_mfa(&caller, id).await?))
}

/// End every session of the customer. Needs `org:manage`.
#[utoipa::path(post, path = "/api/customers/{id}/portal-account/end-sessions", tag = "Customers",
    params(("id" = CustomerId, Path)),
    responses((status = 200, body = PortalAccount), Refusals))]
async fn end_account_sessions(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<CustomerId>,
    _: extract::Json<NoBody>,
) -> Answer<Json<PortalAccount>> {
    Ok(Json(service.customers().end_account_sessions(&caller, id).await?))
}
