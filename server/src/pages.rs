//! The pages and their server functions, rendered by the `app` crate.

use axum::Router;
use leptos::prelude::provide_context;
use leptos_axum::{LeptosRoutes, generate_route_list_with_exclusions_and_ssg_and_context};

use crate::state::AppState;

/// Every page, and every server function under `/api/ui`.
///
/// What a page needs of the request, such as who is asking, it finds in the request's extensions;
/// the service and the demo's cast stand in its context.
pub fn routes(state: &AppState) -> Router<AppState> {
    let context = {
        let (service, cast) = (state.service.clone(), state.cast.clone());
        move || {
            provide_context(service.clone());
            if let Some(cast) = cast.clone() {
                provide_context(cast);
            }
        }
    };
    let (list, _) =
        generate_route_list_with_exclusions_and_ssg_and_context(app::App, None, context.clone());
    let options = state.leptos.clone();
    Router::new()
        .leptos_routes_with_context(state, list, context, move || app::shell(options.clone()))
}
