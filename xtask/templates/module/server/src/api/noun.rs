//! __Nouns_text__.

use axum::extract::State;
use service::Service;
use shared::__noun__::{__Noun__, __Noun__Input};
use shared::id::__Noun__Id;
use shared::page::Page;
use shared::permission::Permission;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::Created;
use super::document::Refusals;
use crate::api::needs::Needs;
use crate::error::Answer;
use crate::extract::{self, Caller, Id, Query};
use crate::state::AppState;
use axum::Json;

pub(super) fn routes() -> OpenApiRouter<AppState> {
    OpenApiRouter::new()
        .routes(routes!(list).needs(&[Permission::__Nouns__View]))
        .routes(routes!(create).needs(&[Permission::__Nouns__Manage]))
        .routes(routes!(find).needs(&[Permission::__Nouns__View]))
}

/// A page of __nouns_text__, newest first. Needs `__nouns__:view`.
#[utoipa::path(get, path = "/api/__nouns-kebab__", tag = "__Nouns_text__",
    params(("page" = Option<u32>, Query), ("limit" = Option<u32>, Query),
        ("cursor" = Option<String>, Query)),
    responses((status = 200, body = Page<__Noun__>), Refusals))]
async fn list(
    State(service): State<Service>,
    Caller(caller): Caller,
    query: Query,
) -> Answer<Json<Page<__Noun__>>> {
    Ok(Json(service.__nouns__().list(&caller, query.page()?).await?))
}

/// Create one __noun_text__. Needs `__nouns__:manage`.
#[utoipa::path(post, path = "/api/__nouns-kebab__", tag = "__Nouns_text__",
    responses((status = 201, body = __Noun__), Refusals))]
async fn create(
    State(service): State<Service>,
    Caller(caller): Caller,
    extract::Json(input): extract::Json<__Noun__Input>,
) -> Answer<Created<__Noun__>> {
    Ok(Created(service.__nouns__().create(&caller, input).await?))
}

/// One __noun_text__. Needs `__nouns__:view`.
#[utoipa::path(get, path = "/api/__nouns-kebab__/{id}", tag = "__Nouns_text__",
    params(("id" = __Noun__Id, Path)), responses((status = 200, body = __Noun__), Refusals))]
async fn find(
    State(service): State<Service>,
    Caller(caller): Caller,
    Id(id): Id<__Noun__Id>,
) -> Answer<Json<__Noun__>> {
    Ok(Json(service.__nouns__().find(&caller, id).await?))
}
