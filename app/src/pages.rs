//! The routes of all pages.

use leptos::prelude::*;
use leptos::tachys::view::iterators::StaticVec;
use leptos_router::any_nested_route::{AnyNestedRoute, IntoAnyNestedRoute};
use leptos_router::components::{ParentRoute, Route, Router, Routes};
use leptos_router::{PossibleRouteMatch, SsrMode, path};

use crate::frame::Workspace;
use crate::ui::page::NotFoundPage;
use crate::{appraisal, credit, customer, guide, home, leave, notification, people, portal};
use crate::{search, session, settings};

/// The router with all pages.
#[component]
pub fn Pages() -> impl IntoView {
    view! {
        <Router>
            <Routes fallback=NotFoundPage>
                <SignInRoutes/>
                <ParentRoute path=path!("/portal") view=portal::PortalFrame ssr=SsrMode::Async>
                    <PortalRoutes/>
                </ParentRoute>
                <ParentRoute path=path!("") view=Workspace ssr=SsrMode::Async>
                    <StaffRoutes/>
                </ParentRoute>
            </Routes>
        </Router>
    }
}

/// The route of a page. Pages are rendered completely before the response starts, so that they work
/// without JavaScript and the status code is known in time.
fn page<Segments, Page, Content>(path: Segments, view: Page) -> AnyNestedRoute
where
    Segments: PossibleRouteMatch + Clone + Send + 'static,
    Page: Fn() -> Content + Send + Clone + 'static,
    Content: IntoView + 'static,
{
    view! { <Route path view ssr=SsrMode::Async/> }.into_inner().into_any_nested_route()
}

/// The sign-in pages of staff and customers.
#[component(transparent)]
fn SignInRoutes() -> AnyNestedRoute {
    let pages = vec![
        page(path!("/login"), session::LoginPage),
        page(path!("/login/code"), session::CodePage),
        page(path!("/portal/login"), portal::PortalLoginPage),
        page(path!("/portal/login/code"), portal::PortalCodePage),
    ];
    StaticVec::from(pages).into_any_nested_route()
}

/// The pages of signed-in customers.
#[component(transparent)]
fn PortalRoutes() -> AnyNestedRoute {
    let pages = vec![
        page(path!(""), portal::PortalHomePage),
        page(path!("/facilities/:reference"), portal::PortalFacilityPage),
        page(path!("/facilities/:reference/receipts/:id"), portal::PortalReceiptPage),
        page(path!("/facilities/:reference/statement"), portal::PortalStatementPage),
        page(path!("/guide"), guide::PortalGuidePage),
        page(path!("/settings"), portal::PortalSettingsPage),
        page(path!("/settings/security"), portal::PortalSecurityPage),
        page(path!("/password"), portal::PortalPasswordPage),
        page(path!("/*any"), NotFoundPage),
    ];
    StaticVec::from(pages).into_any_nested_route()
}

/// The pages of signed-in staff. A fixed path must precede a path with an id that also matches it.
#[component(transparent)]
fn StaffRoutes() -> AnyNestedRoute {
    let own = vec![
        page(path!("/"), home::HomePage),
        page(path!("/appraisals"), appraisal::ListPage),
        page(path!("/appraisals/new"), appraisal::InitiationPage),
        page(path!("/guide"), guide::GuideIndexPage),
        page(path!("/guide/:name"), guide::GuidePage),
        page(path!("/notifications"), notification::NotificationsPage),
        page(path!("/password"), session::PasswordPage),
        page(path!("/search"), search::SearchPage),
        page(path!("/security"), session::SecurityPage),
    ];
    let last = vec![
        page(path!("/appraisals/batches/:id"), appraisal::InitiationBatchPage),
        page(path!("/appraisals/:id"), appraisal::form::AppraisalPage),
        page(path!("/appraisals/:id/print"), appraisal::PrintPage),
        page(path!("/people/:id/appraisals"), appraisal::HistoryPage),
        page(path!("/people/:id/confirmation"), people::ConfirmationPage),
        page(path!("/*any"), NotFoundPage),
    ];
    let pages = [own, people(), credit(), customers_and_leave(), settings(), last];
    StaticVec::from(pages.concat()).into_any_nested_route()
}

/// The pages about people and the organization.
fn people() -> Vec<AnyNestedRoute> {
    vec![
        page(path!("/appraisals/stuck"), appraisal::StuckPage),
        page(path!("/analytics"), appraisal::AnalyticsPage),
        page(path!("/analytics/appraisals"), appraisal::FinalizedPage),
        page(path!("/api-tokens"), people::ApiTokensPage),
        page(path!("/audit"), people::AuditPage),
        page(path!("/departments"), people::DepartmentsPage),
        page(path!("/jobs"), people::JobsPage),
        page(path!("/organization"), people::OrganizationPage),
        page(path!("/people"), people::PeoplePage),
        page(path!("/people/import"), people::ImportPage),
        page(path!("/people/new"), people::NewPersonPage),
        page(path!("/people/:id"), people::PersonPage),
        page(path!("/probation"), people::ProbationPage),
        page(path!("/roles"), people::RolesPage),
        page(path!("/webhooks"), people::WebhooksPage),
    ]
}

/// The pages of the credit department.
fn credit() -> Vec<AnyNestedRoute> {
    vec![
        page(path!("/credit"), credit::FacilitiesPage),
        page(path!("/credit/new"), credit::NewFacilityPage),
        page(path!("/credit/queue"), credit::ReviewQueuePage),
        page(path!("/credit/simulate"), credit::SimulatorPage),
        page(path!("/credit/simulate/sheet"), credit::DisclosurePage),
        page(path!("/credit/accounts"), credit::AccountsPage),
        page(path!("/credit/journals"), credit::JournalsPage),
        page(path!("/credit/trial-balance"), credit::TrialBalancePage),
        page(path!("/credit/reports"), credit::PortfolioPage),
        page(path!("/credit/reports/income"), credit::IncomePage),
        page(path!("/credit/reports/shariah"), credit::ShariahPage),
        page(path!("/credit/:reference/payment"), credit::PaymentPage),
        page(path!("/credit/:reference/quote"), credit::QuotePage),
        page(path!("/credit/:reference/quote/letter"), credit::SettlementLetterPage),
        page(path!("/credit/:reference/receipts/:id"), credit::ReceiptPage),
        page(path!("/credit/:reference/statement"), credit::StatementPage),
        page(path!("/credit/:reference/:tab?"), credit::FacilityPage),
    ]
}

/// The pages about customers and leave.
fn customers_and_leave() -> Vec<AnyNestedRoute> {
    vec![
        page(path!("/customers"), customer::CustomersPage),
        page(path!("/customers/new"), customer::NewCustomerPage),
        page(path!("/customers/:id"), customer::CustomerPage),
        page(path!("/leave"), leave::LeavePage),
        page(path!("/leave/calendar"), leave::LeaveCalendarPage),
        page(path!("/leave/manage"), leave::LeaveManagePage),
        page(path!("/leave/team"), leave::LeaveTeamPage),
        page(path!("/leave/:id/certificate"), leave::LeaveCertificatePage),
    ]
}

/// The pages of the appraisal settings.
fn settings() -> Vec<AnyNestedRoute> {
    vec![
        page(path!("/settings/catalogs"), settings::CatalogsPage),
        page(path!("/settings/departments"), settings::AssignmentsPage),
        page(path!("/settings/templates"), settings::TemplatesPage),
        page(path!("/settings/templates/new"), settings::TemplatePage),
        page(path!("/settings/templates/:id"), settings::TemplatePage),
    ]
}
