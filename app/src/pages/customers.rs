//! The addresses of the pages about customers.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

/// Customers and their accounts at the portal.
#[component(transparent)]
pub(super) fn CustomerRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/customers")
            view=crate::customer::CustomersPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/customers/new")
            view=crate::customer::NewCustomerPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/customers/:id")
            view=crate::customer::CustomerPage
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
