//! The addresses of the settings of appraisals.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

/// Templates, catalogs, and the templates of departments.
#[component(transparent)]
pub(super) fn SettingsRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/settings/catalogs")
            view=crate::settings::CatalogsPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/departments")
            view=crate::settings::AssignmentsPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/templates")
            view=crate::settings::TemplatesPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/templates/new")
            view=crate::settings::TemplatePage
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/templates/:id")
            view=crate::settings::TemplatePage
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
