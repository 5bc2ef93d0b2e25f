//! The portal: customer accounts and sign-in.

use serde::{Deserialize, Serialize};

use crate::check::Checks;
use crate::error::Result;
use crate::id::{CustomerId, OrganizationId, PortalAccountId};
use crate::session::TokenType;

/// The portal account of a customer, as shown to staff.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalAccount {
    /// Its id.
    pub id: PortalAccountId,
    /// The address the customer signs in with; unique among portal accounts on the platform.
    pub email: String,
    /// True when the customer may not sign in.
    pub is_blocked: bool,
    /// True until a temporary password is changed.
    pub password_change_required: bool,
    /// True when a second factor is set up.
    pub mfa_enabled: bool,
}

/// The input for a new portal account.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(default)]
pub struct PortalAccountInput {
    /// The address to sign in with; by default the customer's contact address.
    pub email: Option<String>,
}

impl PortalAccountInput {
    /// Returns the address normalized for storage.
    ///
    /// * `contact`: the customer's contact address.
    ///
    /// Errors: 400 for an invalid address.
    pub fn check(&self, contact: &str) -> Result<String> {
        let mut checks = Checks::new();
        let email = checks.email("email", self.email.as_deref().unwrap_or(contact));
        checks.finish()?;
        Ok(email)
    }
}

/// A new portal account with its temporary password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalAccountCreated {
    /// The record.
    #[serde(flatten)]
    pub account: PortalAccount,
    /// Shown once; to be changed at the first sign-in.
    pub temporary_password: String,
}

impl std::fmt::Debug for PortalAccountCreated {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("PortalAccountCreated").field(&self.account).finish()
    }
}

/// The response to a sign-in at the portal.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PortalLoginAnswer {
    /// True if the second factor is still required.
    pub mfa_required: bool,
    /// Proves the sign-in.
    pub access_token: String,
    /// The scheme of the token.
    pub token_type: TokenType,
    /// Seconds until the token expires.
    pub expires_in: i64,
    /// True until a temporary password is changed.
    pub password_change_required: bool,
}

impl std::fmt::Debug for PortalLoginAnswer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PortalLoginAnswer(…)")
    }
}

/// The customer who is signed in at the portal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
#[expect(clippy::struct_excessive_bools, reason = "the members of an answer, one flag each")]
pub struct PortalMe {
    /// The portal account.
    pub id: PortalAccountId,
    /// The customer's organization.
    pub organization_id: OrganizationId,
    /// Its name.
    pub organization_name: String,
    /// Its currency.
    pub currency: String,
    /// The customer.
    pub customer_id: CustomerId,
    /// The address the customer signs in with.
    pub email: String,
    /// The customer's name.
    pub name: String,
    /// True until a temporary password is changed.
    pub password_change_required: bool,
    /// True when a second factor is set up.
    pub mfa_enabled: bool,
    /// True if the organization requires a second factor and none is set up.
    pub mfa_enrollment_required: bool,
    /// Recovery codes left; none without a second factor.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub recovery_codes_remaining: Option<u32>,
    /// True if no recovery codes are left.
    pub recovery_codes_exhausted: bool,
}

impl PortalMe {
    /// Returns true if the portal is accessible without further steps.
    pub const fn is_ready(&self) -> bool {
        !self.password_change_required && !self.mfa_enrollment_required
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use uuid::Uuid;

    #[test]
    fn the_contact_address_serves_unless_another_is_given() {
        let input = PortalAccountInput::default();
        assert_eq!(input.check("omar@home.example").unwrap(), "omar@home.example");
        let input = PortalAccountInput { email: Some(" Omar@Work.Example ".to_owned()) };
        assert_eq!(input.check("omar@home.example").unwrap(), "omar@work.example");
        let input = PortalAccountInput { email: Some(String::new()) };
        assert!(input.check("omar@home.example").is_err());
    }

    #[test]
    fn nothing_that_holds_a_secret_prints_it() {
        let account = PortalAccount {
            id: PortalAccountId(Uuid::from_u128(1)),
            email: "omar@home.example".to_owned(),
            is_blocked: false,
            password_change_required: true,
            mfa_enabled: false,
        };
        let temporary_password = "one secret".to_owned();
        let created = PortalAccountCreated { account, temporary_password };
        assert!(!format!("{created:?}").contains("secret"));
        let answer = PortalLoginAnswer {
            mfa_required: false,
            access_token: "another secret".to_owned(),
            token_type: TokenType::Bearer,
            expires_in: 1,
            password_change_required: false,
        };
        assert!(!format!("{answer:?}").contains("secret"));
    }
}
