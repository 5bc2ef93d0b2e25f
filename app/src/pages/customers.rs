//! The addresses of the pages about customers.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

document!(customer_page, crate::customer::CustomerPage);
document!(customers_page, crate::customer::CustomersPage);
document!(new_customer_page, crate::customer::NewCustomerPage);

/// Customers and their accounts at the portal.
#[component(transparent)]
pub(super) fn CustomerRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/customers")
            view=customers_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/customers/new")
            view=new_customer_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/customers/:id")
            view=customer_page
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
