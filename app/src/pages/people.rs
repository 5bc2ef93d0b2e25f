//! The addresses of the pages about people and the organization.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

/// They come before the addresses that an id could stand in.
#[component(transparent)]
pub(super) fn PeopleRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/appraisals/stuck")
            view=crate::appraisal::StuckPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/analytics")
            view=crate::appraisal::AnalyticsPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/api-tokens")
            view=crate::people::ApiTokensPage
            ssr=whole.clone()
        />
        <Route path=path!("/audit") view=crate::people::AuditPage ssr=whole.clone()/>
        <Route
            path=path!("/departments")
            view=crate::people::DepartmentsPage
            ssr=whole.clone()
        />
        <Route path=path!("/jobs") view=crate::people::JobsPage ssr=whole.clone()/>
        <Route
            path=path!("/organization")
            view=crate::people::OrganizationPage
            ssr=whole.clone()
        />
        <Route path=path!("/people") view=crate::people::PeoplePage ssr=whole.clone()/>
        <Route
            path=path!("/people/import")
            view=crate::people::ImportPage
            ssr=whole.clone()
        />
        <Route
            path=path!("/people/new")
            view=crate::people::NewPersonPage
            ssr=whole.clone()
        />
        <Route path=path!("/people/:id") view=crate::people::PersonPage ssr=whole.clone()/>
        <Route
            path=path!("/probation")
            view=crate::people::ProbationPage
            ssr=whole.clone()
        />
        <Route path=path!("/roles") view=crate::people::RolesPage ssr=whole.clone()/>
    }
    .into_inner()
    .into_any_nested_route()
}
