//! The addresses of the portal.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

use crate::ui::page::NotFoundPage;

document!(facility_page, crate::portal::PortalFacilityPage);
document!(home_page, crate::portal::PortalHomePage);
document!(password_page, crate::portal::PortalPasswordPage);
document!(portal_code_page, crate::portal::PortalCodePage);
document!(portal_login_page, crate::portal::PortalLoginPage);
document!(security_page, crate::portal::PortalSecurityPage);
document!(settings_page, crate::portal::PortalSettingsPage);

/// The frame around what lies behind the sign-in; none of its pages has a program.
pub(super) fn portal_frame() -> AnyView {
    #[cfg(feature = "ssr")]
    return crate::portal::PortalFrame().into_any();
    #[cfg(not(feature = "ssr"))]
    ().into_any()
}

/// The sign-in of customers.
#[component(transparent)]
pub(super) fn PortalDoorRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/portal/login")
            view=portal_login_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/portal/login/code")
            view=portal_code_page
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
        <Route path=path!("") view=home_page ssr=whole.clone()/>
        <Route
            path=path!("/facilities/:reference")
            view=facility_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings")
            view=settings_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/security")
            view=security_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/password")
            view=password_page
            ssr=whole.clone()
        />
        <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
    }
    .into_inner()
    .into_any_nested_route()
}
