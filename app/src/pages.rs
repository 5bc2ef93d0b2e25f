//! The addresses of the pages.

use leptos::prelude::*;
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{SsrMode, path};

use crate::frame::Workspace;
use crate::ui::page::NotFoundPage;

mod credit;
mod customers;
mod leave;
mod own;
mod people;
mod portal;
mod settings;

/// Every page is rendered whole, so that it can be read and its forms used without JavaScript, and
/// so that its status is known before the first byte.
#[component]
pub fn Pages() -> impl IntoView {
    let whole = SsrMode::Async;
    view! {
        <Router>
        <Routes fallback=NotFoundPage>
            <Route
                path=path!("/login")
                view=crate::session::LoginPage
                ssr=whole.clone()
            />
            <Route
                path=path!("/login/code")
                view=crate::session::CodePage
                ssr=whole.clone()
            />
            <portal::PortalDoorRoutes/>
            <ParentRoute path=path!("/portal") view=crate::portal::PortalFrame ssr=whole.clone()>
                <portal::PortalRoutes/>
            </ParentRoute>
            <ParentRoute path=path!("") view=Workspace ssr=whole.clone()>
                <Route path=path!("/") view=crate::home::HomePage ssr=whole.clone()/>
                <Route
                    path=path!("/appraisals")
                    view=crate::appraisal::ListPage
                    ssr=whole.clone()
                />
                <Route
                    path=path!("/appraisals/new")
                    view=crate::appraisal::InitiationPage
                    ssr=whole.clone()
                />
                <people::PeopleRoutes/>
                <credit::CreditRoutes/>
                <customers::CustomerRoutes/>
                <leave::LeaveRoutes/>
                <own::OwnRoutes/>
                <settings::SettingsRoutes/>
                <Route
                    path=path!("/appraisals/:id")
                    view=crate::appraisal::form::AppraisalPage
                    ssr=whole.clone()
                />
                <Route
                    path=path!("/people/:id/appraisals")
                    view=crate::appraisal::HistoryPage
                    ssr=whole.clone()
                />
                <Route path=path!("/*any") view=NotFoundPage ssr=whole/>
            </ParentRoute>
        </Routes>
        </Router>
    }
}
