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
/// Responses are compressed if the browser accepts that: no page contains a token or another secret
/// that could be guessed from the length of the response.
///
/// Pages find request data, such as the caller, in the extensions of the request; the service and
/// the demo accounts are in their context.
pub fn routes(state: &AppState) -> Router<AppState> {
    let context = {
        let (service, accounts) = (state.service.clone(), state.demo_accounts.clone());
        move || {
            provide_context(service.clone());
            if let Some(accounts) = accounts.clone() {
                provide_context(accounts);
            }
        }
    };
    let list = addresses(context.clone());
    let options = state.leptos.clone();
    Router::new()
        .leptos_routes_with_context(state, list, context, move || app::shell((*options).clone()))
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
}

/// The addresses of the pages, collected once per process: while Leptos collects them, a page that
/// is being rendered in another thread can wait for its data forever.
fn addresses(context: impl Fn() + Clone + Send + 'static) -> Vec<AxumRouteListing> {
    static ADDRESSES: OnceLock<Vec<AxumRouteListing>> = OnceLock::new();
    let collect =
        || generate_route_list_with_exclusions_and_ssg_and_context(app::App, None, context);
    ADDRESSES.get_or_init(|| collect().0).clone()
}
