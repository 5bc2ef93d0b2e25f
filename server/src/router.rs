//! All routes, and the layers around them.

use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use axum::routing::any;

use crate::error::method_not_allowed;
use crate::middleware::{around, around_acting};
use crate::state::AppState;
use crate::{api, assets, calendar, pages, upload};

/// The router of the whole service.
pub fn router(state: AppState) -> Router {
    let files = assets::routes(&state.leptos);
    Router::new()
        .merge(api::health_routes())
        .merge(files)
        .fallback(api::unknown)
        .method_not_allowed_fallback(async || method_not_allowed())
        .layer(from_fn_with_state(state.clone(), around))
        .merge(acting(&state))
        .with_state(state)
}

/// The API, the pages with their server functions, and the calendar feed.
fn acting(state: &AppState) -> Router<AppState> {
    let (api, document) = api::routes();
    let unknown = any(api::unknown);
    Router::new()
        .merge(api)
        .merge(api::document::docs(document))
        .merge(pages::routes(state))
        .merge(upload::routes())
        .merge(calendar::routes())
        .route("/api", unknown.clone())
        .route("/api/", unknown.clone())
        .route("/api/{*rest}", unknown)
        .method_not_allowed_fallback(async || method_not_allowed())
        // The middleware limits bodies by address.
        .layer(DefaultBodyLimit::disable())
        .layer(from_fn_with_state(state.clone(), around_acting))
}
