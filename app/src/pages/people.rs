//! The addresses of the pages about people and the organization.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{SsrMode, path};

document!(analytics_page, crate::appraisal::AnalyticsPage);
document!(api_tokens_page, crate::people::ApiTokensPage);
document!(audit_page, crate::people::AuditPage);
document!(departments_page, crate::people::DepartmentsPage);
document!(import_page, crate::people::ImportPage);
document!(jobs_page, crate::people::JobsPage);
document!(new_person_page, crate::people::NewPersonPage);
document!(organization_page, crate::people::OrganizationPage);
document!(people_page, crate::people::PeoplePage);
document!(person_page, crate::people::PersonPage);
document!(probation_page, crate::people::ProbationPage);
document!(roles_page, crate::people::RolesPage);
document!(stuck_page, crate::appraisal::StuckPage);

/// They come before the addresses that an id could stand in.
#[component(transparent)]
pub(super) fn PeopleRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/appraisals/stuck")
            view=stuck_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/analytics")
            view=analytics_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/api-tokens")
            view=api_tokens_page
            ssr=whole.clone()
        />
        <Route path=path!("/audit") view=audit_page ssr=whole.clone()/>
        <Route
            path=path!("/departments")
            view=departments_page
            ssr=whole.clone()
        />
        <Route path=path!("/jobs") view=jobs_page ssr=whole.clone()/>
        <Route
            path=path!("/organization")
            view=organization_page
            ssr=whole.clone()
        />
        <Route path=path!("/people") view=people_page ssr=whole.clone()/>
        <Route
            path=path!("/people/import")
            view=import_page
            ssr=whole.clone()
        />
        <Route
            path=path!("/people/new")
            view=new_person_page
            ssr=whole.clone()
        />
        <Route path=path!("/people/:id") view=person_page ssr=whole.clone()/>
        <Route
            path=path!("/probation")
            view=probation_page
            ssr=whole.clone()
        />
        <Route path=path!("/roles") view=roles_page ssr=whole.clone()/>
    }
    .into_inner()
    .into_any_nested_route()
}
