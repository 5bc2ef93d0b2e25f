//! The addresses of the portal.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, SsrMode, path};

use crate::portal::{
    PortalCodePage, PortalFacilityPage, PortalHomePage, PortalLoginPage, PortalPasswordPage,
    PortalSecurityPage, PortalSettingsPage,
};
use crate::ui::page::NotFoundPage;

lazy!(portal, facility_page, PortalFacilityPage);
lazy!(portal, home_page, PortalHomePage);
lazy!(portal, password_page, PortalPasswordPage);
lazy!(portal, portal_code_page, PortalCodePage);
lazy!(portal, portal_login_page, PortalLoginPage);
lazy!(portal, security_page, PortalSecurityPage);
lazy!(portal, settings_page, PortalSettingsPage);

/// The sign-in of customers.
#[component(transparent)]
pub(super) fn PortalDoorRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/portal/login")
            view={Lazy::<portal_login_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/portal/login/code")
            view={Lazy::<portal_code_page::Page>::new()}
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
        <Route path=path!("") view={Lazy::<home_page::Page>::new()} ssr=whole.clone()/>
        <Route
            path=path!("/facilities/:reference")
            view={Lazy::<facility_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings")
            view={Lazy::<settings_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/security")
            view={Lazy::<security_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/password")
            view={Lazy::<password_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
    }
    .into_inner()
    .into_any_nested_route()
}
