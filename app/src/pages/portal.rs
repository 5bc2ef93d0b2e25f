//! The addresses of the portal.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

use crate::ui::page::NotFoundPage;

/// The sign-in of customers.
#[component(transparent)]
pub(super) fn PortalDoorRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/portal/login")
            view=crate::portal::PortalLoginPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/portal/login/code")
            view=crate::portal::PortalCodePage
            ssr=whole
        />
    }
    .into_inner()
    .into_any_nested_route()
}

/// What lies behind the sign-in of customers.
#[component(transparent)]
pub(super) fn PortalRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route path=path!("") view=crate::portal::PortalHomePage ssr=whole.clone()/>
        <Route
            path=path!("/facilities/:reference")
            view=crate::portal::PortalFacilityPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings")
            view=crate::portal::PortalSettingsPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/security")
            view=crate::portal::PortalSecurityPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/password")
            view=crate::portal::PortalPasswordPage
            ssr=whole.clone()
        />
        <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
    }
    .into_inner()
    .into_any_nested_route()
}
