//! The authenticated caller and the context of the request.

use std::fmt::Display;
use std::ops::Deref;
use std::sync::Arc;

use shared::error::{Code, Error, Result};
use shared::id::{ApiTokenId, OrganizationId, SessionId, StaffId};
use shared::permission::{MD, Permission, PermissionSet};

use crate::idempotency::key::IdempotencyKey;

/// The credential of the caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Credential {
    /// A session.
    Session(SessionId),
    /// An API token.
    ApiToken(ApiTokenId),
    /// The command line of the service itself.
    CommandLine,
}

/// The request of a call, for the audit log.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RequestContext {
    /// The id that the response carries.
    pub request_id: Option<String>,
    /// The client address.
    pub ip: Option<String>,
    /// The user agent.
    pub user_agent: Option<String>,
}

/// The stored properties of a caller; the parts of a [`Caller`].
#[derive(Clone, Debug)]
pub struct CallerParts {
    /// Their organization.
    pub organization: OrganizationId,
    /// Its time zone, an IANA name.
    pub time_zone: String,
    /// The member of staff.
    pub staff: StaffId,
    /// Their name.
    pub name: String,
    /// The key of their role.
    pub role: String,
    /// The permissions of the role, limited by those of the token.
    pub permissions: PermissionSet,
    /// True until a temporary password is changed.
    pub password_change_required: bool,
    /// The credential.
    pub credential: Credential,
    /// The request.
    pub request: RequestContext,
    /// The idempotency key of the request.
    pub idempotency_key: Option<IdempotencyKey>,
}

/// An authenticated caller with their permissions. Only authentication creates one.
#[derive(Clone, Debug)]
pub struct Caller(Arc<CallerParts>);

impl Caller {
    /// The only constructor, for authentication.
    pub(crate) fn new(parts: CallerParts) -> Self {
        Self(Arc::new(parts))
    }

    /// The same caller, with the idempotency key of the request.
    #[must_use]
    pub fn with_idempotency_key(self, key: IdempotencyKey) -> Self {
        let mut parts = Arc::unwrap_or_clone(self.0);
        parts.idempotency_key = Some(key);
        Self(Arc::new(parts))
    }

    /// The same caller for one of several actions of a request: the response to each is recorded
    /// under a key of its own.
    #[must_use]
    pub fn for_part(&self, part: impl Display) -> Self {
        match self.idempotency_key() {
            Some(key) => self.clone().with_idempotency_key(key.for_part(part)),
            None => self.clone(),
        }
    }

    /// The idempotency key, if the request carries one.
    pub fn idempotency_key(&self) -> Option<&IdempotencyKey> {
        self.0.idempotency_key.as_ref()
    }

    /// Their organization.
    pub fn organization(&self) -> OrganizationId {
        self.0.organization
    }

    /// The IANA time zone of their organization; determines the current date.
    pub fn time_zone(&self) -> &str {
        &self.0.time_zone
    }

    /// The member of staff.
    pub fn staff(&self) -> StaffId {
        self.0.staff
    }

    /// Their name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The key of their role.
    pub fn role(&self) -> &str {
        &self.0.role
    }

    /// The effective permissions.
    pub fn permissions(&self) -> &PermissionSet {
        &self.0.permissions
    }

    /// The credential.
    pub fn credential(&self) -> Credential {
        self.0.credential
    }

    /// The request that this call belongs to.
    pub fn request(&self) -> &RequestContext {
        &self.0.request
    }

    /// True until a temporary password is changed.
    pub fn password_change_required(&self) -> bool {
        self.0.password_change_required
    }

    /// Returns true if the caller has the permission.
    pub fn may(&self, permission: Permission) -> bool {
        !self.0.password_change_required && self.0.permissions.contains(&permission)
    }

    /// True when the caller has the role of managing director.
    pub fn is_managing_director(&self) -> bool {
        self.0.role == MD
    }

    /// Errors: 403 `PASSWORD_CHANGE_REQUIRED` while a temporary password is in use, else 403
    /// `FORBIDDEN` when the permission is missing.
    pub fn require(&self, permission: Permission) -> Result<Permitted<'_>> {
        self.require_any(&[permission])
    }

    /// The same when one of several permissions is enough.
    pub fn require_any(&self, permissions: &[Permission]) -> Result<Permitted<'_>> {
        let caller = self.require_own_password()?;
        if permissions.iter().any(|permission| self.0.permissions.contains(permission)) {
            return Ok(caller);
        }
        Err(Error::forbidden(Code::Forbidden, "You don't have permission to do this."))
    }

    /// For use cases that are open to every authenticated caller.
    pub(crate) fn signed_in(&self) -> Permitted<'_> {
        Permitted::new(self)
    }

    /// The API token of the request, if any.
    pub fn api_token(&self) -> Option<ApiTokenId> {
        match self.0.credential {
            Credential::ApiToken(token) => Some(token),
            Credential::Session(_) | Credential::CommandLine => None,
        }
    }

    /// Guards every action that returns a credential or extends permissions: otherwise a token
    /// could escape its limits.
    ///
    /// Errors: 403 for API tokens.
    pub fn require_person(&self) -> Result<Permitted<'_>> {
        if self.api_token().is_none() {
            return Ok(Permitted::new(self));
        }
        let message = "An API token cannot do this. Sign in with your password.";
        Err(Error::forbidden(Code::Forbidden, message))
    }

    /// The session of the caller.
    ///
    /// Errors: 403 for API tokens.
    pub fn require_session(&self) -> Result<SessionId> {
        match self.0.credential {
            Credential::Session(session) => Ok(session),
            Credential::ApiToken(_) | Credential::CommandLine => Err(Error::forbidden(
                Code::Forbidden,
                "This needs a session of your own. Sign in with your password.",
            )),
        }
    }

    /// Guards the setup of one's own second factor.
    ///
    /// Errors: 403 for API tokens, and while a temporary password is in use.
    pub fn require_own_sign_in(&self) -> Result<Permitted<'_>> {
        self.require_session()?;
        self.require_own_password()
    }

    /// Errors: 403 `PASSWORD_CHANGE_REQUIRED` while a temporary password is in use.
    pub fn require_own_password(&self) -> Result<Permitted<'_>> {
        if self.0.password_change_required {
            return Err(Error::forbidden(
                Code::PasswordChangeRequired,
                "Change your temporary password first.",
            ));
        }
        Ok(Permitted::new(self))
    }
}

/// A caller who was asked for the permission of a use case. The methods of [`Caller`] whose name
/// begins with `require` return it, and so does [`Caller::signed_in`] where signing in is enough.
#[derive(Clone, Copy, Debug)]
pub struct Permitted<'a>(&'a Caller);

impl<'a> Permitted<'a> {
    fn new(caller: &'a Caller) -> Self {
        Self(caller)
    }

    /// The caller.
    pub(crate) fn caller(self) -> &'a Caller {
        self.0
    }
}

impl Deref for Permitted<'_> {
    type Target = Caller;

    fn deref(&self) -> &Caller {
        self.0
    }
}
