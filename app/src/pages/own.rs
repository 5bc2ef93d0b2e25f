//! The addresses of what is the reader's own.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

/// Notifications, the password and the second factor.
#[component(transparent)]
pub(super) fn OwnRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/notifications")
            view=crate::notification::NotificationsPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/password")
            view=crate::session::PasswordPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/security")
            view=crate::session::SecurityPage
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
