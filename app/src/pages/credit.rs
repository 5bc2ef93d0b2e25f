//! The addresses of the credit desk.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, SsrMode, path};

use crate::credit::{
    AccountsPage, FacilitiesPage, FacilityPage, IncomePage, JournalsPage, NewFacilityPage,
    PaymentPage, PortfolioPage, QuotePage, ReviewQueuePage, ShariahPage, SimulatorPage,
    TrialBalancePage,
};

lazy!(office, accounts_page, AccountsPage);
lazy!(office, facilities_page, FacilitiesPage);
lazy!(office, facility_page, FacilityPage);
lazy!(office, income_page, IncomePage);
lazy!(office, journals_page, JournalsPage);
lazy!(office, new_facility_page, NewFacilityPage);
lazy!(office, payment_page, PaymentPage);
lazy!(office, portfolio_page, PortfolioPage);
lazy!(office, queue_page, ReviewQueuePage);
lazy!(office, quote_page, QuotePage);
lazy!(office, shariah_page, ShariahPage);
lazy!(office, simulator_page, SimulatorPage);
lazy!(office, trial_balance_page, TrialBalancePage);

/// The pages of their own come before those of a facility.
#[component(transparent)]
pub(super) fn CreditRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route path=path!("/credit") view={Lazy::<facilities_page::Page>::new()} ssr=whole.clone()/>
        <Route
            path=path!("/credit/new")
            view={Lazy::<new_facility_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/queue")
            view={Lazy::<queue_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/simulate")
            view={Lazy::<simulator_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/accounts")
            view={Lazy::<accounts_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/journals")
            view={Lazy::<journals_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/trial-balance")
            view={Lazy::<trial_balance_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports")
            view={Lazy::<portfolio_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports/income")
            view={Lazy::<income_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/reports/shariah")
            view={Lazy::<shariah_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/payment")
            view={Lazy::<payment_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/quote")
            view={Lazy::<quote_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/credit/:reference/:part?")
            view={Lazy::<facility_page::Page>::new()}
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
