//! The addresses of the settings of appraisals.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

document!(assignments_page, crate::settings::AssignmentsPage);
islands!(catalogs_page, crate::settings::CatalogsPage);
document!(template_page, crate::settings::TemplatePage);
document!(templates_page, crate::settings::TemplatesPage);

/// Templates, catalogs, and the templates of departments.
#[component(transparent)]
pub(super) fn SettingsRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/settings/catalogs")
            view=catalogs_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/departments")
            view=assignments_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/templates")
            view=templates_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/templates/new")
            view=template_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/templates/:id")
            view=template_page
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
