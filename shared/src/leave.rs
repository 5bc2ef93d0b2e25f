//! Leave: the types, the states of a request, who moves it on, and the restriction that holds
//! while the employment is unconfirmed.

pub mod balance;
pub mod days;
pub mod period;
pub mod policy;
pub mod request;
pub mod status;
pub mod year_end;

use chrono::NaiveDate;

use crate::error::{Code, Error, Result};
use days::Days;

/// Casual days of a year while the employment is unconfirmed, whatever the policy says.
pub const PROBATION_CASUAL_DAYS: Days = Days::whole(5);

/// What a request of another type than casual is told while the employment is unconfirmed.
pub const CONFIRMATION_REQUIRED: &str =
    "Until your employment is confirmed, only casual leave can be requested.";

text_enum! {
    /// Why somebody is away.
    LeaveType {
        /// A day off at short notice.
        Casual = "casual",
        /// The yearly vacation.
        Annual = "annual",
        /// Illness.
        Sick = "sick",
        /// Birth, for the mother.
        Maternity = "maternity",
        /// Birth, for the father.
        Paternity = "paternity",
        /// Pilgrimage.
        Hajj = "hajj",
        /// Away without pay.
        Unpaid = "unpaid",
    }
}

/// True when the type is locked for somebody: every type but casual, while the employment is
/// unconfirmed (specification, "Leave restriction").
///
/// A year that had ended before the confirmation stays locked, so that a year-end which is run
/// late carries nothing of it.
pub fn is_locked(leave_type: LeaveType, confirmed_at: Option<NaiveDate>, year: i32) -> bool {
    leave_type != LeaveType::Casual && !was_confirmed(confirmed_at, year)
}

/// True when the employment was confirmed by the end of that year.
pub fn was_confirmed(confirmed_at: Option<NaiveDate>, year: i32) -> bool {
    use chrono::Datelike;
    confirmed_at.is_some_and(|day| day.year() <= year)
}

/// Errors: 400 `CONFIRMATION_REQUIRED` for any type but casual while the employment is
/// unconfirmed. It reads the confirmation alone.
pub fn require_confirmation(leave_type: LeaveType, confirmed_at: Option<NaiveDate>) -> Result<()> {
    if leave_type == LeaveType::Casual || confirmed_at.is_some() {
        return Ok(());
    }
    Err(Error::invalid(Code::ConfirmationRequired, CONFIRMATION_REQUIRED))
}

/// 409 `INSUFFICIENT_BALANCE` with a sentence of its own.
pub fn insufficient_balance(message: impl Into<String>) -> Error {
    Error::conflict(Code::InsufficientBalance, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_casual_leave_can_be_asked_for_while_unconfirmed() {
        let confirmed = "2026-06-01".parse().ok();
        for leave_type in LeaveType::ALL {
            let casual = *leave_type == LeaveType::Casual;
            assert_eq!(require_confirmation(*leave_type, None).is_ok(), casual, "{leave_type}");
            assert!(require_confirmation(*leave_type, confirmed).is_ok());
            assert_eq!(is_locked(*leave_type, None, 2026), !casual);
            assert!(!is_locked(*leave_type, confirmed, 2026));
            assert_eq!(is_locked(*leave_type, confirmed, 2025), !casual);
        }
        let error = require_confirmation(LeaveType::Annual, None).unwrap_err();
        assert_eq!(error.code().as_str(), "CONFIRMATION_REQUIRED");
        assert_eq!(
            error.to_string(),
            "Until your employment is confirmed, only casual leave can be requested."
        );
    }
}
