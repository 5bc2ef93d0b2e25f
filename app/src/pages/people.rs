//! The addresses of the pages about people and the organization.

use leptos::prelude::*;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::Route;
use leptos_router::{Lazy, LazyRoute, SsrMode, lazy_route, path};

use crate::appraisal::{AnalyticsPage, StuckPage};
use crate::people::{
    AuditPage, DepartmentsPage, ImportPage, NewPersonPage, OrganizationPage, PeoplePage,
    PersonPage, ProbationPage, RolesPage,
};

lazy!(AnalyticsRoute, AnalyticsPage);
lazy!(AuditRoute, AuditPage);
lazy!(DepartmentsRoute, DepartmentsPage);
lazy!(ImportRoute, ImportPage);
lazy!(NewPersonRoute, NewPersonPage);
lazy!(OrganizationRoute, OrganizationPage);
lazy!(PeopleRoute, PeoplePage);
lazy!(PersonRoute, PersonPage);
lazy!(ProbationRoute, ProbationPage);
lazy!(RolesRoute, RolesPage);
lazy!(StuckRoute, StuckPage);

/// They come before the addresses that an id could stand in.
#[component(transparent)]
pub(super) fn PeopleRoutes() -> AnyNestedRoute {
    let whole = SsrMode::Async;
    view! {
        <Route path=path!("/appraisals/stuck") view={Lazy::<StuckRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/analytics") view={Lazy::<AnalyticsRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/audit") view={Lazy::<AuditRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/departments") view={Lazy::<DepartmentsRoute>::new()} ssr=whole.clone()/>
        <Route
            path=path!("/organization")
            view={Lazy::<OrganizationRoute>::new()}
            ssr=whole.clone()
        />
        <Route path=path!("/people") view={Lazy::<PeopleRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/people/import") view={Lazy::<ImportRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/people/new") view={Lazy::<NewPersonRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/people/:id") view={Lazy::<PersonRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/probation") view={Lazy::<ProbationRoute>::new()} ssr=whole.clone()/>
        <Route path=path!("/roles") view={Lazy::<RolesRoute>::new()} ssr=whole.clone()/>
    }
    .into_inner()
    .into_any_nested_route()
}
