//! The addresses of the portal.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, SsrMode, path};

use crate::portal::{PortalFacilityPage, PortalHomePage, PortalPasswordPage, PortalSettingsPage};
use crate::ui::page::NotFoundPage;

lazy!(portal, facility_page, PortalFacilityPage);
lazy!(portal, home_page, PortalHomePage);
lazy!(portal, password_page, PortalPasswordPage);
lazy!(portal, settings_page, PortalSettingsPage);

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
            path=path!("/password")
            view={Lazy::<password_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
    }
    .into_inner()
    .into_any_nested_route()
}
