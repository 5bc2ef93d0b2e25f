//! The pages and their server functions, rendered by the `app` crate.

use std::sync::OnceLock;

use axum::Router;
use leptos::prelude::provide_context;
use leptos_axum::{
    AxumRouteListing, LeptosRoutes, generate_route_list_with_exclusions_and_ssg_and_context,
};

use tower_http::CompressionLevel;
use tower_http::compression::CompressionLayer;

use crate::state::AppState;

/// Every page, and every server function under `/api/ui`.
///
/// They are sent compressed, where the browser takes that: no page carries a token or another
/// secret whose letters could be guessed from the length of the answer.
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
    let list = addresses(context.clone());
    let options = state.leptos.clone();
    Router::new()
        .leptos_routes_with_context(state, list, context, move || app::shell((*options).clone()))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
}

/// The addresses of the pages, collected once in a process: while Leptos collects them, a page that
/// another thread renders can wait for its data forever.
fn addresses(context: impl Fn() + Clone + Send + 'static) -> Vec<AxumRouteListing> {
    static ADDRESSES: OnceLock<Vec<AxumRouteListing>> = OnceLock::new();
    let collect =
        || generate_route_list_with_exclusions_and_ssg_and_context(app::App, None, context);
    ADDRESSES.get_or_init(|| collect().0).clone()
}
