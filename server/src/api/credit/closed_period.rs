//! Closed periods.

use axum::extract::State;
use service::Service;
use shared::credit::closed_period::ClosedPeriod;
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
        .routes(routes!(find, change).needs(&[Permission::CreditConfigManage]).repeatable())
}

/// The last closed day: postings with a value date on or before it are refused. Needs
/// `credit:config_manage`.
#[utoipa::path(get, path = "/api/credit/config/closed-period", tag = "Credit",
    responses((status = 200, body = ClosedPeriod), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
) -> Answer<Json<ClosedPeriod>> {
    Ok(Json(service.closed_periods().find(&caller).await?))
}

/// Close the books up to a day. Needs `credit:config_manage`, and `org:manage` in addition for an
/// earlier day or null.
#[utoipa::path(put, path = "/api/credit/config/closed-period", tag = "Credit",
    responses((status = 200, body = ClosedPeriod), Refusals))]
async fn change(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<ClosedPeriod>,
) -> Answer<Json<ClosedPeriod>> {
    Ok(Json(service.closed_periods().change(&caller, input).await?))
}
