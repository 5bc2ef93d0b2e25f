//! The addresses of the settings of appraisals.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, SsrMode, path};

use crate::settings::{CatalogsPage, TemplatePage};

document!(assignments_page, crate::settings::AssignmentsPage);
lazy!(office, catalogs_page, CatalogsPage);
lazy!(office, template_page, TemplatePage);
document!(templates_page, crate::settings::TemplatesPage);

/// Templates, catalogs, and the templates of departments.
#[component(transparent)]
pub(super) fn SettingsRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/settings/catalogs")
            view={Lazy::<catalogs_page::Page>::new()}
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
            view={Lazy::<template_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/settings/templates/:id")
            view={Lazy::<template_page::Page>::new()}
            ssr=whole.clone()
        />
    }
    .into_inner()
    .into_any_nested_route()
}
