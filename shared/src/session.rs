//! Sign-in of staff, and the rules of passwords that need no word list.

use chrono::{DateTime, NaiveDate, Utc};
use serde::{Deserialize, Serialize};

use crate::check::{Checks, EMAIL_LENGTH_MAX, tidy_email};
use crate::error::{Code, Error, FieldError, Result};
use crate::id::{ApiTokenId, DepartmentId, OrganizationId, SessionId, StaffId};
use crate::permission::Permission;

/// The fewest code points of a password that stands alone (NIST SP 800-63B-4, 3.1.1.2).
pub const PASSWORD_LENGTH_MIN: usize = 15;
/// The fewest code points of a password that a second factor stands beside (the same).
pub const PASSWORD_LENGTH_MIN_BESIDE: usize = 8;
/// The most code points of a password.
pub const PASSWORD_LENGTH_MAX: usize = 128;
/// The most bytes of a password that is looked at when somebody signs in.
pub const PASSWORD_BYTES_MAX: usize = 1_024;

/// What somebody signs in with.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct LoginInput {
    /// The address; outer spaces and the case of letters do not count.
    pub email: String,
    /// The password, exactly.
    pub password: String,
}

impl std::fmt::Debug for LoginInput {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("LoginInput(…)")
    }
}

impl LoginInput {
    /// Answers the address in the form under which it is stored.
    ///
    /// Errors: 400 for an empty or far too long address or password.
    pub fn check(&self) -> Result<String> {
        let mut checks = Checks::new();
        let email = tidy_email(&self.email);
        let message = "Give an e-mail address of at most 254 characters.";
        let fits = (1..=EMAIL_LENGTH_MAX).contains(&email.len()) && !email.contains('\0');
        checks.ensure(fits, "email", "INVALID", message);
        let fits = (1..=PASSWORD_BYTES_MAX).contains(&self.password.len());
        checks.ensure(fits, "password", "INVALID", "Give a password of at most 1024 bytes.");
        checks.finish()?;
        Ok(email)
    }
}

text_enum! {
    /// How a token is to be sent.
    TokenType {
        /// In the header `Authorization`.
        Bearer = "Bearer",
    }
}

/// What a sign-in answers with.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct LoginAnswer {
    /// Proves the sign-in.
    pub access_token: String,
    /// How to send it.
    pub token_type: TokenType,
    /// Seconds until it ends.
    pub expires_in: i64,
    /// True when a second factor is still to come.
    pub mfa_required: bool,
    /// True until a temporary password is changed.
    pub password_change_required: bool,
    /// Who has signed in.
    pub staff: Me,
}

/// A new token for the same person.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct TokenAnswer {
    /// Proves the sign-in.
    pub access_token: String,
    /// How to send it.
    pub token_type: TokenType,
    /// Seconds until it ends.
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

/// Who is signed in.
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
    /// Its IANA time zone; decides "today".
    pub time_zone: String,
    /// Its currency.
    pub currency: String,
    /// Their name.
    pub name: String,
    /// Their address.
    pub email: String,
    /// The key of their role.
    pub role: String,
    /// What they may do.
    pub permissions: Vec<Permission>,
    /// Their department.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub department_id: Option<DepartmentId>,
    /// When their employment was confirmed.
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
    /// True when the permission is there and no temporary password stands in the way.
    pub fn may(&self, permission: Permission) -> bool {
        !self.password_change_required && self.permissions.contains(&permission)
    }
}

/// One place where somebody is signed in: a member of staff, or a customer at the portal.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct ActiveSession {
    /// Its id.
    pub id: SessionId,
    /// When it began.
    pub created_at: DateTime<Utc>,
    /// When it was last used, to the minute.
    pub last_seen_at: DateTime<Utc>,
    /// The address that it began from.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub ip: Option<String>,
    /// What the browser called itself.
    #[cfg_attr(feature = "openapi", schema(required = true))]
    pub user_agent: Option<String>,
    /// True for the one that asks.
    pub current: bool,
}

/// A change of one's own password.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct PasswordInput {
    /// The password so far.
    pub current_password: String,
    /// The one to come.
    pub new_password: String,
    /// Of one's own API tokens those that stay valid; the others end. Customers have none.
    #[serde(default)]
    pub keep_tokens: Vec<ApiTokenId>,
}

impl std::fmt::Debug for PasswordInput {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("PasswordInput(…)")
    }
}

impl PasswordInput {
    /// Errors: 400 for a current password that cannot be one, and for a new one that is too long
    /// to look at. The rules of a new one apply to its normal form, which the service makes.
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

text_enum! {
    /// Why a new password is refused.
    PasswordFault {
        /// Fewer than 15 characters, or than 8 beside a second factor.
        TooShort = "PASSWORD_TOO_SHORT",
        /// More than 128 characters.
        TooLong = "PASSWORD_TOO_LONG",
        /// Among the first that somebody would try.
        Common = "PASSWORD_COMMON",
        /// Built from the name, the address or the organization.
        Context = "PASSWORD_CONTEXT",
        /// The same as before.
        Unchanged = "PASSWORD_UNCHANGED",
    }
}

impl PasswordFault {
    /// 400 `VALIDATION_FAILED` for the member `newPassword`.
    pub fn error(self) -> Error {
        let message = match self {
            Self::TooShort => {
                "Choose a password of at least 15 characters, or 8 beside a second factor."
            }
            Self::TooLong => "Choose a password of at most 128 characters.",
            Self::Common => "This is easy to guess. Choose a different password.",
            Self::Context => {
                "This holds your name or your organization's. Choose a different password."
            }
            Self::Unchanged => "This is your present password. Choose a different one.",
        };
        Error::validation(vec![FieldError::new("newPassword", self.as_str(), message)])
    }
}

/// The fewest code points of a password, alone or beside a second factor.
pub const fn password_length_min(has_second_factor: bool) -> usize {
    if has_second_factor { PASSWORD_LENGTH_MIN_BESIDE } else { PASSWORD_LENGTH_MIN }
}

/// Is the length of a password, in its normal form (NFC), out of range?
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
    fn a_password_beside_a_second_factor_may_be_shorter() {
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
