//! Sign-in of staff, and the password rules that need no word list.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::check::{Checks, EMAIL_LENGTH_MAX, tidy_email};
use crate::credit::vocabulary::InstalmentRounding;
use crate::error::{Code, Error, FieldCode, Result};
use crate::id::{ApiTokenId, DepartmentId, OrganizationId, SessionId, StaffId};
use crate::permission::Permission;

/// The minimum length in code points of a password used as the only factor (NIST SP 800-63B-4,
/// 3.1.1.2).
pub const PASSWORD_LENGTH_MIN: usize = 15;
/// The minimum length in code points of a password used with a second factor (the same).
pub const PASSWORD_LENGTH_MIN_BESIDE: usize = 8;
/// The maximum length of a password, in code points.
pub const PASSWORD_LENGTH_MAX: usize = 128;
/// The maximum length in bytes of a password that is processed at sign-in.
pub const PASSWORD_BYTES_MAX: usize = 1_024;

/// The credentials of a sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoginInput {
    /// The address; leading and trailing spaces and the case of letters are ignored.
    pub email: String,
    /// The password, taken literally.
    pub password: String,
}

impl std::fmt::Debug for LoginInput {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("LoginInput(…)")
    }
}

impl LoginInput {
    /// Returns the address normalized for storage.
    ///
    /// Errors: 400 for an empty or overlong address or password.
    pub fn check(&self) -> Result<String> {
        let mut checks = Checks::new();
        let email = tidy_email(&self.email);
        let message = "Enter an email address of up to 254 characters.";
        let fits = (1..=EMAIL_LENGTH_MAX).contains(&email.len()) && !email.contains('\0');
        checks.ensure(fits, "email", FieldCode::Invalid, message);
        let fits = (1..=PASSWORD_BYTES_MAX).contains(&self.password.len());
        checks.ensure(
            fits,
            "password",
            FieldCode::Invalid,
            "Enter a password of up to 1024 bytes.",
        );
        checks.finish()?;
        Ok(email)
    }
}

text_enum! {
    /// The scheme of a token.
    TokenType {
        /// In the header `Authorization`.
        Bearer = "Bearer",
    }
}

/// The response to a sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoginAnswer {
    /// The token.
    pub access_token: String,
    /// The scheme of the token.
    pub token_type: TokenType,
    /// Seconds until the token expires.
    pub expires_in: i64,
    /// True if the second factor is still required.
    pub mfa_required: bool,
    /// True until a temporary password is changed.
    pub password_change_required: bool,
    /// The person who signed in.
    pub staff: Me,
}

/// A new token for the same person.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenAnswer {
    /// The token.
    pub access_token: String,
    /// The scheme of the token.
    pub token_type: TokenType,
    /// Seconds until the token expires.
    pub expires_in: i64,
}

impl std::fmt::Debug for LoginAnswer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_tuple("LoginAnswer").field(&self.staff).finish()
    }
}

impl std::fmt::Debug for TokenAnswer {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TokenAnswer(…)")
    }
}

/// The person who is signed in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct Me {
    /// The member of staff.
    pub id: StaffId,
    /// Their organization.
    pub organization_id: OrganizationId,
    /// Its name.
    pub organization_name: String,
    /// Its IANA time zone; determines the current date.
    pub time_zone: String,
    /// Its currency.
    pub currency: String,
    /// The rounding of the instalments of its new facilities.
    pub instalment_rounding: InstalmentRounding,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// The key of their role.
    pub role: String,
    /// The effective permissions.
    pub permissions: Vec<Permission>,
    /// Their department.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub department_id: Option<DepartmentId>,
    /// The date of the confirmation of employment.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub employment_confirmed_at: Option<NaiveDate>,
    /// True until a temporary password is changed.
    pub password_change_required: bool,
    /// True when a second factor is set up.
    pub mfa_enabled: bool,
    /// Recovery codes left; none without a second factor.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub recovery_codes_remaining: Option<u32>,
}

impl Me {
    /// Returns true if the permission is granted and no temporary password has to be changed first.
    pub fn may(&self, permission: Permission) -> bool {
        !self.password_change_required && self.permissions.contains(&permission)
    }
}

/// An active session of a member of staff, or of a customer at the portal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ActiveSession {
    /// Its id.
    pub id: SessionId,
    /// The start.
    pub created_at: DateTime<Utc>,
    /// The time of the last use, to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// The client address at the start.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub ip: Option<String>,
    /// The user agent of the browser.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub user_agent: Option<String>,
    /// True for the session of this request.
    pub current: bool,
}

/// A change of one's own password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PasswordInput {
    /// The current password.
    pub current_password: String,
    /// The new password.
    pub new_password: String,
    /// One's own API tokens that stay valid; the others are revoked. Customers have none.
    #[serde(default)]
    pub keep_tokens: Vec<ApiTokenId>,
}

impl std::fmt::Debug for PasswordInput {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PasswordInput(…)")
    }
}

impl PasswordInput {
    /// Errors: 400 for an impossible current password, and for a new password too long to process.
    /// The rules for a new password apply to its normal form, which the service computes.
    pub fn check(&self) -> Result<()> {
        if !(1..=PASSWORD_BYTES_MAX).contains(&self.current_password.len()) {
            return Err(invalid_current_password());
        }
        if self.new_password.len() > PASSWORD_BYTES_MAX {
            return Err(PasswordFault::TooLong.error());
        }
        Ok(())
    }
}

/// 400 `INVALID_CURRENT_PASSWORD`: not 401, which would sign the caller out.
pub fn invalid_current_password() -> Error {
    Error::invalid(Code::InvalidCurrentPassword, "Current password is incorrect.")
}

/// The reason why a new password is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PasswordFault {
    /// Fewer than 15 characters, or than 8 with a second factor.
    TooShort,
    /// More than 128 characters.
    TooLong,
    /// Among the most commonly used passwords.
    Common,
    /// Based on the name, the address or the organization.
    Context,
    /// The same as the current password.
    Unchanged,
}

impl PasswordFault {
    /// 400 `VALIDATION_FAILED` for the field `newPassword`.
    pub fn error(self) -> Error {
        let (code, message) = match self {
            Self::TooShort => (
                FieldCode::PasswordTooShort,
                "Use at least 15 characters, or 8 with two-step verification.",
            ),
            Self::TooLong => (FieldCode::PasswordTooLong, "Use at most 128 characters."),
            Self::Common => (
                FieldCode::PasswordCommon,
                "This password is easy to guess. Choose a different one.",
            ),
            Self::Context => {
                (FieldCode::PasswordContext, "Don't use your name or your organization's name.")
            }
            Self::Unchanged => (
                FieldCode::PasswordUnchanged,
                "This is your current password. Choose a different one.",
            ),
        };
        Error::field("newPassword", code, message)
    }
}

/// The minimum length in code points of a password, alone or with a second factor.
pub const fn password_length_min(has_second_factor: bool) -> usize {
    if has_second_factor { PASSWORD_LENGTH_MIN_BESIDE } else { PASSWORD_LENGTH_MIN }
}

/// The fault in the length of a password, in its normal form (NFC), if any.
pub fn password_length_fault(password: &str, length_min: usize) -> Option<PasswordFault> {
    let length = password.chars().count();
    if length < length_min {
        return Some(PasswordFault::TooShort);
    }
    (length > PASSWORD_LENGTH_MAX).then_some(PasswordFault::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn login(email: &str, password: &str) -> Result<String> {
        LoginInput { email: email.to_owned(), password: password.to_owned() }.check()
    }

    #[test]
    fn addresses_are_trimmed_and_lower_case() {
        assert_eq!(
            login("  Aisha.Rahman@Amanah.Example ", "x").unwrap(),
            "aisha.rahman@amanah.example"
        );
    }

    #[test]
    fn empty_and_enormous_inputs_are_refused_before_anything_else() {
        assert!(login(" ", "x").is_err());
        assert!(login("a@b.example", "").is_err());
        assert!(login(&"a".repeat(255), "x").is_err());
        assert!(login("a@b.example", &"x".repeat(1_025)).is_err());
        assert!(login("a\0@b.example", "x").is_err());
    }

    #[test]
    fn lengths_are_counted_in_characters_of_any_script() {
        let alone = |password: &str| password_length_fault(password, password_length_min(false));
        assert_eq!(alone(&"a".repeat(14)), Some(PasswordFault::TooShort));
        assert_eq!(alone(&"ب".repeat(15)), None);
        assert_eq!(alone(&"\u{1f4c8}".repeat(128)), None);
        assert_eq!(alone(&"a".repeat(129)), Some(PasswordFault::TooLong));
    }

    #[test]
    fn with_a_second_factor_a_password_may_be_shorter() {
        let beside = |password: &str| password_length_fault(password, password_length_min(true));
        assert_eq!(beside(&"a".repeat(7)), Some(PasswordFault::TooShort));
        assert_eq!(beside(&"ب".repeat(8)), None);
        assert_eq!(beside(&"a".repeat(129)), Some(PasswordFault::TooLong));
    }

    #[test]
    fn nothing_that_holds_a_secret_prints_it() {
        let input = PasswordInput {
            current_password: "one secret".to_owned(),
            new_password: "another secret".to_owned(),
            keep_tokens: Vec::new(),
        };
        assert!(!format!("{input:?}").contains("secret"));
        let input = LoginInput { email: "a".to_owned(), password: "one secret".to_owned() };
        assert!(!format!("{input:?}").contains("secret"));
    }
}
