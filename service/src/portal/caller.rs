//! The authenticated caller at the portal.

use std::sync::Arc;

use shared::error::{Code, Error, Result};
use shared::id::{CustomerId, OrganizationId, PortalAccountId, PortalSessionId};

use crate::caller::RequestContext;

/// The stored properties of a customer; the parts of a [`PortalCaller`].
#[derive(Clone, Debug)]
pub(super) struct Parts {
    pub organization: OrganizationId,
    pub time_zone: String,
    pub currency: String,
    pub customer: CustomerId,
    pub account: PortalAccountId,
    pub session: PortalSessionId,
    pub name: String,
    pub password_change_required: bool,
    pub mfa_enrollment_required: bool,
    pub request: RequestContext,
}

/// An authenticated customer. Only authentication creates one, and it is distinct from
/// [`Caller`](crate::Caller): no use case of staff accepts it.
#[derive(Clone, Debug)]
pub struct PortalCaller(Arc<Parts>);

impl PortalCaller {
    /// The only constructor, for authentication.
    pub(super) fn new(parts: Parts) -> Self {
        Self(Arc::new(parts))
    }

    /// The customer's organization.
    pub fn organization(&self) -> OrganizationId {
        self.0.organization
    }

    /// The IANA time zone of the organization; determines the current date.
    pub fn time_zone(&self) -> &str {
        &self.0.time_zone
    }

    /// The currency of the organization.
    pub fn currency(&self) -> &str {
        &self.0.currency
    }

    /// The customer: the only one whose records this caller may see.
    pub fn customer(&self) -> CustomerId {
        self.0.customer
    }

    /// The account.
    pub fn account(&self) -> PortalAccountId {
        self.0.account
    }

    /// The session.
    pub fn session(&self) -> PortalSessionId {
        self.0.session
    }

    /// The customer's name.
    pub fn name(&self) -> &str {
        &self.0.name
    }

    /// The request that this call belongs to.
    pub fn request(&self) -> &RequestContext {
        &self.0.request
    }

    /// Guards everything except the profile, the password, the second factor and signing out.
    ///
    /// Errors: 403 `PASSWORD_CHANGE_REQUIRED` while a temporary password is in use, 403
    /// `MFA_ENROLLMENT_REQUIRED` while a required second factor is missing.
    pub fn require_ready(&self) -> Result<()> {
        self.require_own_password()?;
        if self.0.mfa_enrollment_required {
            let message = "Set up two-step verification first.";
            return Err(Error::forbidden(Code::MfaEnrollmentRequired, message));
        }
        Ok(())
    }

    /// Errors: 403 `PASSWORD_CHANGE_REQUIRED` while a temporary password is in use.
    pub fn require_own_password(&self) -> Result<()> {
        if self.0.password_change_required {
            let message = "Change your temporary password first.";
            return Err(Error::forbidden(Code::PasswordChangeRequired, message));
        }
        Ok(())
    }
}
