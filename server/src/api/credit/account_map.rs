//! The account map.

use axum::extract::State;
use service::Service;
use shared::credit::account_map::{AccountMap, AccountMapInput};
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

/// The accounts of the general ledger by event, and the missing ones. Needs `credit:config_manage`
/// or `credit:view`.
#[utoipa::path(get, path = "/api/credit/config/account-map", tag = "Credit",
    responses((status = 200, body = AccountMap), Refusals))]
async fn find(State(service): State<Service>, Caller(caller): Caller) -> Answer<Json<AccountMap>> {
    Ok(Json(service.account_map().find(&caller).await?))
}

/// Set accounts, or remove them with null; other places stay unchanged. Needs
/// `credit:config_manage`.
#[utoipa::path(put, path = "/api/credit/config/account-map", tag = "Credit",
    responses((status = 200, body = AccountMap), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<AccountMapInput>,
) -> Answer<Json<AccountMap>> {
    Ok(Json(service.account_map().change(&caller, input).await?))
}
