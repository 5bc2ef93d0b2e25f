//! The addresses of the pages about leave.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

document!(leave_manage_page, crate::leave::LeaveManagePage);
document!(leave_page, crate::leave::LeavePage);
document!(leave_team_page, crate::leave::LeaveTeamPage);

/// Leave of the reader, of a team, and of everybody.
#[component(transparent)]
pub(super) fn LeaveRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/leave")
            view=leave_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/leave/manage")
            view=leave_manage_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/leave/team")
            view=leave_team_page
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
