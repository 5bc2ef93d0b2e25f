//! The addresses of the pages about leave.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

/// Leave of the reader, of a team, and of everybody.
#[component(transparent)]
pub(super) fn LeaveRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/leave")
            view=crate::leave::LeavePage
            ssr=whole.clone()
        />
        <Route
            path=path!("/leave/manage")
            view=crate::leave::LeaveManagePage
            ssr=whole.clone()
        />
        <Route
            path=path!("/leave/team")
            view=crate::leave::LeaveTeamPage
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
