//! The addresses of the pages about customers.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, SsrMode, path};

use crate::customer::{CustomerPage, CustomersPage, NewCustomerPage};

lazy!(office, customer_page, CustomerPage);
lazy!(office, customers_page, CustomersPage);
lazy!(office, new_customer_page, NewCustomerPage);

/// Customers and their accounts at the portal.
#[component(transparent)]
pub(super) fn CustomerRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/customers")
            view={Lazy::<customers_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/customers/new")
            view={Lazy::<new_customer_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/customers/:id")
            view={Lazy::<customer_page::Page>::new()}
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
