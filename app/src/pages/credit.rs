//! The addresses of the credit desk.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

/// The pages of their own come before those of a facility.
#[component(transparent)]
pub(super) fn CreditRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route path=path!("/credit") view=crate::credit::FacilitiesPage ssr=whole.clone()/>
        <Route
            path=path!("/credit/new")
            view=crate::credit::NewFacilityPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/queue")
            view=crate::credit::ReviewQueuePage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/simulate")
            view=crate::credit::SimulatorPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/accounts")
            view=crate::credit::AccountsPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/journals")
            view=crate::credit::JournalsPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/trial-balance")
            view=crate::credit::TrialBalancePage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports")
            view=crate::credit::PortfolioPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports/income")
            view=crate::credit::IncomePage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports/shariah")
            view=crate::credit::ShariahPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/payment")
            view=crate::credit::PaymentPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/quote")
            view=crate::credit::QuotePage
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/:part?")
            view=crate::credit::FacilityPage
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
