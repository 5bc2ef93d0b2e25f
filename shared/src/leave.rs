//! Leave: types, statuses of a request, permitted actions, and the restriction while the employment
//! is unconfirmed.

pub mod absence;
pub mod balance;
pub mod calendar_feed;
pub mod certificate;
pub mod days;
pub mod period;
pub mod policy;
pub mod request;
pub mod status;
pub mod year_end;

use chrono::{Datelike, NaiveDate};

use crate::error::{Code, Error, Result};
use days::Days;

/// Casual days per year while the employment is unconfirmed, regardless of the policy.
pub const PROBATION_CASUAL_DAYS: Days = Days::whole(5);

/// The error message for a request of another type than casual while the employment is unconfirmed.
pub const CONFIRMATION_REQUIRED: &str =
    "Until your employment is confirmed, only casual leave can be requested.";

text_enum! {
    /// The reason for an absence.
    LeaveType {
        /// Leave at short notice.
        Casual = "casual",
        /// Annual leave.
        Annual = "annual",
        /// Illness.
        Sick = "sick",
        /// Maternity leave.
        Maternity = "maternity",
        /// Paternity leave.
        Paternity = "paternity",
        /// Pilgrimage.
        Hajj = "hajj",
        /// Unpaid leave.
        Unpaid = "unpaid",
    }
}

/// Returns true if the type is locked: every type except casual while the employment is
/// unconfirmed, in any year (specification, "Leave restriction").
pub fn is_locked(leave_type: LeaveType, confirmed_at: Option<NaiveDate>) -> bool {
    leave_type != LeaveType::Casual && confirmed_at.is_none()
}

/// The confirmation date as the year-end counts it: a confirmation in a later year is none, so that
/// days locked until the end of the year are never carried forward, however late the year-end runs.
pub fn confirmed_by_end_of(year: i32, confirmed_at: Option<NaiveDate>) -> Option<NaiveDate> {
    confirmed_at.filter(|day| day.year() <= year)
}

/// Errors: 400 `CONFIRMATION_REQUIRED` for any type but casual while the employment is unconfirmed.
/// Only the confirmation is checked.
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
    fn the_year_end_does_not_count_a_confirmation_of_a_later_year() {
        let confirmed = "2026-06-01".parse().ok();
        assert_eq!(confirmed_by_end_of(2025, confirmed), None);
        for year in [2026, 2027] {
            assert_eq!(confirmed_by_end_of(year, confirmed), confirmed);
        }
    }

    #[test]
    fn only_casual_leave_can_be_requested_before_confirmation() {
        let confirmed = "2026-06-01".parse().ok();
        for leave_type in LeaveType::ALL {
            let casual = *leave_type == LeaveType::Casual;
            assert_eq!(require_confirmation(*leave_type, None).is_ok(), casual, "{leave_type}");
            assert!(require_confirmation(*leave_type, confirmed).is_ok());
            assert_eq!(is_locked(*leave_type, None), !casual);
            assert!(!is_locked(*leave_type, confirmed));
        }
        let error = require_confirmation(LeaveType::Annual, None).unwrap_err();
        assert_eq!(error.code().as_str(), "CONFIRMATION_REQUIRED");
        assert_eq!(
            error.to_string(),
            "Until your employment is confirmed, only casual leave can be requested."
        );
    }
}
