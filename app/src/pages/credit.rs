//! The addresses of the credit desk.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

document!(accounts_page, crate::credit::AccountsPage);
document!(facilities_page, crate::credit::FacilitiesPage);
document!(facility_page, crate::credit::FacilityPage);
document!(income_page, crate::credit::IncomePage);
document!(journals_page, crate::credit::JournalsPage);
islands!(Credit, new_facility_page, crate::credit::NewFacilityPage);
islands!(Credit, payment_page, crate::credit::PaymentPage);
document!(portfolio_page, crate::credit::PortfolioPage);
document!(queue_page, crate::credit::ReviewQueuePage);
document!(quote_page, crate::credit::QuotePage);
document!(shariah_page, crate::credit::ShariahPage);
islands!(Credit, simulator_page, crate::credit::SimulatorPage);
document!(trial_balance_page, crate::credit::TrialBalancePage);

/// The pages of their own come before those of a facility.
#[component(transparent)]
pub(super) fn CreditRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route path=path!("/credit") view=facilities_page ssr=whole.clone()/>
        <Route
            path=path!("/credit/new")
            view=new_facility_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/queue")
            view=queue_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/simulate")
            view=simulator_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/accounts")
            view=accounts_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/journals")
            view=journals_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/trial-balance")
            view=trial_balance_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports")
            view=portfolio_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports/income")
            view=income_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports/shariah")
            view=shariah_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/payment")
            view=payment_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/quote")
            view=quote_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/:part?")
            view=facility_page
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
