//! The second factor: a code of an authenticator app, or one of the recovery codes.

use serde::{Deserialize, Serialize};

use crate::error::{Code, Error, FieldCode, Problem, Result};
use crate::session::{LoginAnswer, PASSWORD_BYTES_MAX};

/// Digits of a code of an authenticator app.
pub const TOTP_DIGITS: usize = 6;
/// Hexadecimal digits of a recovery code, without hyphens: 64 bits.
pub const RECOVERY_CODE_LENGTH: usize = 16;
/// Digits of a recovery code between hyphens.
const GROUP_LENGTH: usize = 4;
/// The maximum length of a typed code, including separators.
const TYPED_LENGTH_MAX: usize = 64;
/// An upper bound on the length of issued tokens, in bytes.
const PRE_AUTH_TOKEN_LENGTH_MAX: usize = 200;

const INVALID_CODE: &str = "That code is incorrect or has expired. Enter the current code.";

/// A typed code; the shape determines the kind, since no text is valid as both.
#[derive(Clone, PartialEq, Eq)]
pub enum TypedCode {
    /// Six digits.
    Totp(String),
    /// Sixteen hexadecimal digits, in lower case.
    Recovery(String),
}

impl std::fmt::Debug for TypedCode {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("TypedCode(…)")
    }
}

/// Parses a typed code, ignoring spaces, hyphens and the case of letters. Digits of other scripts
/// and other deviations are refused.
pub fn typed_code(text: &str) -> Option<TypedCode> {
    if text.len() > TYPED_LENGTH_MAX || !text.is_ascii() {
        return None;
    }
    let code: String = text.chars().filter(|c| !matches!(c, ' ' | '-')).collect();
    let code = code.to_ascii_lowercase();
    if code.len() == TOTP_DIGITS && code.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(TypedCode::Totp(code));
    }
    let is_recovery = code.len() == RECOVERY_CODE_LENGTH;
    (is_recovery && code.bytes().all(|byte| byte.is_ascii_hexdigit()))
        .then_some(TypedCode::Recovery(code))
}

/// A recovery code as displayed, in groups: `01ab-23cd-45ef-6789`.
pub fn grouped(code: &str) -> String {
    let letters: Vec<char> = code.chars().collect();
    let groups = letters.chunks(GROUP_LENGTH).map(String::from_iter);
    groups.collect::<Vec<_>>().join("-")
}

/// The response to a sign-in that still requires the second factor: no session.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MfaRequired {
    /// Always true.
    pub mfa_required: bool,
    /// Proves the password; valid for one session, together with a code.
    pub pre_auth_token: String,
    /// Seconds until the token expires.
    pub expires_in: i64,
}

/// The outcome of the password step: a session, or a request for the second factor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum LoginOutcome<A = LoginAnswer> {
    /// No second factor is required.
    SignedIn(Box<A>),
    /// A code is required.
    MfaRequired(MfaRequired),
}

impl<A> LoginOutcome<A> {
    /// The session, if it has begun already.
    pub fn signed_in(self) -> Option<A> {
        match self {
            Self::SignedIn(answer) => Some(*answer),
            Self::MfaRequired(_) => None,
        }
    }
}

/// The second step of a sign-in.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MfaLoginInput {
    /// The token from the first step.
    pub pre_auth_token: String,
    /// Six digits of the authenticator app, or one recovery code.
    pub code: String,
}

impl MfaLoginInput {
    /// Errors: 400 for an empty or overlong token or code.
    pub fn check(&self) -> Result<()> {
        let mut checks = crate::check::Checks::new();
        let fits = (1..=PRE_AUTH_TOKEN_LENGTH_MAX).contains(&self.pre_auth_token.len());
        checks.ensure(
            fits,
            "preAuthToken",
            FieldCode::Invalid,
            "Send the token from the first step.",
        );
        let fits = (1..=TYPED_LENGTH_MAX).contains(&self.code.trim().len());
        checks.ensure(fits, "code", FieldCode::Invalid, "Enter a 6-digit code or a recovery code.");
        checks.finish()
    }
}

/// The response to the second step of a sign-in.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MfaLoginAnswer<A = LoginAnswer> {
    /// The session.
    #[serde(flatten)]
    pub login: A,
    /// True if it was a recovery code, which is now consumed.
    pub used_recovery_code: bool,
    /// Recovery codes left.
    pub recovery_codes_remaining: u32,
}

/// The parameters for an authenticator app.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MfaSetup {
    /// The secret in base32, for manual entry.
    pub secret: String,
    /// The secret and the other parameters as an address, `otpauth://totp/…`.
    pub otpauth_uri: String,
    /// That address as a QR code: a `data:` address of an SVG.
    pub qr_code: String,
    /// The issuer of the codes.
    pub issuer: String,
    /// The account that the codes belong to.
    pub account_name: String,
    /// Seconds until a new secret has to be requested.
    pub expires_in: i64,
}

/// The first code of an authenticator app.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MfaCompleteInput {
    /// Six digits.
    pub code: String,
    /// The password; required once the sign-in is more than 15 minutes old.
    #[serde(default)]
    pub current_password: Option<String>,
}

impl MfaCompleteInput {
    /// A code without the password.
    pub fn new(code: impl Into<String>) -> Self {
        Self { code: code.into(), current_password: None }
    }

    /// Returns the six digits.
    ///
    /// Errors: 400 for a text that is not six digits; it does not count as a failed attempt.
    pub fn check(&self) -> Result<String> {
        match typed_code(&self.code) {
            Some(TypedCode::Totp(code)) => Ok(code),
            Some(TypedCode::Recovery(_)) | None => Err(Error::field(
                "code",
                FieldCode::Invalid,
                "Enter the 6-digit code from the app.",
            )),
        }
    }
}

/// The response that completes an enrolment, the only one that ever contains these codes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct MfaEnabled {
    /// Always true.
    pub mfa_enabled: bool,
    /// The recovery codes, in groups with hyphens.
    pub recovery_codes: Vec<String>,
    /// The number of codes.
    pub recovery_codes_remaining: u32,
}

/// A new set of recovery codes, in the only response that ever contains them.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RecoveryCodes {
    /// The recovery codes, in groups with hyphens.
    pub recovery_codes: Vec<String>,
    /// The number of codes.
    pub recovery_codes_remaining: u32,
}

/// The input for a new set of recovery codes.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub struct RegenerateInput {
    /// The password.
    pub current_password: String,
    /// Six digits of the authenticator app; a recovery code is refused.
    pub code: String,
}

impl RegenerateInput {
    /// Errors: 400 for an empty or overlong password or code.
    pub fn check(&self) -> Result<()> {
        let fits = (1..=PASSWORD_BYTES_MAX).contains(&self.current_password.len())
            && (1..=TYPED_LENGTH_MAX).contains(&self.code.trim().len());
        if fits { Ok(()) } else { Err(reauthentication_failed()) }
    }
}

/// Keeps the contents of requests and responses out of logs.
macro_rules! hidden {
    ($($name:ident),+) => {$(
        impl std::fmt::Debug for $name {
            fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                formatter.write_str(concat!(stringify!($name), "(…)"))
            }
        }
    )+};
}

hidden!(
    MfaRequired,
    MfaLoginInput,
    MfaSetup,
    MfaCompleteInput,
    MfaEnabled,
    RecoveryCodes,
    RegenerateInput
);

/// 401 `INVALID_MFA_CODE`, the same for a wrong code and for a used one.
pub fn invalid_code() -> Error {
    Error::Unauthenticated(problem(Code::InvalidMfaCode, INVALID_CODE))
}

/// 400 `INVALID_MFA_CODE`: not 401, which would sign the caller out.
pub fn invalid_first_code() -> Error {
    Error::Invalid(problem(Code::InvalidMfaCode, INVALID_CODE))
}

/// 401 `INVALID_PRE_AUTH_TOKEN`, the same for every fault of the token.
pub fn invalid_pre_auth_token() -> Error {
    let message = "Your sign-in has expired. Sign in again.";
    Error::Unauthenticated(problem(Code::InvalidPreAuthToken, message))
}

/// 400 `REAUTHENTICATION_FAILED`, which does not reveal whether the password or the code was wrong.
pub fn reauthentication_failed() -> Error {
    let message = "Current password or code is incorrect.";
    Error::Invalid(problem(Code::ReauthenticationFailed, message))
}

/// 429 `MFA_LOCKED`.
pub fn locked(retry_after: u32) -> Error {
    let message = "Too many attempts. Try again later or use a recovery code.";
    Error::TooManyRequests { problem: problem(Code::MfaLocked, message), retry_after }
}

fn problem(code: Code, message: &str) -> Problem {
    Problem { code, message: message.to_owned(), errors: Vec::new() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn totp(code: &str) -> TypedCode {
        TypedCode::Totp(code.to_owned())
    }

    fn recovery(code: &str) -> TypedCode {
        TypedCode::Recovery(code.to_owned())
    }

    #[test]
    fn six_digits_are_a_code_of_the_app() {
        for text in ["123456", " 123456 ", "123 456", "123-456"] {
            assert_eq!(typed_code(text), Some(totp("123456")), "{text}");
        }
    }

    #[test]
    fn sixteen_hexadecimal_digits_are_a_recovery_code() {
        for text in ["01ab23cd45ef6789", "01AB-23CD-45EF-6789", " 01ab 23cd 45ef 6789 "] {
            assert_eq!(typed_code(text), Some(recovery("01ab23cd45ef6789")), "{text}");
        }
        assert_eq!(typed_code("1234567890123456"), Some(recovery("1234567890123456")));
    }

    #[test]
    fn everything_else_is_neither() {
        for text in [
            "",
            "12345",
            "1234567",
            "+12345",
            "-12345",
            "12345a",
            "12345\0",
            "123\t456",
            "１２３４５６",
            "١٢٣٤٥٦",
            "O1ab23cd45ef6789",
            "01ab23cd45ef678",
            "01ab23cd45ef67890",
            "01ab23cd45ef678é",
            &"1".repeat(10_000),
        ] {
            assert_eq!(typed_code(text), None, "{text:?}");
        }
        assert_eq!(typed_code(&format!("123456{}", " ".repeat(100))), None);
    }

    #[test]
    fn a_recovery_code_is_shown_in_groups_and_reads_back() {
        assert_eq!(grouped("01ab23cd45ef6789"), "01ab-23cd-45ef-6789");
        assert_eq!(typed_code(&grouped("01ab23cd45ef6789")), Some(recovery("01ab23cd45ef6789")));
    }

    #[test]
    fn an_enrolment_takes_six_digits_and_nothing_else() {
        let check = |code: &str| MfaCompleteInput::new(code).check();
        assert_eq!(check("123 456").unwrap(), "123456");
        for code in ["", "12345", "01ab-23cd-45ef-6789", "abcdef"] {
            assert_eq!(check(code).unwrap_err().code(), Code::ValidationFailed);
        }
    }

    #[test]
    fn enormous_inputs_are_refused_before_anything_else() {
        let check = |token: &str, code: &str| {
            let (pre_auth_token, code) = (token.to_owned(), code.to_owned());
            MfaLoginInput { pre_auth_token, code }.check()
        };
        assert!(check("t", "123456").is_ok() && check("t", "12").is_ok());
        assert!(check("", "123456").is_err() && check("t", " ").is_err());
        assert!(check(&"t".repeat(201), "123456").is_err());
        assert!(check("t", &"1".repeat(10_000)).is_err());
    }

    #[test]
    fn nothing_that_holds_a_secret_prints_it() {
        let shown = format!(
            "{:?} {:?} {:?}",
            typed_code("123456"),
            MfaCompleteInput::new("123456"),
            RecoveryCodes { recovery_codes: vec!["123456".into()], recovery_codes_remaining: 1 },
        );
        assert!(!shown.contains("123456"), "{shown}");
    }
}
