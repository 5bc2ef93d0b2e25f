//! Catalogs.

use axum::extract::State;
use service::Service;
use shared::Error;
use shared::appraisal::CatalogKind;
use shared::catalog::{Catalog, CatalogInput};
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Key};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new().routes(routes!(find, replace).needs(&[Permission::AppraisalsHrManage]))
}

/// One catalog. Needs `appraisals:hr_manage`.
#[utoipa::path(get, path = "/api/staff/appraisal-settings/catalogs/{kind}",
    tag = "Appraisal settings", params(("kind" = CatalogKind, Path)),
    responses((status = 200, body = Catalog), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(kind): Key,
) -> Answer<Json<Catalog>> {
    Ok(Json(service.catalogs().find(&caller, known(&kind)?).await?))
}

/// Replace all rows of a catalog. Needs `appraisals:hr_manage`.
#[utoipa::path(put, path = "/api/staff/appraisal-settings/catalogs/{kind}",
    tag = "Appraisal settings", params(("kind" = CatalogKind, Path)),
    responses((status = 200, body = Catalog), Refusals))]
async fn replace(
    State(service): State<Service>,
    Caller(caller): Caller,
    Key(kind): Key,
    extract::Json(input): extract::Json<CatalogInput>,
) -> Answer<Json<Catalog>> {
    Ok(Json(service.catalogs().replace(&caller, known(&kind)?, input).await?))
}

fn known(kind: &str) -> Result<CatalogKind, Error> {
    kind.parse().map_err(|_| Error::not_found("Catalog"))
}
