//! The addresses of the pages about people and the organization.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, SsrMode, path};

use crate::appraisal::{AnalyticsPage, StuckPage};
use crate::people::{
    ApiTokensPage, AuditPage, DepartmentsPage, ImportPage, JobsPage, NewPersonPage,
    OrganizationPage, PeoplePage, PersonPage, ProbationPage, RolesPage,
};

lazy!(office, analytics_page, AnalyticsPage);
lazy!(office, api_tokens_page, ApiTokensPage);
lazy!(office, audit_page, AuditPage);
lazy!(office, departments_page, DepartmentsPage);
lazy!(office, import_page, ImportPage);
lazy!(office, jobs_page, JobsPage);
lazy!(office, new_person_page, NewPersonPage);
lazy!(office, organization_page, OrganizationPage);
lazy!(office, people_page, PeoplePage);
lazy!(office, person_page, PersonPage);
lazy!(office, probation_page, ProbationPage);
lazy!(office, roles_page, RolesPage);
lazy!(office, stuck_page, StuckPage);

/// They come before the addresses that an id could stand in.
#[component(transparent)]
pub(super) fn PeopleRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route
            path=path!("/appraisals/stuck")
            view={Lazy::<stuck_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/analytics")
            view={Lazy::<analytics_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/api-tokens")
            view={Lazy::<api_tokens_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/audit") view={Lazy::<audit_page::Page>::new()} ssr=whole.clone()/>
        <Route
            path=path!("/departments")
            view={Lazy::<departments_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/jobs") view={Lazy::<jobs_page::Page>::new()} ssr=whole.clone()/>
        <Route
            path=path!("/organization")
            view={Lazy::<organization_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/people") view={Lazy::<people_page::Page>::new()} ssr=whole.clone()/>
        <Route
            path=path!("/people/import")
            view={Lazy::<import_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route
            path=path!("/people/new")
            view={Lazy::<new_person_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/people/:id") view={Lazy::<person_page::Page>::new()} ssr=whole.clone()/>
        <Route
            path=path!("/probation")
            view={Lazy::<probation_page::Page>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/roles") view={Lazy::<roles_page::Page>::new()} ssr=whole.clone()/>
    }
    .into_inner()
    .into_any_nested_route()
}
