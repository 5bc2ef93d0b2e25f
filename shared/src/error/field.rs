//! The details of an error: each names a field, the fault, and the value that would be accepted.

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::money::Money;

text_enum! {
    /// The stable code of a fault in one field, which clients may match on.
    FieldCode {
        /// The record is archived.
        Archived = "ARCHIVED",
        /// The date is before the start date.
        BeforeStart = "BEFORE_START",
        /// The reporting line would be circular.
        Cycle = "CYCLE",
        /// The repetition differs.
        Different = "DIFFERENT",
        /// The value contradicts other values.
        Disagrees = "DISAGREES",
        /// The field or the entry occurs twice.
        Duplicate = "DUPLICATE",
        /// The email address is in use.
        EmailTaken = "EMAIL_TAKEN",
        /// The caller lacks the permission for this value.
        Forbidden = "FORBIDDEN",
        /// The date is in the future.
        InFuture = "IN_FUTURE",
        /// The value breaks a rule of its type.
        Invalid = "INVALID",
        /// Another type of value is expected.
        InvalidType = "INVALID_TYPE",
        /// Nobody could manage the organization any more.
        LockedOut = "LOCKED_OUT",
        /// An item of a form is incomplete; the message is its label.
        Missing = "MISSING",
        /// The name is in use.
        NameTaken = "NAME_TAKEN",
        /// The dates contain no working day.
        NoWorkingDay = "NO_WORKING_DAY",
        /// The field must be left out here.
        NotAllowed = "NOT_ALLOWED",
        /// There is no such record.
        NotFound = "NOT_FOUND",
        /// The value must be above zero.
        NotPositive = "NOT_POSITIVE",
        /// The schedule cannot be computed by this method.
        NotPossible = "NOT_POSSIBLE",
        /// The value is outside the accepted range.
        OutOfRange = "OUT_OF_RANGE",
        /// The password is commonly used.
        PasswordCommon = "PASSWORD_COMMON",
        /// The password contains a name or an address of the user.
        PasswordContext = "PASSWORD_CONTEXT",
        /// The password is too long.
        PasswordTooLong = "PASSWORD_TOO_LONG",
        /// The password is too short.
        PasswordTooShort = "PASSWORD_TOO_SHORT",
        /// The password is the current one.
        PasswordUnchanged = "PASSWORD_UNCHANGED",
        /// A quotation mark of the table is not closed.
        QuotationMark = "QUOTATION_MARK",
        /// The field is required.
        Required = "REQUIRED",
        /// The key of the role is in use.
        RoleKeyTaken = "ROLE_KEY_TAKEN",
        /// Debit and credit have the same account.
        SameAccount = "SAME_ACCOUNT",
        /// The amount settles the facility, which takes `earlySettlement`.
        Settles = "SETTLES",
        /// The staff number is in use.
        StaffNumberTaken = "STAFF_NUMBER_TAKEN",
        /// The weights have another sum than required.
        Sum = "SUM",
        /// The value exceeds its maximum.
        TooLarge = "TOO_LARGE",
        /// The text, the list or the file is too long.
        TooLong = "TOO_LONG",
        /// There are too many entries.
        TooMany = "TOO_MANY",
        /// The row of the table has too many cells.
        TooManyCells = "TOO_MANY_CELLS",
        /// The number has too many fractional digits.
        TooPrecise = "TOO_PRECISE",
        /// The reference is not part of the form or the organization.
        Unknown = "UNKNOWN",
        /// The account is missing in the account map.
        Unmapped = "UNMAPPED",
        /// The encoding of the file is not supported.
        UnsupportedEncoding = "UNSUPPORTED_ENCODING",
    }
}

/// The value that would be accepted instead, so that a page can display it in its own format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "camelCase")]
pub enum Accepted {
    /// At most this amount.
    AtMost(Money),
    /// Exactly this amount.
    Exactly(Money),
    /// This amount, as an early settlement; an ordinary payment has to be below it.
    Settles(Money),
    /// This date or a later one.
    From(NaiveDate),
    /// This date or an earlier one.
    Until(NaiveDate),
}

impl Accepted {
    /// The code of a field that has another value.
    pub const fn code(self) -> FieldCode {
        match self {
            Self::AtMost(_) => FieldCode::TooLarge,
            Self::Exactly(_) => FieldCode::Invalid,
            Self::Settles(_) => FieldCode::Settles,
            Self::From(_) | Self::Until(_) => FieldCode::OutOfRange,
        }
    }
}

impl std::fmt::Display for Accepted {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::AtMost(most) => write!(formatter, "Maximum {most}."),
            Self::Exactly(amount) => write!(formatter, "Enter {amount}."),
            Self::Settles(amount) => write!(formatter, "Enter {amount} with earlySettlement."),
            Self::From(day) => write!(formatter, "Enter {day} or a later date."),
            Self::Until(day) => write!(formatter, "Enter a date up to {day}."),
        }
    }
}

/// One detail of an error: the invalid field and the fault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct FieldError {
    /// Path of the field, as in `items[3].selfScore`.
    pub field: String,
    /// Stable code, to match on.
    pub code: FieldCode,
    /// The fault and how to correct it.
    pub message: String,
    /// The amount or the date in the message that would be accepted.
    #[serde(default, rename = "params", skip_serializing_if = "Option::is_none")]
    pub accepted: Option<Accepted>,
    /// The line of the table with the fault, counted from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
}

impl FieldError {
    /// Builds one detail.
    pub fn new(field: impl Into<String>, code: FieldCode, message: impl Into<String>) -> Self {
        Self { field: field.into(), code, message: message.into(), accepted: None, line: None }
    }

    /// The detail for a field that has another value than the accepted one.
    pub fn accepting(field: impl Into<String>, accepted: Accepted) -> Self {
        Self::new(field, accepted.code(), accepted.to_string()).with(accepted)
    }

    /// The same, with the value in its message that would be accepted.
    #[must_use]
    pub fn with(self, accepted: Accepted) -> Self {
        Self { accepted: Some(accepted), ..self }
    }

    /// The same, in a line of a table.
    #[must_use]
    pub fn on_line(self, line: u64) -> Self {
        Self { line: Some(line), ..self }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_accepted_value_is_a_parameter_on_the_wire() {
        let (amount, day) = ("9166.6666".parse().unwrap(), "2026-11-25".parse().unwrap());
        for (accepted, code, params) in [
            (Accepted::AtMost(amount), "TOO_LARGE", r#"{"atMost":"9166.6666"}"#),
            (Accepted::Exactly(amount), "INVALID", r#"{"exactly":"9166.6666"}"#),
            (Accepted::Settles(amount), "SETTLES", r#"{"settles":"9166.6666"}"#),
            (Accepted::From(day), "OUT_OF_RANGE", r#"{"from":"2026-11-25"}"#),
            (Accepted::Until(day), "OUT_OF_RANGE", r#"{"until":"2026-11-25"}"#),
        ] {
            let detail = FieldError::accepting("amount", accepted);
            let json = serde_json::to_string(&detail).unwrap();
            let message = accepted.to_string();
            let members = format!(r#""field":"amount","code":"{code}","message":"{message}""#);
            assert_eq!(json, format!(r#"{{{members},"params":{params}}}"#));
            assert_eq!(serde_json::from_str::<FieldError>(&json).unwrap(), detail);
        }
    }

    #[test]
    fn the_guide_to_the_api_explains_every_code() {
        let guide = include_str!("../../../docs/api.md");
        for code in FieldCode::ALL {
            assert!(guide.contains(&format!("`{code}`")), "{code}");
        }
    }

    #[test]
    fn a_detail_without_an_accepted_value_has_no_parameter() {
        let detail = FieldError::new("name", FieldCode::Required, "Enter a name.");
        let json = r#"{"field":"name","code":"REQUIRED","message":"Enter a name."}"#;
        assert_eq!(serde_json::to_string(&detail).unwrap(), json);
        assert_eq!(serde_json::from_str::<FieldError>(json).unwrap(), detail);
    }
}
