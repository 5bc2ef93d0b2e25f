//! The description of the API (OpenAPI 3.1), and the page that displays it.

mod codes;
mod errors;
mod examples;
mod operations;
mod responses;
mod schemas;

use std::collections::BTreeMap;

use axum::Router;
use http::header::CONTENT_SECURITY_POLICY;
use http::{HeaderName, HeaderValue};
use shared::Error;
use shared::appraisal::list::{AppraisalSort, Scope};
use shared::credit::facility::FacilitySort;
use shared::customer::{CustomerSort, PortalAccess};
use shared::leave::request::LeaveScope;
use shared::session::LoginAnswer;
use shared::staff::StaffSort;
use tower_http::set_header::SetResponseHeaderLayer;
use utoipa::openapi::security::{ApiKey, ApiKeyValue, HttpAuthScheme, HttpBuilder, SecurityScheme};
use utoipa::openapi::{OpenApi, RefOr, Response};
use utoipa::{IntoResponses, Modify, OpenApi as _};
use utoipa_swagger_ui::SwaggerUi;

use crate::error::ErrorEnvelope;
use crate::state::AppState;
use shared::realm::Realm;

pub(super) use operations::describe_need;

/// The address of the description.
const PATH: &str = "/api/openapi.json";
/// The page has its own scripts and styles, and sets styles on its elements.
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; \
     style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; \
     base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "Mizan",
        description = "Staff appraisals and probation, leave, the customer portal and the \
                       credit desk: everything that the pages can do. Conventions, sign-in and \
                       worked examples: docs/api.md.",
        license(name = "Apache-2.0 OR MIT", identifier = "Apache-2.0 OR MIT"),
        contact(name = "The operator of this installation"),
    ),
    servers((url = "/", description = "The installation that serves this document")),
    tags(
        (name = "Sign-in", description = "Sessions, passwords and second factors of staff."),
        (name = "Organization", description = "The organization and its policies."),
        (name = "Staff", description = "Members of staff and their access."),
        (name = "Departments", description = "Departments and their heads."),
        (name = "Roles", description = "Roles and their permissions."),
        (name = "API tokens", description = "Credentials for other systems."),
        (name = "Appraisals", description = "Appraisals: start, lists, scores and analytics."),
        (name = "Appraisal stages", description = "The actions on one appraisal, by stage."),
        (name = "Appraisal settings",
            description = "Templates, catalogs and the templates of departments."),
        (name = "Events", description = "The feed of changes for integrations."),
        (name = "Webhooks", description = "Receivers of changes of leave and credit."),
        (name = "Leave", description = "Leave requests, balances, entitlements and the calendar."),
        (name = "Customers", description = "Customers and their portal accounts."),
        (name = "Credit", description = "Facilities, payments, journals and reports."),
        (name = "Personal data", description = "What is stored about a person."),
        (name = "Portal", description = "The customer's own sessions and facilities."),
        (name = "Notifications", description = "The caller's own notifications."),
        (name = "Audit log", description = "Every change, with its author."),
        (name = "Jobs", description = "Scheduled jobs."),
    ),
    components(schemas(
        AppraisalSort, CustomerSort, ErrorEnvelope, FacilitySort, LeaveScope, LoginAnswer,
        PortalAccess, Scope,
        StaffSort,
    )),
    security(("bearer" = []), ("cookie" = [])),
    modifiers(&Schemes),
)]
struct Base;

struct Schemes;

impl Modify for Schemes {
    fn modify(&self, document: &mut OpenApi) {
        let bearer =
            || HttpBuilder::new().scheme(HttpAuthScheme::Bearer).bearer_format("JWT").build();
        let cookie =
            |realm: Realm| SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::new(realm.cookie())));
        let components = document.components.get_or_insert_default();
        components.add_security_scheme("bearer", SecurityScheme::Http(bearer()));
        components.add_security_scheme("cookie", cookie(Realm::Staff));
        components.add_security_scheme("customer_bearer", SecurityScheme::Http(bearer()));
        components.add_security_scheme("customer_cookie", cookie(Realm::Customer));
    }
}

/// The document without routes.
pub(super) fn base() -> OpenApi {
    Base::openapi()
}

/// Adds what follows from the operations: descriptions, error responses and examples.
pub(super) fn complete(document: &mut OpenApi) {
    schemas::tidy(document);
    operations::describe(document);
    responses::describe(document);
    errors::add(document);
    examples::add(document);
    schemas::remove_unused(document);
}

/// The complete document.
pub fn document() -> OpenApi {
    super::routes().1
}

/// The document as text, as committed and printed.
///
/// Errors: 500, which does not happen for this document.
pub fn text() -> Result<String, Error> {
    document().to_pretty_json().map(|text| text + "\n").map_err(|error| {
        tracing::error!(%error, "the description of the API cannot be written");
        Error::internal()
    })
}

/// The page that displays the document, without external resources.
pub fn docs(document: OpenApi) -> Router<AppState> {
    let policy = HeaderValue::from_static(DOCS_POLICY);
    let caching = HeaderValue::from_static("no-cache");
    Router::from(SwaggerUi::new("/api/docs").url(PATH, document))
        .layer(SetResponseHeaderLayer::overriding(CONTENT_SECURITY_POLICY, policy))
        .layer(SetResponseHeaderLayer::overriding(
            HeaderName::from_static("cache-control"),
            caching,
        ))
}

/// The error responses of a route. They follow from the operation: `errors::add` adds them.
pub(super) struct Refusals;

impl IntoResponses for Refusals {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        BTreeMap::new()
    }
}
