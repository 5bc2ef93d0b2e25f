//! The addresses of the pages, each with code of its own that the browser loads when it is needed.

use leptos::prelude::*;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{Lazy, LazyRoute, SsrMode, lazy_route, path};

use crate::appraisal::form::AppraisalPage;
use crate::appraisal::{HistoryPage, InitiationPage, ListPage};
use crate::frame::Workspace;
use crate::home::HomePage;
use crate::leave::{LeaveManagePage, LeavePage, LeaveTeamPage};
use crate::notification::NotificationsPage;
use crate::session::{LoginPage, PasswordPage};
use crate::settings::{AssignmentsPage, CatalogsPage, TemplatePage, TemplatesPage};
use crate::ui::page::NotFoundPage;

/// Makes a page a part of its own of the WebAssembly: who opens one form does not load the others.
macro_rules! lazy {
    ($route:ident, $page:ident) => {
        #[derive(Debug)]
        struct $route;

        #[lazy_route]
        impl LazyRoute for $route {
            fn data() -> Self {
                Self
            }

            fn view(_this: Self) -> AnyView {
                view! { <$page/> }.into_any()
            }
        }
    };
}

mod people;

lazy!(AppraisalRoute, AppraisalPage);
lazy!(AssignmentsRoute, AssignmentsPage);
lazy!(CatalogsRoute, CatalogsPage);
lazy!(HistoryRoute, HistoryPage);
lazy!(HomeRoute, HomePage);
lazy!(InitiationRoute, InitiationPage);
lazy!(LeaveManageRoute, LeaveManagePage);
lazy!(LeaveRoute, LeavePage);
lazy!(LeaveTeamRoute, LeaveTeamPage);
lazy!(ListRoute, ListPage);
lazy!(LoginRoute, LoginPage);
lazy!(NotificationsRoute, NotificationsPage);
lazy!(PasswordRoute, PasswordPage);
lazy!(TemplateRoute, TemplatePage);
lazy!(TemplatesRoute, TemplatesPage);

/// Every page is rendered whole, so that it can be read and its forms used without JavaScript, and
/// so that its status is known before the first byte.
#[component]
pub fn Pages() -> impl IntoView {
    let whole = SsrMode::Async;
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <Route path=path!("/login") view={Lazy::<LoginRoute>::new()} ssr=whole.clone()/>
                <ParentRoute path=path!("") view=Workspace ssr=whole.clone()>
                    <Route path=path!("/") view={Lazy::<HomeRoute>::new()} ssr=whole.clone()/>
                    <Route
                        path=path!("/appraisals")
                        view={Lazy::<ListRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/appraisals/new")
                        view={Lazy::<InitiationRoute>::new()}
                        ssr=whole.clone()
                    />
                    <people::PeopleRoutes/>
                    <Route
                        path=path!("/appraisals/:id")
                        view={Lazy::<AppraisalRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/leave")
                        view={Lazy::<LeaveRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/leave/manage")
                        view={Lazy::<LeaveManageRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/leave/team")
                        view={Lazy::<LeaveTeamRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/password")
                        view={Lazy::<PasswordRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/people/:id/appraisals")
                        view={Lazy::<HistoryRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/notifications")
                        view={Lazy::<NotificationsRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/settings/catalogs")
                        view={Lazy::<CatalogsRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/settings/departments")
                        view={Lazy::<AssignmentsRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/settings/templates")
                        view={Lazy::<TemplatesRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/settings/templates/new")
                        view={Lazy::<TemplateRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route
                        path=path!("/settings/templates/:id")
                        view={Lazy::<TemplateRoute>::new()}
                        ssr=whole.clone()
                    />
                    <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
                </ParentRoute>
            </Routes>
        </Router>
    }
}
