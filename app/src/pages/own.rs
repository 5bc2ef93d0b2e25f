//! The addresses of what is the reader's own.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

document!(notifications_page, crate::notification::NotificationsPage);
document!(password_page, crate::session::PasswordPage);
document!(security_page, crate::session::SecurityPage);

/// Notifications, the password and the second factor.
#[component(transparent)]
pub(super) fn OwnRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/notifications")
            view=notifications_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/password")
            view=password_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/security")
            view=security_page
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
