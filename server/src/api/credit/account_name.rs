//! The names of the accounts of the general ledger.

use axum::extract::State;
use service::Service;
use shared::credit::account_name::{AccountNames, AccountNamesInput};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::api::document::Refusals;
use crate::api::needs::Needs;
use crate::api::repeatable::Repeatable;
use crate::error::Answer;
use crate::extract::{self, Caller};
use crate::state::AppState;
use axum::Json;

pub(in crate::api) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(find))
        .routes(routes!(change).needs(&[Permission::CreditConfigManage]).repeatable())
}

/// The named accounts of the general ledger, by code. Needs `credit:config_manage` or
/// `credit:view`.
#[utoipa::path(get, path = "/api/credit/config/accounts", tag = "Credit",
    responses((status = 200, body = AccountNames), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<AccountNames>> {
    Ok(Json(service.account_names().find(&caller).await?))
}

/// Name accounts, or remove their names with null; other names stay unchanged. Needs
/// `credit:config_manage`.
#[utoipa::path(put, path = "/api/credit/config/accounts", tag = "Credit",
    responses((status = 200, body = AccountNames), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<AccountNamesInput>,
) -> Answer<Json<AccountNames>> {
    Ok(Json(service.account_names().change(&caller, input).await?))
}
