//! The addresses of what is the reader's own.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, SsrMode, path};

use crate::notification::NotificationsPage;
use crate::session::{PasswordPage, SecurityPage};

lazy!(overview, notifications_page, NotificationsPage);
lazy!(overview, password_page, PasswordPage);
lazy!(overview, security_page, SecurityPage);

/// Notifications, the password and the second factor.
#[component(transparent)]
pub(super) fn OwnRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/notifications")
            view={Lazy::<notifications_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/password")
            view={Lazy::<password_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/security")
            view={Lazy::<security_page::Page>::new()}
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
