//! What handlers take from a request. Every refusal is an answer in the one envelope.

mod idempotency;
mod json;
mod query;

use axum::extract::{FromRequestParts, Path};
use axum::response::{IntoResponse, Response};
use http::Method;
use http::header::ALLOW;
use http::request::Parts;
use shared::error::{Code, Error};
use shared::permission::Permission;
use std::str::FromStr;

use crate::error::{ApiError, method_not_allowed};
use crate::middleware::{Authentication, PortalAuthentication};

pub use idempotency::IdempotencyKey;
pub use json::{Csv, Json, NoBody};
pub use query::Query;

/// Somebody who is signed in.
///
/// Errors: 401.
#[derive(Debug)]
pub struct Caller(pub service::Caller);

impl<S: Sync> FromRequestParts<S> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        match parts.extensions.get::<Authentication>() {
            Some(Authentication(Ok(Some(caller)))) => Ok(Self(caller.clone())),
            Some(Authentication(Err(error))) => Err(ApiError(error.clone())),
            Some(Authentication(Ok(None))) | None => Err(ApiError(Error::unauthenticated())),
        }
    }
}

/// A customer who is signed in at the portal.
///
/// Errors: 401.
#[derive(Debug)]
pub struct PortalCaller(pub service::portal::PortalCaller);

impl<S: Sync> FromRequestParts<S> for PortalCaller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, ApiError> {
        match parts.extensions.get::<PortalAuthentication>() {
            Some(PortalAuthentication(Ok(Some(caller)))) => Ok(Self(caller.clone())),
            Some(PortalAuthentication(Err(error))) => Err(ApiError(error.clone())),
            Some(PortalAuthentication(Ok(None))) | None => Err(ApiError(Error::unauthenticated())),
        }
    }
}

/// The caller, on routes that ask for a permission: it is looked at before the body, so that who
/// may not act learns that and nothing else. The service asks again.
macro_rules! permitted {
    ($($(#[$meta:meta])* $name:ident = $permission:ident $(or $other:ident)?;)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name(pub service::Caller);

        impl<S: Sync> FromRequestParts<S> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
                let Caller(caller) = Caller::from_request_parts(parts, state).await?;
                $(if caller.may(Permission::$other) {
                    return Ok(Self(caller));
                })?
                caller.require(Permission::$permission)?;
                Ok(Self(caller))
            }
        }
    )+};
}

permitted! {
    /// Somebody with `appraisals:respond`.
    Respondent = AppraisalsRespond;
    /// Somebody with `appraisals:hr_manage`.
    HumanResources = AppraisalsHrManage;
    /// Somebody with `staff:view`.
    StaffViewer = StaffView;
    /// Somebody with `staff:manage`.
    StaffManager = StaffManage;
    /// Somebody with `org:manage`.
    OrganizationManager = OrgManage;
    /// Somebody who takes leave, or has `leave:manage`.
    LeaveTaker = AppraisalsRespond or LeaveManage;
    /// Somebody with `leave:manage`.
    LeaveManager = LeaveManage;
    /// Somebody with `customers:view`.
    CustomerViewer = CustomersView;
    /// Somebody with `customers:manage`.
    CustomerManager = CustomersManage;
    /// Somebody with `audit:view`.
    Auditor = AuditView;
    /// Somebody with `credit:view`.
    CreditViewer = CreditView;
    /// Somebody with `credit:create`.
    CreditCreator = CreditCreate;
    /// Somebody with `credit:create` or `credit:view`.
    CreditPlanner = CreditView or CreditCreate;
    /// Somebody with `credit:review`.
    CreditReviewer = CreditReview;
    /// Somebody with `credit:review` or `credit:approve`.
    CreditPasser = CreditReview or CreditApprove;
    /// Somebody with `credit:approve`.
    CreditApprover = CreditApprove;
    /// Somebody with `credit:record_payment`.
    CreditCashier = CreditRecordPayment;
    /// Somebody with `credit:config_manage`.
    CreditConfigurator = CreditConfigManage;
}

/// The same on routes that no token of an integration may use: they answer with a credential, or
/// widen what somebody may do.
macro_rules! permitted_in_person {
    ($($(#[$meta:meta])* $name:ident = $permitted:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name(pub service::Caller);

        impl<S: Sync> FromRequestParts<S> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
                let $permitted(caller) = $permitted::from_request_parts(parts, state).await?;
                caller.require_person()?;
                Ok(Self(caller))
            }
        }
    )+};
}

permitted_in_person! {
    /// Somebody with `org:manage` who is signed in.
    Administrator = OrganizationManager;
    /// Somebody with `customers:manage` who is signed in.
    CustomerAdministrator = CustomerManager;
}

/// The caller, on routes that ask for no permission but for something else: it is looked at before
/// the query and the body as well, and the service asks again.
macro_rules! required {
    ($($(#[$meta:meta])* $name:ident: $extractor:ident($caller:ty) = $require:ident;)+) => {$(
        $(#[$meta])*
        #[derive(Debug)]
        pub struct $name(pub $caller);

        impl<S: Sync> FromRequestParts<S> for $name {
            type Rejection = ApiError;

            async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
                let $extractor(caller) = $extractor::from_request_parts(parts, state).await?;
                caller.$require()?;
                Ok(Self(caller))
            }
        }
    )+};
}

required! {
    /// Somebody in a session of their own, which a token of an integration is not.
    SessionHolder: Caller(service::Caller) = require_session;
    /// The same, with a password of their own: whoever may set up a second factor.
    SignedIn: Caller(service::Caller) = require_own_sign_in;
    /// A customer with a password of their own: whoever may set up a second factor.
    PortalEnroller: PortalCaller(service::portal::PortalCaller) = require_own_password;
    /// A customer with all that the organization asks for.
    PortalReady: PortalCaller(service::portal::PortalCaller) = require_ready;
}

/// A GET and no HEAD, where reading begins something: whoever only looks must not begin anything.
///
/// Errors: 405.
#[derive(Debug)]
pub struct NoLook;

impl<S: Sync> FromRequestParts<S> for NoLook {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Response> {
        if parts.method == Method::HEAD {
            return Err(([(ALLOW, "GET")], method_not_allowed()).into_response());
        }
        Ok(Self)
    }
}

/// An id in the path. One that is no UUID is read as the nil id, which no record has: whoever
/// asks learns exactly what they would learn of an unknown one, and after the same checks.
#[derive(Debug)]
pub struct Id<T>(pub T);

const UUID_LENGTH: usize = 36;

impl<S: Send + Sync, T: FromStr<Err = uuid::Error>> FromRequestParts<S> for Id<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let text = Path::<String>::from_request_parts(parts, state).await;
        id(&text.map(|Path(text)| text).unwrap_or_default()).map(Self)
    }
}

fn id<T: FromStr<Err = uuid::Error>>(text: &str) -> Result<T, ApiError> {
    let nil = uuid::Uuid::nil().to_string();
    let id = if text.len() == UUID_LENGTH { text.parse() } else { nil.parse() };
    id.or_else(|_| nil.parse()).map_err(|_| ApiError(Error::internal()))
}

/// A key in the path, such as that of a role.
#[derive(Debug)]
pub struct Key(pub String);

impl<S: Send + Sync> FromRequestParts<S> for Key {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let text = Path::<String>::from_request_parts(parts, state).await;
        Ok(Self(key(text.map(|Path(text)| text).unwrap_or_default())))
    }
}

/// A key that cannot be read, or that no database could hold, is one that nothing has.
fn key(text: String) -> String {
    if text.contains('\0') { String::new() } else { text }
}

/// A key in the path, and after it an id.
#[derive(Debug)]
pub struct KeyAndId<T>(pub String, pub T);

impl<S: Send + Sync, T: FromStr<Err = uuid::Error>> FromRequestParts<S> for KeyAndId<T> {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, ApiError> {
        let texts = Path::<(String, String)>::from_request_parts(parts, state).await;
        let (first, second) = texts.map(|Path(texts)| texts).unwrap_or_default();
        Ok(Self(key(first), id(&second)?))
    }
}

/// 400 `VALIDATION_FAILED`, with a sentence of its own and no details.
fn invalid(message: &str) -> ApiError {
    ApiError(Error::invalid(Code::ValidationFailed, message))
}
